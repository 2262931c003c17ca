"""`/memory`: what is remembered; finding, adding and forgetting; turning old conversations into digests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memserver.errors import NotFound
from memserver.text.names import shown_name
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.markdown import bullets, inline, join, table
from memserver.work.services import FoundMemory

EMPTY: Said = {
    "en": "Nothing is remembered yet. What you tell, decide and correct in chats is kept by itself; to keep something "
    "now: `/memory add We deploy on Thursdays`.",
    "ko": "아직 기억이 없습니다. 대화에서 말하고 정하고 고친 것은 저절로 남습니다. 지금 남기려면: "
    "`/기억 추가 배포는 목요일에 한다`.",
}
TITLE: Said = {"en": "## Memory: {count}", "ko": "## 기억: {count}"}
HEADER = {"en": ("layer", ""), "ko": ("계층", "")}
MORE: Said = {
    "en": "Notes: {files} · sessions: {sessions} · turns: {turns} · passages that wait for their vector: {pending}",
    "ko": "노트 {files}개 · 세션 {sessions}개 · 턴 {turns}개 · 벡터 대기 {pending}개",
}
DISTILLED: Said = {
    "en": "Looked at {scanned} conversations, made {promoted} digests, put {archived} away.",
    "ko": "대화 {scanned}개를 살펴 요약 {promoted}개를 만들고 {archived}개를 정리했습니다.",
}
NO_WORDS: Said = {"en": "Say what to look for.", "ko": "찾을 말을 적어 주세요."}
NO_TEXT: Said = {"en": "Say what to remember.", "ko": "기억할 내용을 적어 주세요."}
NO_ID: Said = {
    "en": "{word!r} is no id of a memory: it begins with mem_ and is shown by /memory search.",
    "ko": "{word!r}은(는) 기억의 id가 아닙니다. mem_으로 시작하며 /기억 찾기에 보입니다.",
}
NO_SUCH: Said = {"en": "There is no memory {word!r}.", "ko": "{word!r} 기억은 없습니다."}
NOTHING: Said = {"en": "Nothing was found.", "ko": "찾은 것이 없습니다."}
NOT_STALE: Said = {
    "en": "Nothing looks out of date: no file or commit that a memory names has changed.",
    "ko": "오래된 기억이 없습니다: 기억이 가리키는 파일이나 커밋이 바뀌지 않았습니다.",
}
ADDED: Said = {"en": "Remembered as `{id}`.", "ko": "`{id}`로 기억했습니다."}
KNOWN: Said = {"en": "Known already as `{id}`.", "ko": "이미 `{id}`로 알고 있습니다."}
REPLACES: Said = {"en": "It replaces {ids}.", "ko": "{ids}을(를) 대신합니다."}
CONTRADICTS: Said = {"en": "It contradicts {ids}.", "ko": "{ids}과(와) 어긋납니다."}
FORGOTTEN: Said = {"en": "Deleted `{id}` for good.", "ko": "`{id}`를 완전히 지웠습니다."}
STALE: Said = {"en": "may no longer hold: {reasons}", "ko": "더는 맞지 않을 수 있음: {reasons}"}
LIMIT = 10
SHOWN_CHARS = 160


async def stats(call: Invocation) -> Output:
    """Show how much is stored."""
    counts = await call.services.memory_counts()
    if not counts["memories"] and not counts.get("files"):
        return Output(call.say(EMPTY), counts)
    rows = [(shown_name(layer, call.language), str(count)) for layer, count in counts["byLayer"].items()]
    shown = {"files": "files", "sessions": "sessions", "turns": "turns", "pending": "pendingVectors"}
    more = call.say(MORE, **{name: counts.get(key, 0) for name, key in shown.items()})
    head = call.say(TITLE, count=counts["memories"])
    return Output(join(head, table(HEADER[call.language], rows, numbers=(1,)) if rows else "", more), counts)


async def distill(call: Invocation) -> Output:
    """Turn old conversations into digests now."""
    report = dict(await call.services.distill_now())
    text = call.say(DISTILLED, **{key: report.get(key, 0) for key in ("scanned", "promoted", "archived")})
    return Output(text + (f" {report['reason']}" if report.get("reason") else ""), report)


async def search(call: Invocation) -> Output:
    """Find memories."""
    if not call.words:
        raise call.wrong(NO_WORDS)
    found = await call.services.search(call.text, LIMIT)
    return Output(memory_lines(call, found) or call.say(NOTHING), {"results": [memory_data(each) for each in found]})


async def stale(call: Invocation) -> Output:
    """Show memories that may no longer hold."""
    found = await call.services.stale(LIMIT)
    return Output(memory_lines(call, found) or call.say(NOT_STALE), {"results": [memory_data(each) for each in found]})


def memory_lines(call: Invocation, found: Sequence[FoundMemory]) -> str:
    """Return memories as a list."""
    lines = []
    for each in found:
        text = inline(each.content)
        text = text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
        doubt = f" — {call.say(STALE, reasons=', '.join(each.stale))}" if each.stale else ""
        kind = f"{shown_name(each.layer, call.language)}, {shown_name(each.status, call.language)}"
        day = each.updated_at.astimezone(call.services.clock().tzinfo).date()
        lines.append(f"`{each.id}` {text} ({kind}, {day}){doubt}")
    return bullets(lines)


def memory_data(memory: FoundMemory) -> dict[str, Any]:
    """Return a memory as data."""
    return {
        "id": memory.id,
        "title": memory.title,
        "content": memory.content,
        "layer": memory.layer,
        "status": memory.status,
        "score": memory.score,
        "stale": list(memory.stale),
    }


async def add(call: Invocation) -> Output:
    """Keep something."""
    if not call.words:
        raise call.wrong(NO_TEXT)
    kept = await call.services.remember(call.text)
    parts = [call.say(KNOWN if kept["duplicateOf"] else ADDED, id=kept["id"])]
    for key, text in (("supersedes", REPLACES), ("conflictsWith", CONTRADICTS)):
        if kept[key]:
            parts.append(call.say(text, ids=", ".join(f"`{each}`" for each in kept[key])))
    return Output(" ".join(parts), kept)


async def forget(call: Invocation) -> Output:
    """Delete one memory by its exact id: words might mean several, and nothing brings it back."""
    word = call.words[0] if len(call.words) == 1 else call.text
    if len(call.words) != 1 or not word.startswith("mem_"):
        raise call.wrong(NO_ID, word=word[:40])
    try:
        await call.services.forget(word)
    except NotFound:
        raise call.missing(NO_SUCH, word=word[:40]) from None
    return Output(call.say(FORGOTTEN, id=word), {"id": word, "deleted": True})


COMMAND = Command(
    "memory",
    "Memory",
    {"en": "What is remembered; find, add, forget, distil.", "ko": "기억을 보고, 찾고, 더하고, 지우고, 요약합니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "How much is remembered.", "ko": "기억 현황."}, stats),
        Action(
            "stats", {"en": "stats", "ko": "현황"}, {"en": "How much is remembered.", "ko": "기억 현황."}, stats,
            ("현황",),
        ),
        Action(
            "search", {"en": "search <words>", "ko": "찾기 <말>"},
            {"en": "Find by meaning and words.", "ko": "뜻과 낱말로 찾습니다."}, search, ("find", "찾기", "검색"),
        ),
        Action(
            "add", {"en": "add <text>", "ko": "추가 <내용>"}, {"en": "Keep something.", "ko": "기억합니다."}, add,
            ("추가", "기억"),
        ),
        Action(
            "forget", {"en": "forget <id>", "ko": "지우기 <id>"},
            {"en": "Delete one for good.", "ko": "하나를 완전히 지웁니다."}, forget, ("delete", "지우기", "삭제"),
        ),
        Action(
            "stale", {"en": "stale", "ko": "오래됨"},
            {"en": "What may no longer hold.", "ko": "더는 맞지 않을 수 있는 것."}, stale, ("오래됨", "낡음"),
        ),
        Action(
            "distill", {"en": "distill", "ko": "요약"},
            {"en": "Turn old conversations into digests.", "ko": "오래된 대화를 요약합니다."}, distill,
            ("distil", "요약", "증류"),
        ),
    ),
    aliases=("기억", "메모리"),
)  # fmt: skip
