"""What a prompt names (path, file, symbol, id, commit, ticket) is looked up exactly, beside the search.

Bounded work: a few names, each by an index, each with a few passages. A ticket, commit or id that nothing stored
mentions is missing: where a prompt asks for nothing else, there is nothing to say. The shape of names is in
`memserver.text.prompt_names`, the look-ups are in `memserver.storage.named`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from memserver.retrieval.lexical import Posting
from memserver.storage.named import TextWithNames
from memserver.storage.passages import Visibility
from memserver.storage.store import Store
from memserver.text.prompt_names import NameKind, PromptName, names_in

# Maximum passages returned: a name that more passages mention is found by the words of the query as well.
MAX_PASSAGES = 20
# Maximum passages with all terms of a name whose text is read to check for the name itself. A plain number stands in
# many texts that do not mean the ticket, so more are read for it.
MAX_READ, MAX_READ_FOR_NUMBER = 30, 60
# Maximum passages of the rarest term, newest first, that are intersected with those of the other terms.
MAX_INTERSECTED = 2_000

# How surely a passage is meant, by the kind of name that led to it.
SURENESS: Mapping[NameKind, float] = {"id": 4.0, "ticket": 3.0, "commit": 3.0, "file": 2.0, "symbol": 2.0}
OWN_FILE = 1.0
"""On top for a passage of the file itself, or of a memory about it, over one that mentions its name."""
_DOCUMENT = re.compile(r"(?P<kind>[a-z]{2,10})[ #-]?0*(?P<number>[1-9]\d{0,4})")
MISSABLE: frozenset[NameKind] = frozenset(("id", "ticket", "commit"))


@dataclass(frozen=True, slots=True)
class Named:
    """The passages that a prompt names, best first; and which of its ids, tickets and commits nothing mentions."""

    passages: tuple[int, ...] = ()
    missing: tuple[str, ...] = ()
    only_names: bool = False
    """Whether the prompt asks for nothing but what is missing: then nothing that is stored answers it."""
    scores: tuple[float, ...] = ()
    """How surely each of the passages is meant: the sum over its names, from `SURENESS`."""

    def sureness(self) -> dict[int, float]:
        """Return how surely a passage is meant, by its id."""
        return dict(zip(self.passages, self.scores, strict=True))


NOTHING_NAMED = Named()


async def find_named(
    store: Store, prompt: str, visibility: Visibility, postings: Mapping[str, Posting] | None = None
) -> Named:
    """Look up what a prompt names among what may be seen.

    `postings` are those that a search has read for the words of the prompt: paths and symbols are made of common words,
    which the text index alone puts together several times slower.
    """
    prompted = names_in(prompt)
    if not prompted.names and not prompted.tokens:
        return NOTHING_NAMED
    scores: dict[int, float] = {}
    known = await _by_id(store, [*(name.text for name in prompted.names), *prompted.tokens], visibility, scores)
    missing = []
    for name in prompted.names:
        there = await _find(store, name, visibility, postings, scores)
        if name.kind in MISSABLE and not there and name.text not in known:
            missing.append(name.text)
    # Passages are numbered as they are written: of two that are as sure, the newer one comes first.
    best = sorted(scores, key=lambda passage: (-scores[passage], -passage))
    only = bool(missing) and len(missing) == len(prompted.names) and not known and not prompted.says_more
    return Named(tuple(best), tuple(missing), only, tuple(scores[passage] for passage in best))


async def _by_id(store: Store, names: Sequence[str], visibility: Visibility, scores: dict[int, float]) -> set[str]:
    """Score the passages of what has a name as its id; returns the names that are one."""
    found = await store.named.by_id(list(dict.fromkeys(names)), visibility, MAX_PASSAGES)
    for passage, _ in found:
        scores[passage] = scores.get(passage, 0.0) + SURENESS["id"]
    return {name for _, name in found}


async def _find(
    store: Store,
    name: PromptName,
    visibility: Visibility,
    postings: Mapping[str, Posting] | None,
    scores: dict[int, float],
) -> bool:
    """Score the passages that a name leads to; says whether anything stored may mention it."""
    found: dict[int, float] = {}
    if name.kind == "file":
        found |= dict.fromkeys(await _of_file(store, name.text, visibility), SURENESS["file"] + OWN_FILE)
    elif name.kind == "commit":
        written = await store.named.of_commit(name.text, visibility, MAX_PASSAGES)
        found |= dict.fromkeys(written, SURENESS["commit"])
    most = MAX_READ_FOR_NUMBER if name.text.startswith("#") else MAX_READ
    near = await _near(store, name, visibility, postings, most)
    for each in near:
        if len(found) < MAX_PASSAGES and name.stands_in(each.text):
            found.setdefault(each.id, SURENESS[name.kind])
    if not found and name.kind == "ticket" and (document := _DOCUMENT.fullmatch(name.text.casefold())):
        # No text mentions ADR-7, but a note may be it.
        own = await store.named.numbered(document["kind"], document["number"], visibility, MAX_PASSAGES)
        found |= dict.fromkeys(own, SURENESS["ticket"] + OWN_FILE)
    for passage, score in found.items():
        scores[passage] = scores.get(passage, 0.0) + score
    if found or name.kind not in MISSABLE:
        return True
    # Where there is more than was read, nobody knows.
    return len(near) >= most or await _in_records(store, name, visibility.projects, most)


async def _near(
    store: Store, name: PromptName, visibility: Visibility, postings: Mapping[str, Posting] | None, most: int
) -> list[TextWithNames]:
    """Return the newest passages that hold the terms of a name, in a row where the text index is asked."""
    if not name.terms:
        return []
    if postings is None or name.kind in MISSABLE:
        return await store.named.holding(name.terms, name.kind == "commit", visibility, most)
    held_by = _holding(name, postings, most)
    return await store.named.texts(held_by, visibility) if held_by else []


def _holding(name: PromptName, held: Mapping[str, Posting], most: int) -> list[int]:
    """Return the newest passages that hold all terms of one of a name's runs."""
    found: set[int] = set()
    for run in name.terms:
        if not all(term in held for term in run):
            continue
        rarest, *others = sorted((held[term].ids for term in set(run)), key=len)
        ids = rarest[-MAX_INTERSECTED:]
        for other in others:
            places = np.minimum(np.searchsorted(other, ids), len(other) - 1)
            ids = ids[other[places] == ids]
        found.update(ids[-most:].tolist())
    return sorted(found)[-most:]


async def _of_file(store: Store, path: str, visibility: Visibility) -> list[int]:
    """Return the passages of the notes at a path and of the memories about it; a bare name stands for any folder."""
    parts = [part for part in path.replace("\\", "/").split("/") if part]
    near = await store.named.of_file(parts[-2] if len(parts) > 1 else "", parts[-1], visibility, MAX_PASSAGES)
    return [each.id for each in near if any(_same(parts, other) for other in each.paths)][:MAX_PASSAGES]


def _same(parts: Sequence[str], other: str) -> bool:
    """Say whether two paths may be one: the shorter one is the end of the longer one."""
    others = [part for part in other.replace("\\", "/").casefold().split("/") if part]
    count = min(len(parts), len(others))
    return [part.casefold() for part in parts[-count:]] == others[-count:]


async def _in_records(store: Store, name: PromptName, projects: Sequence[str], most: int) -> bool:
    """Say whether a record of the tiers (a decision, a task, an incident …) mentions a name."""
    if not name.terms:
        return False
    texts = await store.named.records_holding(name.terms, name.kind == "commit", projects, most)
    return len(texts) == most or any(map(name.stands_in, texts))
