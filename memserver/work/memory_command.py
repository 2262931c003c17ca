"""`/memory`: how much is remembered, and turning old conversations into digests."""

from __future__ import annotations

from memserver.text.language import Language
from memserver.work.command import Command, Invocation, Output

USAGE = ("/memory", "/memory distill")
SUMMARY: dict[Language, str] = {
    "en": "What is remembered; distil old conversations.",
    "ko": "기억 현황을 보고 오래된 대화를 요약합니다.",
}
TITLES = {"en": "Memory", "ko": "기억"}
DISTILLED = {
    "en": "Looked at {scanned} conversations, made {promoted} digests, put {archived} away.",
    "ko": "대화 {scanned}개를 살펴 요약 {promoted}개를 만들고 {archived}개를 정리했습니다.",
}


async def run(call: Invocation) -> Output:
    """Show the counts, or distil."""
    if not call.words:
        counts = await call.services.memory_counts()
        rows = "\n".join(f"| {layer} | {count} |" for layer, count in counts["byLayer"].items())
        table = f"| {'layer' if call.language == 'en' else '계층'} | |\n|---|---:|\n{rows}" if rows else ""
        return Output(f"## {TITLES[call.language]}: {counts['memories']}\n\n{table}".strip(), counts)
    if list(call.words) == ["distill"]:
        report = dict(await call.services.distill_now())
        text = DISTILLED[call.language].format(
            **{key: report.get(key, 0) for key in ("scanned", "promoted", "archived")}
        )
        return Output(text + (f" {report['reason']}" if report.get("reason") else ""), report)
    raise COMMAND.misused(f"/memory does not know {call.words[0][:40]!r}.")


COMMAND = Command("memory", "Memory", SUMMARY, USAGE, run, aliases=("기억",))
