"""What two statements say about each other, on cases that people labelled before anything was run: tests/data/claims.

    python benchmarks/claims.py [--show]

Pairs on scope, told changes, short conflicts, and what is taken back in a conversation, each by split: `tune` was in
view while thresholds were chosen, `held` was not. Precision and recall of "replaces" (the older one goes out of force)
and of "disagrees" (the two are shown as a conflict, or one replaces the other). Beside them what a glance alone gives,
and two floors of the same run: any change word with half of the older one's content words, and a cosine with a value
that differs. `--show` lists what was judged wrongly.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from memserver.claims.claim import claim_of  # noqa: E402
from memserver.claims.conversation import spoken, taken_back_by  # noqa: E402
from memserver.claims.model import VectorPair  # noqa: E402
from memserver.claims.reader import PairReader  # noqa: E402
from memserver.claims.texts import Read, judge_texts  # noqa: E402
from memserver.embedding.local import LocalModel  # noqa: E402
from memserver.embedding.protocol import Kind  # noqa: E402
from memserver.folders import cache_folder  # noqa: E402
from memserver.layers.precedence import clearly_disagrees  # noqa: E402
from memserver.text.sentences import split_sentences  # noqa: E402

CASES = ROOT / "tests" / "data" / "claims"
SPLITS = ("tune", "held")
LONGEST_WORDS = 60
NEAR = 0.6

Judge = Callable[[str, str, VectorPair], str]


@dataclass(frozen=True)
class Case:
    """A stored and a new statement, and how they stand to each other."""

    name: str
    split: str
    old: str
    new: str
    label: str


def cases() -> Iterator[Case]:
    """Yield the labelled pairs; long passages are judged elsewhere (`benchmarks/conflicts.py`)."""
    for name in ("scope", "told-changes", "conflicts"):
        for line in (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            old, new = row.get("old") or row["a"], row.get("new") or row["b"]
            label = {"conflict": "contradicts", "fine": "other"}.get(row["label"], row["label"])
            if max(len(old.split()), len(new.split())) < LONGEST_WORDS:
                yield Case(name, row["split"], old, new, label)


def as_written(old: str, new: str, vectors: VectorPair, read: Read | None) -> str:
    """Judge as the write door does."""
    verdict = judge_texts(old, new, vectors, read)
    if verdict.kind == "replaces" and verdict.proven:
        return "replaces"
    return "contradicts" if clearly_disagrees(verdict) else "other"


def by_change_words(old: str, new: str, _: VectorPair) -> str:
    """Judge by a change word and shared words."""
    stored, said = claim_of(old), claim_of(new)
    shared = len(stored.content & said.content) / max(1, len(stored.content))
    told = said.cues["change"] or said.cues["retract"]
    return "replaces" if told and shared >= 1 / 2 and not said.question else "other"


def by_cosine(old: str, new: str, vectors: VectorPair) -> str:
    """Judge by nearness and a value that differs."""
    differs = claim_of(old).values != claim_of(new).values
    return "contradicts" if differs and float(vectors[0] @ vectors[1]) > NEAR else "other"


def figures(judged: Sequence[tuple[Case, str]], wanted: set[str]) -> str:
    """Return precision / recall of some labels."""
    said = [case.label in wanted for case, found in judged if found in wanted]
    there = [found in wanted for case, found in judged if case.label in wanted]
    return f"{sum(said) / max(1, len(said)):.2f} / {sum(there) / max(1, len(there)):.2f} ({len(there)})"


def taken_back(split: str, read: Read | None) -> str:
    """Return precision / recall of finding that something was taken back in its conversation."""
    judged = []
    for line in (CASES / "retractions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["split"] != split:
            continue
        messages = [message["content"] for message in row["messages"]]
        place, quote = row["said"]["message"], row["said"]["quote"]
        sentences = split_sentences(spoken(messages[place]))
        whole = next((each for each in sentences if quote in each or each in quote), quote)
        found = taken_back_by(whole, messages[place + 1 :], read) is not None
        label = "replaces" if row["takenBack"] else "other"
        judged.append((Case("", split, quote, "", label), "replaces" if found else "other"))
    return figures(judged, {"replaces"})


def main() -> None:
    """Print a row for each set and split."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", choices=SPLITS, help="list what was judged wrongly in a split")
    arguments = parser.parse_args()
    model = LocalModel(cache_folder())
    read = PairReader(model).read
    every = [(case, (model.embed(case.old, Kind.PASSAGE), model.embed(case.new, Kind.PASSAGE))) for case in cases()]
    judges: dict[str, Judge] = {
        "memserver": lambda old, new, vectors: as_written(old, new, vectors, read),
        "unread": lambda old, new, vectors: as_written(old, new, vectors, None),
        "change words": by_change_words,
        "cosine": by_cosine,
    }
    for name in ("scope", "told-changes", "conflicts"):
        for split in SPLITS:
            chosen = [(case, pair) for case, pair in every if (case.name, case.split) == (name, split)]
            for title, judge in judges.items():
                judged = [(case, judge(case.old, case.new, pair)) for case, pair in chosen]
                replaces, disagrees = figures(judged, {"replaces"}), figures(judged, {"replaces", "contradicts"})
                print(f"{name:<13}{split:<6}{title:<13} replaces {replaces:<18} disagrees {disagrees}")
                for case, found in judged if title == "memserver" and arguments.show == split else ():
                    if found != case.label and {found, case.label} != {"same", "other"}:
                        print(f"    {case.label} judged {found}: {case.old} | {case.new}")
    for split in SPLITS:
        print(f"{'taken back':<13}{split:<6}{'memserver':<13} {taken_back(split, read)}")
        print(f"{'taken back':<13}{split:<6}{'words alone':<13} {taken_back(split, None)}")


if __name__ == "__main__":
    main()
