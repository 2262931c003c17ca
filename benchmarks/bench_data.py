"""Where the bench data is, and how it is read. The data itself is not part of the repository."""

from __future__ import annotations

import ast
import json
import os
import re
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import log2
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

Row = dict[str, Any]
Figures = tuple[float, float]
ROOT = Path(__file__).resolve().parent.parent
SETS = ("locomo-dev", "codebase_chunks", "product_docs_qa", "chunk_eval")
TOP = 10
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
    place: Row = {name: item[name] for name in ("thread", "position") if name in item}
    return {"layer": "episodic", "content": item["text"], "externalId": item["id"], **place}


@dataclass(frozen=True, slots=True)
class Question:
    """A question: of each group of ids one is needed, and of each group of texts one must be in the turn."""

    text: str
    gold: list[list[str]]
    said: list[list[str]]

    @property
    def belonging(self) -> set[str]:
        """Return all ids that belong to it."""
        return {key for group in self.gold for key in group}

    def order(self, best: Sequence[set[str]]) -> Figures:
        """Return recall and normalised gain at ten of a ranking."""
        gain = sum(1 / log2(place + 2) for place, ids in enumerate(best[:TOP]) if ids & self.belonging)
        most = sum(1 / log2(place + 2) for place in range(min(TOP, len(self.belonging))))
        return mean(any(ids & set(group) for ids in best[:TOP]) for group in self.gold), gain / most

    def is_answered(self, inside: set[str], text: str) -> bool:
        """Say whether a turn has what answers: the texts where the data tells them, else all evidence."""
        if not self.said:
            return all(inside & set(group) for group in self.gold)
        return all(any(_plain(each) in _plain(text) for each in group) for group in self.said)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


@dataclass(frozen=True, slots=True)
class Corpus:
    """Memories, or notes by path, with the questions that they answer."""

    items: list[Row]
    documents: dict[str, str]
    questions: list[Question]


def read_corpora(folder: Path, name: str, limit: int) -> list[Corpus]:
    """Read one set, with at most `limit` of its answerable questions, spread evenly."""
    data = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    if "modules" in data:
        data["corpora"] = {"code": library_functions(data)}
    known = {(cid, item["id"]) for cid, items in data.get("corpora", {}).items() for item in items}
    asked = [(row.get("cid", "code"), question_of(row)) for row in data.get("queries") or data["questions"]]
    notes = "documents" in data
    asked = [(cid, q) for cid, q in asked if q.gold and (notes or all((cid, group[0]) in known for group in q.gold))]
    asked = [asked[place * len(asked) // limit] for place in range(limit)] if limit < len(asked) else asked
    if notes:
        return [Corpus([], data["documents"], [each for _, each in asked])]
    chosen = dict.fromkeys(cid for cid, _ in asked)
    return [Corpus(data["corpora"][cid], {}, [q for own, q in asked if own == cid]) for cid in chosen]


def question_of(row: Row) -> Question:
    """Return a question in the one form."""
    wanted = [row["path"]] if "path" in row else [row["newer"]] if "newer" in row else row["gold"]
    gold = [each if isinstance(each, list) else [each] for each in wanted]
    return Question(row["text"], gold, [[each] for each in row.get("answers", ())] or row.get("passage") or [])


def library_functions(data: Row) -> list[Row]:
    """Return functions of this interpreter's library without their docstrings: those asked for, and others."""
    root, found = Path(sysconfig.get_paths()["stdlib"]), {}
    for module in data["modules"]:
        path = root / module.replace(".", "/")
        file = path.with_suffix(".py") if path.with_suffix(".py").is_file() else path / "__init__.py"
        if file.is_file():
            source = file.read_text(encoding="utf-8")
            found.update({f"{module}:{name}": text for name, text in functions_in(source)})
    gold = [key for row in data["queries"] for key in row["gold"] if key in found]
    others = sorted(set(found) - set(gold))
    kept = {*gold, *Random(1).sample(others, min(data["size"] - len(set(gold)), len(others)))}
    return [{"id": key, "text": found[key]} for key in sorted(kept)]


def functions_in(source: str) -> Iterator[tuple[str, str]]:
    """Return the functions and methods of a module that have a docstring, without it."""
    tree, lines = ast.parse(source), source.splitlines()
    classes = [(f"{node.name}.", node.body) for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner, body in [("", tree.body), *classes]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node) and node.body[1:]:
                head, doc, end = node.lineno - 1, node.body[0], node.end_lineno
                shown = [*lines[head : doc.lineno - 1], *lines[doc.end_lineno or 0 : end]]
                if 4 <= len(shown) <= 80:
                    yield owner + node.name, "\n".join(line[node.col_offset :] for line in shown)


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
