"""predict: guesses what the next turns will need, warms it, and reports how often earlier guesses were right.

Warming asks the same search that a turn asks, so that question vectors, pages of the database and of the index are at
hand. It changes no answer, only how soon it comes. Findings name sources by id: no text of a memory or a question
stays in them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.retrieval.plan import plan_query
from memserver.retrieval.search import Effort
from memserver.storage.passages import Visibility
from memserver.workers.job import Finding, JobContext, JobReport, Json, Severity
from memserver.workers.parts import needed_parts
from memserver.workers.prediction import Habit, likely_prompts, likely_sources, most_used
from memserver.workers.words import Text, fill, joined
from memserver.workspace.repository import find_repository, read_head

LOOKED_BACK = 200
MOST_SOURCES = 12
MOST_PROMPTS = 8
MOST_FILES = 4
# A guess is about the next turns, not about next week.
JUDGED_TURNS = 20
# Below this, with so many turns judged, warming is not worth its time.
POOR_RATE = 0.2
ENOUGH_TURNS = 30
KEPT_RATES = 30
TURN_PARTS = {
    "id": "$.trace.turn_id", "prompt": "$.trace.prompt", "sources": "$.trace.sources",
    "active_file": "$.trace.active_file", "open_files": "$.trace.open_files", "session": "$.trace.session_id",
    "created_at": "$.trace.created_at",
}  # fmt: skip

NO_TURN: Text = {"en": "No turn since the last guess.", "ko": "지난 예측 이후 턴이 없습니다."}
SUMMARY: Text = {
    "en": "Guessed {sources:source|sources} and warmed {warmed:question|questions}.",
    "ko": "출처 {sources}개를 예측하고 질문 {warmed}개를 미리 준비했습니다.",
}
NOT_JUDGED: Text = {"en": "No guess could be judged yet.", "ko": "아직 맞았는지 알 수 있는 예측이 없습니다."}
JUDGED: Text = {
    "en": "Of {used:source|sources} that {turns:turn|turns} used, {rate:.0%} had been guessed; the most used"
    " ones alone would have been {plain:.0%}.",
    "ko": "턴 {turns}개가 쓴 출처 {used}개 중 {rate:.0%}를 맞혔습니다. 가장 많이 쓰인 것만 골랐다면"
    " {plain:.0%}였습니다.",
}
LIKELY: Text = {
    "en": "{sources:source|sources} will likely be needed next",
    "ko": "다음에 출처 {sources}개가 필요할 것 같습니다",
}
POOR: Text = {
    "en": "Only {rate:.0%} of what turns used was guessed",
    "ko": "턴이 쓴 것 중 {rate:.0%}만 맞혔습니다",
}
HARDLY_PAYS: Text = {
    "en": "Warming hardly pays here: switch predict off.",
    "ko": "미리 준비하는 효과가 거의 없으니 predict를 끄세요.",
}


class PredictJob:
    """Guesses, warms, and keeps score."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Judge the last guess, make a new one, and warm it."""
        await needed_parts(context).flush_turns()
        records = await context.store.turns.newest_parts(LOOKED_BACK, TURN_PARTS, project_id=context.project_id)
        records.reverse()
        newest = records[-1]["id"] if records else ""
        if newest == context.state.get("made", ""):
            return JobReport(NO_TURN, unchanged=True), context.state
        branch = _branch(context.workspace)
        branches = _branches(context.state, records, branch)
        habits = [_habit(each, branches.get(each["id"])) for each in records]
        score = judged(context.state, habits)
        guess = likely_sources(habits, branch, context.clock().hour, MOST_SOURCES)
        warmed = await self._warm(context, records, habits)
        state = {
            "made": newest,
            "guess": guess,
            "plain": most_used(habits, MOST_SOURCES),
            "branches": branches,
            **score,
        }
        findings = _findings(score, guess)
        figures = {"hitRate": _rate(score, "hits"), "plainRate": _rate(score, "plainHits"),
                   "turnsJudged": score["turns"], "warmed": warmed}  # fmt: skip
        return JobReport(_summary(score, guess, warmed), findings, figures), state

    async def _warm(self, context: JobContext, records: Sequence[Json], habits: Sequence[Habit]) -> int:
        """Ask what will likely be asked; returns how many questions that were."""
        searcher = needed_parts(context).searcher
        prompts = likely_prompts([each["prompt"] for each in records], MOST_PROMPTS)
        files = dict.fromkeys(path for path in (habits[-1].active_file, *habits[-1].open_files) if path)
        questions = [*prompts, *(PurePath(path).stem.replace("_", " ") for path in list(files)[:MOST_FILES])]
        projects = ("", context.project_id) if context.project_id else ("",)
        for place, question in enumerate(questions):
            await context.breathe()
            if context.stop.is_set():
                return place
            now = context.clock()
            visibility = Visibility(projects, str(context.brain), to_iso(now))
            await searcher.search(plan_query(question, now), visibility, Effort(context.settings.embedding_timeout_ms))
            context.progress(place + 1, len(questions), "warming")
        return len(questions)


