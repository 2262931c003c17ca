"""Selection: from candidates to the entries of a turn, within the budget and with a reason for everything left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from memserver.index.protocol import Vectors
from memserver.layers.layer import Language, Section
from memserver.retrieval.budget import BRAIN_CHUNKS, Limit, Offer, fit
from memserver.retrieval.diversity import repetition, repetition_by_words, variety_factors
from memserver.retrieval.excerpt import SHORTEST, excerpt
from memserver.text.terms import index_terms
from memserver.text.token_count import count_tokens
from memserver.turn.candidates import Candidate, vectors_of
from memserver.turn.render import render
from memserver.turn.request import TurnItem

# What an entry takes beside its text and its place: the mark, the number, the line break; and its date and author.
ENTRY_TOKENS = 6
NOTE_TOKENS = 9
# Headers, the instruction and the labels of sections.
FRAME_TOKENS = 40
# One long text must not keep out everything else.
LARGEST_SHARE = 1 / 6
# Unless the budget is small: an excerpt of fewer tokens says little.
LEAST_EXCERPT = 160
LEAST_BRAIN_CHUNKS, MOST_BRAIN_CHUNKS = 2, 12
ATTEMPTS = 4
# Room left by less than this is not worth another attempt.
WORTHWHILE_TOKENS = 72


@dataclass(frozen=True, slots=True)
class Selection:
    """The text of a turn with the candidates that are in it, in order of their numbers, and those that are not."""

    text: str
    used: int
    taken: list[Candidate]
    tokens: list[int]
    left_out: list[tuple[Candidate, str]]


@dataclass(frozen=True, slots=True)
class Page:
    """What the text is rendered with, beside its entries."""

    language: Language
    today: date
    conversation: Section | None = None


def with_variety(candidates: Sequence[Candidate], vectors: Vectors | None) -> list[Candidate]:
    """Let near-duplicates give way to what says something new; nothing is thrown out."""
    rows = vectors_of(candidates, vectors)
    if rows is not None:
        repeated = repetition(rows)
    else:
        repeated = repetition_by_words([frozenset(index_terms(candidate.text)) for candidate in candidates])
    varied = [
        candidate if factor == 1.0 else candidate._replace(score=candidate.score * factor, variety=factor)
        for candidate, factor in zip(candidates, variety_factors(repeated).tolist(), strict=True)
    ]
    return sorted(varied, key=lambda candidate: (-candidate.score, candidate.id))


def select(
    candidates: Sequence[Candidate], budget: int, brain_files: int, page: Page, terms: Collection[str]
) -> Selection:
    """Take candidates in order while they fit; the text is counted as a whole and never exceeds the budget."""
    limits = {BRAIN_CHUNKS: Limit(min(LEAST_BRAIN_CHUNKS, brain_files), min(MOST_BRAIN_CHUNKS, brain_files))}
    around = _around(candidates)
    offers = [_offer(candidate, around[candidate.id]) for candidate in candidates]
    by_id = {candidate.id: candidate for candidate in candidates}
    room = budget - FRAME_TOKENS - (count_tokens(page.conversation.content) if page.conversation else 0)
    best: Selection | None = None
    for _ in range(ATTEMPTS):
        fitted = fit(offers, max(room, 0), limits, max(LARGEST_SHARE, LEAST_EXCERPT / max(room, LEAST_EXCERPT)))
        taken = [
            _cut(by_id[each.key], each.tokens - around[each.key], terms) if each.cut else by_id[each.key]
            for each in fitted.taken
        ]
        text = render(_items(taken), page.conversation, page.language, page.today)
        used = count_tokens(text)
        if used <= budget and (best is None or used > best.used):
            left_out = [(by_id[key], reason) for key, reason in fitted.left_out]
            best = Selection(text, used, taken, [each.tokens for each in fitted.taken], left_out)
        spare = budget - used
        crowded = any(reason == "budget" for _, reason in fitted.left_out)
        if spare >= 0 and (spare < WORTHWHILE_TOKENS or not crowded):
            break
        # The estimate of an entry is a little off: correct the room by what the whole text really took.
        room += spare - WORTHWHILE_TOKENS // 4
    if best is None:
        left_out = [(candidate, "budget") for candidate in candidates]
        return _conversation_only(budget, page, left_out)
    return best


def in_order(selection: Selection, items: Sequence[Candidate], budget: int, page: Page) -> Selection:
    """Return the same selection with its items in another order; the old one, should the new text be too long."""
    place = {candidate.id: number for number, candidate in enumerate(selection.taken)}
    # Sections and entries follow the score, so the new order takes over the scores of the old one.
    scores = [candidate.score for candidate in selection.taken]
    taken = [item._replace(score=score) for item, score in zip(items, scores, strict=True)]
    text = render(_items(taken), page.conversation, page.language, page.today)
    used = count_tokens(text)
    if used > budget:
        return selection
    tokens = [selection.tokens[place[item.id]] for item in taken]
    return Selection(text, used, taken, tokens, selection.left_out)


def _conversation_only(budget: int, page: Page, left_out: list[tuple[Candidate, str]]) -> Selection:
    text = render([], page.conversation, page.language, page.today)
    used = count_tokens(text)
    if used > budget:
        text, used = "", 0
    return Selection(text, used, [], [], left_out)


def _around(candidates: Sequence[Candidate]) -> dict[str, int]:
    """Return about how many tokens each entry takes beside its text, by id."""
    # Source, author and day; the commonest note of a section will stand in its heading.
    notes = [(each.source, each.author, each.moment.date()) for each in candidates]
    commonest: dict[str, tuple[tuple[str, str, date], int]] = {}
    for note, count in Counter(notes).items():
        if count > commonest.get(note[0], (note, 1))[1]:
            commonest[note[0]] = note, count
    shared = {note for note, _ in commonest.values()}
    around: dict[str, int] = {}
    for each, note in zip(candidates, notes, strict=True):
        place = f"{each.path} › {each.heading}" if each.path else each.heading
        around[each.id] = ENTRY_TOKENS + (0 if note in shared else NOTE_TOKENS) + (count_tokens(place) if place else 0)
    return around


def _offer(candidate: Candidate, around: int) -> Offer:
    tokens = candidate.tokens + around
    return Offer(candidate.id, candidate.source, tokens, min(tokens, SHORTEST + around))


def _cut(candidate: Candidate, tokens: int, terms: Collection[str]) -> Candidate:
    shorter = excerpt(candidate.text, max(tokens, 1), terms)
    return candidate._replace(text=shorter, cut=True)


def _items(taken: Sequence[Candidate]) -> list[TurnItem]:
    return [
        TurnItem(
            number=number,
            id=each.id,
            source=each.source,
            layer=each.layer,
            title=each.title,
            heading=each.heading,
            text=each.text,
            path=each.path,
            score=each.score,
            moment=each.moment,
            author=each.author,
            scope=each.scope,
            category=each.category,
            status=each.status,
            origin=each.origin,
            stale=each.stale,
            lesson=each.lesson,
            shown_title=bool(each.heading) and each.path is None,
        )
        for number, each in enumerate(taken, 1)
    ]
