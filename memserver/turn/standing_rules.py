"""The standing rules of a turn: chosen by what is being done, shown as one short section at the end of its text.

Which rules apply is decided in `memserver.rules`; here a turn is put into its terms, and the chosen ones into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from memserver.background import BackgroundTasks
from memserver.clock import to_iso
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Vector
from memserver.layers.layer import Language
from memserver.layers.manager import asked_layers
from memserver.rules.choice import MAX_TOKENS
from memserver.rules.scope import Scope, is_question, task_scope
from memserver.rules.service import ChosenRule, StandingRules, Wanted
from memserver.storage.store import Store
from memserver.text.fencing import entry
from memserver.text.token_count import count_tokens
from memserver.turn.blocks.org_memory import rule_lines
from memserver.turn.candidates import Candidate, stale_words
from memserver.turn.errands import ACKNOWLEDGED_FROM
from memserver.turn.fit import Selection
from memserver.turn.render import stale_mark
from memserver.turn.value import Turn

# A turn asks for its scope for its rules, for those found in passing, and for the organisation's lines.
_task_scope = lru_cache(maxsize=1)(task_scope)
RULE_CATEGORIES = frozenset({"rule", "preference", "convention"})
HEADER = "[STANDING RULES]"
LEAD = {
    "en": "Rules in force for this kind of work, as stored; the current request wins:",
    "ko": "지금 하는 일에 적용되는 저장된 규칙입니다. 현재 요청이 우선합니다:",
}


@dataclass(frozen=True, slots=True)
class OrganisationLines:
    """What the model says of the organisation's file: the lines that apply, and whether anything is asked."""

    applying: dict[str, float]
    asked: bool = True


class RuleStep:
    """Fills in the standing rules of turns."""

    def __init__(self, store: Store, embedder: EmbedderHandle, background: BackgroundTasks) -> None:
        self._rules = StandingRules(store, embedder)
        self._background = background

    async def refresh(self) -> None:
        """Read the rules before the first turn asks for them."""
        await self._rules.refresh()

    async def choose(self, turn: Turn) -> None:
        """Choose the rules that apply; the search has run, since its vector of the prompt is used."""
        settings, project = turn.settings, turn.surroundings.project_id
        if not settings.standing_rules_enabled or turn.budget <= 0:
            return
        if turn.reading.kind != "task" and turn.reading.acknowledgement >= ACKNOWLEDGED_FROM:
            return
        if not await self._rules.refresh():
            return
        layers = asked_layers(settings)
        wanted = Wanted(
            projects=("", project) if project else ("",),
            layers=frozenset(layer.value for layer in layers),
            now=to_iso(turn.created_at),
            threshold=settings.standing_rules_threshold,
            most=settings.standing_rules_max,
            tokens=min(MAX_TOKENS, turn.budget - _tokens_around(turn.language)),
            known_until=to_iso(turn.created_at) if turn.as_of is not None else None,
            told=frozenset(turn.request.told),
        )
        turn.rules = self._rules.choose(scope_of(turn), vector_of(turn), wanted)
        await self._doubt(turn)

    async def _doubt(self, turn: Turn) -> None:
        """Mark what may no longer hold, within the budget: a mark takes room as well."""
        for each_id, grounds in (await self._rules.grounds(turn.rules)).items():
            if stale := stale_words(turn.surroundings.is_stale(*grounds), turn.language):
                turn.rules = [replace(rule, stale=stale) if rule.row.id == each_id else rule for rule in turn.rules]
                while turn.rules and tokens_of(turn.rules, turn.language) > turn.budget:
                    turn.rules.pop()

    def organisation(self, turn: Turn, text: str) -> OrganisationLines:
        """Judge the lines of the organisation's file."""
        lines = rule_lines(text)
        threshold = turn.settings.standing_rules_threshold
        errand = turn.reading.kind == "errand"
        applying, asked = self._rules.applying(lines, scope_of(turn), vector_of(turn), threshold, errand)
        if self._rules.lacks_vectors(lines):
            self._background.start(self._rules.embed_lines(lines), "organisation rules")
        return OrganisationLines(applying, asked)


def found_in_passing(turn: Turn, each: Candidate) -> bool:
    """Say whether the search brought a rule that no work of this turn calls for, and that nobody asked about."""
    return each.category in RULE_CATEGORIES and not each.forced and not is_question(scope_of(turn))


def scope_of(turn: Turn) -> Scope:
    """Return what a turn is about."""
    request = turn.request
    return _task_scope(request.prompt, request.active_file, request.open_files, request.recent_commands)


def vector_of(turn: Turn) -> Vector | None:
    """Return the vector of the prompt, where the search made one."""
    return turn.found.vector if turn.found is not None else None


def tokens_of(rules: Sequence[ChosenRule], language: Language) -> int:
    """Return what the section of some rules costs at most, whatever their numbers."""
    return count_tokens(f"\n\n{render_rules(rules, language, 100)}") + 1 if rules else 0


def render_rules(rules: Sequence[ChosenRule], language: Language, first: int) -> str:
    """Return the section of some rules, numbered from `first`; empty without any."""
    if not rules:
        return ""
    entries = [
        entry(f"[{number}] {stale_mark(rule.stale, language)}", " ".join(rule.text.split()))
        for number, rule in enumerate(rules, first)
    ]
    return "\n".join([HEADER, LEAD[language], *entries])


def with_rules(selection: Selection, rules: Sequence[ChosenRule], language: Language) -> Selection:
    """Return a selection with the section of its rules at the end; its text is counted anew."""
    if not rules:
        return selection
    section = render_rules(rules, language, len(selection.taken) + 1)
    text = f"{selection.text}\n\n{section}" if selection.text else section
    return replace(selection, text=text, used=count_tokens(text))


def _tokens_around(language: Language) -> int:
    return count_tokens(f"\n\n{HEADER}\n{LEAD[language]}\n") + 1
