"""Is the right memory in the turn, and nothing when there is none? One mixed store, English and Korean, 200 questions.

    python benchmarks/mixed_store.py

The store (benchmarks/data/mixed-store.json) goes into a real server through its wire, in global scope, without external
ids. Every question is one `context/build` in a session of its own. Of the answerable: `gold`, all memories that are
needed are in the turn; `answer`, the words that answer stand in its text; `missing`, the turn is silent. Of the others
the share of silent turns: `foreign` (the store knows nothing of it), `near` (the subject is stored, the answer is not).
Floors: plain FTS5 and our own vectors, whole memories in order of score as far as they fit, silent below the best
threshold that keeps 3 % missing on these very questions: no system could have chosen it.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.peers import FullText, Weights
from memserver.__main__ import prepare_process
from memserver.embedding.local import LocalModel
from memserver.folders import cache_folder
from memserver.text.token_count import count_tokens
from tests.e2e.client import Client

DATA = Path(__file__).resolve().parent / "data" / "mixed-store.json"
BUDGETS = (2_000, 500)
MISSING = 0.03  # what a turn is asked for, so that a floor is not silent more often

Row = dict[str, Any]  # a memory or a question as the file has it
Ranked = list[tuple[str, float]]  # keys of memories with their scores, the best first


@dataclass(frozen=True, slots=True)
class Turn:
    """What one question brought."""

    question: Row
    keys: set[str]
    text: str

    @property
    def has_gold(self) -> bool:
        """Whether each group of memories that is needed has one in the turn."""
        return all(self.keys & set(group) for group in self.question["gold"])

    @property
    def has_answer(self) -> bool:
        """Whether every string of the answer stands in the text, however its lines are broken."""
        text = " ".join(self.text.split())
        return all(" ".join(answer.split()) in text for answer in self.question["answer"])


def fill(client: Client, memories: Sequence[Row]) -> dict[str, set[str]]:
    """Store everything; returns the keys behind each id of the server."""
    told = ("layer", "category", "title", "content", "timestamp")
    drafts = [{name: each[name] for name in told if name in each} for each in memories]
    result = client.call("memory/addMany", {"items": drafts}, timeout=600)
    assert not result["failed"], result["failed"]
    client.wait_for_vectors(1_200)
    stored = list(zip(result["ids"], memories, strict=True))
    return {each: {memory["key"] for same, memory in stored if same == each} for each in result["ids"]}


def ask_server(memories: Sequence[Row], questions: Sequence[Row]) -> dict[int, list[Turn]]:
    """Ask a fresh server everything, with each budget."""
    turns: dict[int, list[Turn]] = {budget: [] for budget in BUDGETS}
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "work"
        workspace.mkdir()
        # Without a workspace no turn asks for the memories of a project.
        with Client(Path(folder) / "data", workspace=workspace) as client:
            keys = fill(client, memories)
            for budget in BUDGETS:
                for question in questions:
                    request = {
                        "prompt": question["text"],
                        "sessionId": f"{question['key']}-{budget}",
                        "maxTokens": budget,
                    }
                    turn = client.call("context/build", request)
                    # Standing rules are told for the kind of work, whatever is asked about.
                    items = [item for item in turn["items"] if "rule" not in item["reasons"]]
                    inside = {key for item in items for key in keys.get(item["id"], ())}
                    turns[budget].append(Turn(question, inside, turn["text"]))
    return turns


def floor(texts: dict[str, str], questions: Sequence[Row], ranked: Sequence[Ranked], budget: int) -> list[Turn]:
    """Return the turns of a plain ranking, with the threshold that is best for these very questions."""
    tops = [each[0][1] if each else float("-inf") for each in ranked]
    answerable = [top for top, question in zip(tops, questions, strict=True) if question["kind"] == "answerable"]
    threshold = sorted(answerable)[int(MISSING * len(answerable))]
    cost = {key: count_tokens(text) for key, text in texts.items()}
    turns = []
    for question, order, top in zip(questions, ranked, tops, strict=True):
        inside: list[str] = []
        for key, _ in order if top >= threshold else []:
            if cost[key] + sum(cost[each] for each in inside) <= budget:
                inside.append(key)
        turns.append(Turn(question, set(inside), "\n".join(texts[key] for key in inside)))
    return turns


def crosses(question: Row, languages: dict[str, str]) -> bool:
    """Whether a question is asked in another language than a memory that answers it, or would."""
    keys = [key for group in question["gold"] for key in group] + question.get("about", [])
    return any(languages[key] != question["lang"] for key in keys)


def print_row(name: str, turns: Sequence[Turn]) -> None:
    """Print one row; a column without questions is left empty."""
    answerable = [turn for turn in turns if turn.question["kind"] == "answerable"]
    cells = [[turn.has_gold for turn in answerable], [turn.has_answer for turn in answerable]]
    for kind in ("answerable", "foreign", "near"):
        cells.append([not turn.keys for turn in turns if turn.question["kind"] == kind])
    print(f"  {name:<26}" + "".join(f"{statistics.mean(c):>9.2f}" if c else f"{'–':>9}" for c in cells), flush=True)


def main() -> None:
    """Measure the server and both floors."""
    prepare_process()
    data = json.loads(DATA.read_text(encoding="utf-8"))
    memories, questions = data["memories"], data["questions"]
    languages = {memory["key"]: memory["lang"] for memory in memories}
    texts = {memory["key"]: "\n".join((memory.get("title", ""), memory["content"])).strip() for memory in memories}
    turns = {"memserver": ask_server(memories, questions)}
    weights = Weights(LocalModel(cache_folder()))
    vectors = np.stack([weights.passage(text) for text in texts.values()])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = FullText(weights, Path(folder))
        words.add(list(texts), list(texts.values()))
        by_words = [words.scored(question["text"], len(texts)) for question in questions]
    scores = [(vectors @ weights.question(question["text"])).tolist() for question in questions]
    by_vectors = [sorted(zip(texts, each, strict=True), key=lambda pair: -pair[1]) for each in scores]
    for name, ranked in (("FTS5, best threshold", by_words), ("vectors, best threshold", by_vectors)):
        turns[name] = {budget: floor(texts, questions, ranked, budget) for budget in BUDGETS}
    for budget in BUDGETS:
        print(f"\n{f'{budget} tokens':<28}     gold   answer  missing  foreign     near")
        for name, by_budget in turns.items():
            print_row(name, by_budget[budget])
            for language in ("en", "ko"):
                print_row(f"  asked in {language}", [t for t in by_budget[budget] if t.question["lang"] == language])
            print_row("  over the other language", [t for t in by_budget[budget] if crosses(t.question, languages)])


if __name__ == "__main__":
    main()
