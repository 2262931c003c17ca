"""From candidates to the entries of a turn: the best passages that fit the budget, shown source by source.

Passages are taken by their value, wherever they stand; a source is shown once, its passages in the order of its text.
The text is counted as a whole and never exceeds the budget; everything left out has a reason.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from memserver.layers.layer import Language, Section
from memserver.retrieval.budget import BRAIN_CHUNKS
from memserver.retrieval.excerpt import SHORTEST, excerpt
from memserver.text.token_count import count_tokens
from memserver.turn.candidates import Candidate, Part
from memserver.turn.render import in_shown_order, render
from memserver.turn.tuning import FIT

# What an entry takes beside its text: the mark, the number, its date and author, the line break.
ENTRY_TOKENS = 15
# A gap between two passages of one source, or the heading of the next.
STRETCH_TOKENS = 8
# Headers, the instruction and the labels of sections.
FRAME_TOKENS = 40
MIN_BRAIN_CHUNKS, MAX_BRAIN_CHUNKS = 2, 12
ATTEMPTS = 4
# Room left by less than this is not worth another attempt.
WORTHWHILE_TOKENS = 72
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Selection:
    """The text of a turn with the candidates that are in it, in order of their numbers, and those that are not."""

    text: str = ""
    used: int = 0
    taken: list[Candidate] = field(default_factory=list)
    left_out: list[tuple[Candidate, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Warrant:
    """What the evidence allows: tokens of the budget, and how likely it is that the best candidate helps."""

    tokens: int = 0
    chance: float = 0.0
    best: float = 0.0
    """The highest value of all that was found, also of what this conversation was told already."""


def warranted(budget: int, share: float) -> int:
    """Return the tokens that a share of a budget warrants: none, or at least what a turn may hold in any case."""
    return max(int(budget * share), min(budget, FIT.stop_after_tokens)) if share > 0 else 0


@dataclass(frozen=True, slots=True)
class Page:
    """What the text is rendered with, beside its entries."""

    language: Language
    today: date
    conversation: Section | None = None
    as_of: str = ""
    """Which moment the turn was asked for, in half a line."""


def fit(
    candidates: Sequence[Candidate], budget: int, warrant: Warrant, brain_files: int, page: Page, terms: Collection[str]
) -> Selection:
    """Fill a turn; `terms` are the words of the query."""
    if warrant.tokens >= budget:
        # Where all of it is warranted, nothing but the room decides, though entries may take less than was estimated.
        warrant = replace(warrant, tokens=sys.maxsize)
    frame = FRAME_TOKENS + (count_tokens(page.conversation.content) if page.conversation else 0)
    offers = _offers(candidates)
    room = budget - frame
    top = max((warrant.best, *(part.value for _, part in offers)))
    best: tuple[Selection, _Filling] | None = None
    for _ in range(ATTEMPTS):
        filling = _Filling(max(room, 0), warrant, brain_files, top)
        for candidate, part in offers:
            if not filling.offer(candidate, part):
                break
        if not filling.taken and filling.crowded and room > SHORTEST:
            filling.cut_first(offers[0][0], room, terms)
        selection = _rendered(filling, candidates, page)
        if selection.used <= budget and (best is None or selection.used > best[0].used):
            best = selection, filling
        spare = budget - selection.used
        if spare >= 0 and (spare < WORTHWHILE_TOKENS or not filling.crowded):
            break
        # The estimate of an entry is a little off: correct the room by what the whole text really took.
        room += spare - WORTHWHILE_TOKENS // 4
    if best is None:
        text = render([], page.conversation, page.language, page.today, page.as_of)
        left_out = [(candidate, "budget") for candidate in candidates]
        used = count_tokens(text)
        return Selection(text, used, [], left_out) if used <= budget else Selection(left_out=left_out)
    # Candidates bear the marks of the last attempt.
    selection = best[0] if best[1] is filling else _rendered(best[1], candidates, page)
    for candidate in selection.taken:
        candidate.tokens = _tokens_of(candidate, best[1].taken[candidate.id])
    return selection


def in_order(selection: Selection, items: Sequence[Candidate], budget: int, page: Page) -> Selection:
    """Return the same selection with its items in another order; the old one, should the new text be too long."""
    text, taken = _text_of(list(items), page)
    used = count_tokens(text)
    if used > budget:
        _text_of(selection.taken, page)
        return selection
    return Selection(text, used, taken, selection.left_out)


class _Filling:
    """What one attempt has taken so far."""

    def __init__(self, room: int, warrant: Warrant, brain_files: int, top: float) -> None:
        self._room = room
        self._allowance = min(warrant.tokens, room)
        self._enough = FIT.stop_after_tokens + FIT.stop_after_doubt * (1 - warrant.chance)
        self._brain_files = brain_files
        self._used = 0
        self._misses = 0
        self._enough_below = FIT.stop_below * top if top > 0 else -math.inf
        self._nothing_below = FIT.nothing_below * top if top > 0 else -math.inf
        self._texts: set[str] = set()
        self.taken: dict[str, list[Part]] = {}
        self.cut: dict[str, str] = {}
        self.reasons: dict[str, str] = {}
        self.crowded = False
        self._chunks = 0
        self._files: set[str] = set()

    def offer(self, candidate: Candidate, part: Part) -> bool:
        """Take a passage if it may be had; False once no further one can be."""
        if not candidate.forced and self._is_enough(candidate, part):
            self.reasons.setdefault(candidate.id, "unrelated")
            return True
        if part.text in self._texts:
            self.reasons.setdefault(candidate.id, "repeated")
            return True
        if candidate.source == BRAIN_CHUNKS and not self._has_place(candidate, part):
            self.reasons.setdefault(candidate.id, "limit")
            return True
        cost = part.tokens + (STRETCH_TOKENS if candidate.id in self.taken else ENTRY_TOKENS)
        limit = self._room if candidate.forced else self._allowance
        if self._used + cost > limit:
            self.crowded = self.crowded or self._used + cost > self._room
            self.reasons.setdefault(candidate.id, "budget" if limit == self._room else "unrelated")
            self._misses += 1
            return self._misses < FIT.misses
        self._take(candidate, part, cost)
        return True

    def cut_first(self, candidate: Candidate, room: int, terms: Collection[str]) -> None:
        """Show the beginning of what matters most where nothing fits whole."""
        part = max(candidate.parts, key=lambda each: each.value)
        self.taken[candidate.id] = [part]
        self.cut[candidate.id] = excerpt(part.text, max(room - ENTRY_TOKENS, SHORTEST), terms)

    def _take(self, candidate: Candidate, part: Part, cost: int) -> None:
        self._used += cost
        self._texts.add(part.text)
        if candidate.source == BRAIN_CHUNKS:
            self._chunks += not self._continues(candidate, part)
            self._files.add(candidate.path or "")
        self.taken.setdefault(candidate.id, []).append(part)

    def _is_enough(self, candidate: Candidate, part: Part) -> bool:
        """Whether a passage stands so far behind the best one that what is in says enough already."""
        if part.value < self._nothing_below:
            return True
        if self._used < self._enough:
            return False
        if candidate.source == BRAIN_CHUNKS and self._chunks < MIN_BRAIN_CHUNKS:
            return False
        return part.value < self._enough_below

    def _has_place(self, candidate: Candidate, part: Part) -> bool:
        """Whether there may be another file, and another stretch of a file: passages in a row count as one."""
        if candidate.path not in self._files and len(self._files) >= self._brain_files:
            return False
        return self._chunks < MAX_BRAIN_CHUNKS or self._continues(candidate, part)

    def _continues(self, candidate: Candidate, part: Part) -> bool:
        return any(abs(each.ordinal - part.ordinal) == 1 for each in self.taken.get(candidate.id, ()))


def _offers(candidates: Sequence[Candidate]) -> list[tuple[Candidate, Part]]:
    """Return the passages of all candidates: first what the prompt names, then by falling value."""
    offers = [(candidate, part) for candidate in candidates for part in candidate.parts]
    offers.sort(key=lambda offer: (not offer[0].forced, -offer[1].value, offer[0].id, offer[1].ordinal))
    return offers


def _rendered(filling: _Filling, candidates: Sequence[Candidate], page: Page) -> Selection:
    by_id = {candidate.id: candidate for candidate in candidates}
    taken = []
    for key, parts in filling.taken.items():
        candidate = by_id[key]
        candidate.cut = key in filling.cut
        candidate.text = filling.cut.get(key) or joined(parts, candidate)
        candidate.shown = frozenset([part.ordinal for part in parts])
        candidate.heading = min(parts).heading
        taken.append(candidate)
    text, shown = _text_of(taken, page)
    left_out = [
        (candidate, filling.reasons.get(candidate.id, "budget"))
        for candidate in candidates
        if candidate.id not in filling.taken
    ]
    return Selection(text, count_tokens(text), shown, left_out)


def _tokens_of(candidate: Candidate, parts: Sequence[Part]) -> int:
    # What stands there as it was stored was counted when it was written.
    whole = len(parts) == 1 and candidate.path is None and candidate.text == parts[0].text
    return parts[0].tokens if whole else count_tokens(candidate.text)


def _text_of(taken: list[Candidate], page: Page) -> tuple[str, list[Candidate]]:
    """Number candidates in the order in which they are shown, and render them."""
    shown = in_shown_order(taken)
    for number, candidate in enumerate(shown, 1):
        candidate.number = number
    return render(shown, page.conversation, page.language, page.today, page.as_of), shown


def joined(parts: Sequence[Part], candidate: Candidate) -> str:
    """Return passages of one text in its order, adjacent ones as they were written, "…" at gaps.

    In a file each stretch stands under its own heading.
    """
    ordered = sorted(parts, key=lambda each: each.ordinal)
    return "".join(_pieces(ordered, candidate)).strip()


def _pieces(parts: Sequence[Part], candidate: Candidate) -> Iterator[str]:
    yield parts[0].text.strip("\n")
    for one, two in pairwise(parts):
        gap = two.ordinal != one.ordinal + 1
        if candidate.path is not None and two.heading != one.heading:
            yield f"\n{ELLIPSIS} {two.heading}\n" if gap else f"\n{two.heading}\n"
        elif gap:
            yield f"\n{ELLIPSIS}\n"
        elif candidate.path is not None or one.text.endswith("\n"):
            yield "\n"
        yield two.text.strip("\n")