def judged(state: Mapping[str, Any], habits: Sequence[Habit]) -> dict[str, Any]:
    """Compare the last guess with what the turns after it used; returns the score so far."""
    ids = [habit.turn_id for habit in habits]
    made = state.get("made")
    after = habits[ids.index(made) + 1 :] if made in ids else ()
    guess, plain = set(state.get("guess", ())), set(state.get("plain", ()))
    judged_now = [habit for habit in after[:JUDGED_TURNS] if habit.sources]
    used = [source for habit in judged_now for source in habit.sources]
    hits, plain_hits = sum(each in guess for each in used), sum(each in plain for each in used)
    rates = [*state.get("rates", ()), *([round(hits / len(used), 3)] if used else [])][-KEPT_RATES:]
    return {
        "turns": state.get("turns", 0) + len(judged_now),
        "used": state.get("used", 0) + len(used),
        "hits": state.get("hits", 0) + hits,
        "plainHits": state.get("plainHits", 0) + plain_hits,
        "rates": rates,
    }


def _rate(score: Mapping[str, Any], of: str) -> float:
    return round(score[of] / score["used"], 4) if score["used"] else 0.0


def _findings(score: Mapping[str, Any], guess: Sequence[str]) -> list[Finding]:
    found = [
        Finding("likely-next", Severity.INFO, fill(LIKELY, sources=len(guess)), ", ".join(guess),
                data={"sources": list(guess)})
    ] if guess else []  # fmt: skip
    if score["turns"] >= ENOUGH_TURNS and _rate(score, "hits") < POOR_RATE:
        found.append(
            Finding("poor-guesses", Severity.LOW, fill(POOR, rate=_rate(score, "hits")), HARDLY_PAYS, data=dict(score))
        )  # fmt: skip
    return found


def _summary(score: Mapping[str, Any], guess: Sequence[str], warmed: int) -> Text:
    rates = {"rate": _rate(score, "hits"), "plain": _rate(score, "plainHits")}
    judged_so_far = fill(JUDGED, used=score["used"], turns=score["turns"], **rates) if score["used"] else NOT_JUDGED
    return joined([fill(SUMMARY, sources=len(guess), warmed=warmed), judged_so_far])


def _habit(record: Json, branch: str | None) -> Habit:
    return Habit(
        turn_id=record["id"],
        sources=tuple(each["id"] for each in record["sources"] or ()),
        active_file=record["active_file"],
        open_files=tuple(record["open_files"] or ()),
        branch=branch,
        session=record["session"],
        hour=from_iso(record["created_at"]).hour,
    )


def _branches(state: Mapping[str, Any], records: Sequence[Json], present: str | None) -> dict[str, str | None]:
    """Return the branch of each turn: those that are new were asked on the one that is checked out now."""
    known = state.get("branches", {})
    ids = [each["id"] for each in records]
    return {each: known.get(each, present) for each in ids}


def _branch(workspace: Path | None) -> str | None:
    repository = find_repository(str(workspace)) if workspace else None
    head = read_head(repository) if repository else None
    return head.branch if head else None
