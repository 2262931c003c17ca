"""Where the bench data is, and how it is read. The data itself is not part of the repository."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SETS = ("locomo-dev", "codebase_chunks", "product_docs_qa", "chunk_eval")
# In the sets of conversations the turns are numbered by session: the third of the first session is "D1:3".
TURN_OF_TALK = re.compile(r"D(\d+):(\d+)")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True, slots=True)
class BenchSet:
    """One data set: texts by corpus, and questions with the ids of the texts that answer them."""

    name: str
    corpora: dict[str, list[dict[str, Any]]]
    queries: list[dict[str, Any]]


def data_folder() -> Path | None:
    """Return the folder of the data sets, None when there is none."""
    folder = Path(os.environ.get("MEMSERVER_BENCH_DATA") or ROOT.parent / "shared" / "bench" / "data")
    return folder if folder.is_dir() else None


def process_cpu(process: int) -> float:
    """Return the CPU seconds that a process has used, 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def read_set(name: str) -> BenchSet | None:
    """Read one data set, None (with a line on standard error) when it is not there."""
    folder = data_folder()
    path = folder / f"{name}.json" if folder else None
    if path is None or not path.is_file():
        print(f"{name}: not found; set MEMSERVER_BENCH_DATA to the folder of the data sets", file=sys.stderr)
        return None
    content = json.loads(path.read_text(encoding="utf-8"))
    for items in content["corpora"].values():
        for item in items:
            if "speaker" in item and (turn := TURN_OF_TALK.fullmatch(item["id"])):
                item |= {"thread": f"session {turn[1]}", "position": int(turn[2])}
    return BenchSet(name, content["corpora"], content["queries"])


def draft_of(item: dict[str, Any]) -> dict[str, Any]:
    """Return a text as the params of memory/add, told where it stands in its conversation."""
    place = {name: item[name] for name in ("thread", "position") if name in item}
    return {"layer": "episodic", "content": item["text"], "externalId": item["id"], **place}


def sentences_and_questions(most: int) -> tuple[list[str], list[str]]:
    """Return sentences of the sets that are there, and questions of which each is answered by some of them.

    The questions are taken from all sets in turn, so that any beginning of the list is a mixture of them. First come
    the sentences that answer; others fill the list up.
    """
    found = [each for name in SETS if (each := read_set(name)) is not None]
    sentences: dict[str, None] = {}
    questions: list[list[str]] = []
    for each in found:
        texts = {(cid, item["id"]): item["text"] for cid, items in each.corpora.items() for item in items}
        answering: dict[str, None] = {}
        asked: list[str] = []
        for query in each.queries[:: max(len(each.queries) // 100, 1)]:
            if len(answering) < most // len(found):
                asked.append(query["text"])
                for key in query["gold"]:
                    answering.update(dict.fromkeys(_sentences(texts[query["cid"], key])))
        questions.append(asked)
        sentences.update(answering)
    others = list(dict.fromkeys(part for each in found for part in _all_sentences(each) if part not in sentences))
    Random(3).shuffle(others)
    sentences.update(dict.fromkeys(others[: max(most - len(sentences), 0)]))
    mixed = [question for group in zip_longest(*questions) for question in group if question]
    return list(sentences)[:most], list(dict.fromkeys(mixed))


def _all_sentences(data: BenchSet) -> Iterator[str]:
    for items in data.corpora.values():
        for item in items:
            yield from _sentences(item["text"])


def _sentences(text: str) -> list[str]:
    parts = (part.strip() for part in SENTENCE_END.split(text))
    return [part for part in parts if 25 <= len(part) <= 320]
