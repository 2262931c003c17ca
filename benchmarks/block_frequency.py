"""How often does each dynamic block stand in front of a real prompt? 240 questions of the bench sets, on real stores.

    python benchmarks/block_frequency.py [--questions 240] [--keep FOLDER]

Each set's questions go, evenly picked, to a real server that holds that set's texts (at most STORED of them: those that
answer, then others). Then the prompts of scripts/errand_prompts/held-out that are no tasks go to the last store: there
nothing should stand at all. The data is not part of the repository (MEMSERVER_BENCH_DATA).
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.bench_data import ROOT, data_folder
from tests.e2e.client import Client

SETS = (
    "locomo-dev", "codebase_chunks", "product_docs_qa", "chunk_eval", "ko-en-dev", "coding-memory-dev", "sde-dev",
    "passages-dev", "supersession-dev",
)  # fmt: skip
STORED = 250
BATCH = 64
BUDGET = 2_000
BLOCKS = (
    "intent-clarification", "epistemic-guard", "requirement-graph", "org-memory", "terminology", "conflict-warnings",
    "cove-checklist", "citation-trace",
)  # fmt: skip


def texts_and_questions(content: dict[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the texts of one corpus of a set, those that answer first, and the questions about it."""
    asked = content.get("queries") or content["questions"]
    if "corpora" not in content:
        texts = [{"text": text, "id": name} for name, text in content["documents"].items()]
        return texts, [row["text"] for row in asked]
    corpus = Counter(row["cid"] for row in asked).most_common(1)[0][0]
    asked = [row for row in asked if row["cid"] == corpus]
    wanted = {json.dumps(gold) for row in asked for gold in _flat(row.get("gold") or [])}
    texts = sorted(content["corpora"][corpus], key=lambda item: json.dumps(item["id"]) not in wanted)
    return texts[:STORED], [row["text"] for row in asked]


def _flat(gold: Any) -> Iterator[Any]:
    for each in gold:
        yield from _flat(each) if isinstance(each, list) else [each]


def drafts(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return texts as memories."""
    found = []
    for item in items:
        text = item.get("text") or "\n".join(f"{speaker}: {said}" for speaker, said in item.get("messages", ()))
        if not text.strip():
            continue
        # A bench has no workspace, so what a project knows is stored as what is known everywhere.
        draft = {
            "layer": item.get("layer", "episodic").replace("project", "long-term"),
            "content": text[:20_000],
            "externalId": str(item["id"]),
        }
        if item.get("title"):
            draft["title"] = item["title"]
        if "T" in str(item.get("time", "")):
            draft["timestamp"] = item["time"]
        found.append(draft)
    return found


def ask(client: Client, prompts: list[str]) -> list[dict[str, Any]]:
    """Build a turn for each prompt."""
    return [
        client.call("context/build", {"prompt": text, "sessionId": "bench", "maxTokens": BUDGET}) for text in prompts
    ]


def show(name: str, turns: list[dict[str, Any]]) -> Counter[str]:
    """Print one row: turns, turns with items, and in how many each block stands."""
    counts = Counter(block["id"] for turn in turns for block in turn["blocks"])
    items = sum(bool(turn["items"]) for turn in turns)
    tokens = sum(turn["usage"]["blocks"] for turn in turns) / max(len(turns), 1)
    print(f"{name:<18}{len(turns):>6}{items:>7}{tokens:>8.0f}" + "".join(f"{counts[each]:>7}" for each in BLOCKS))
    sys.stdout.flush()
    return counts


def main() -> None:
    """Measure each set that is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=240)
    parser.add_argument("--sets", nargs="*", default=list(SETS))
    parser.add_argument("--keep", type=Path, help="keep the filled stores in this folder, and use them when there")
    arguments = parser.parse_args()
    folder = data_folder()
    sets = [name for name in arguments.sets if folder and (folder / f"{name}.json").is_file()]
    if not folder or not sets:
        print("no data sets; set MEMSERVER_BENCH_DATA", file=sys.stderr)
        return
    print(f"{'set':<18}{'turns':>6}{'items':>7}{'tokens':>8}" + "".join(f"{each[:6]:>7}" for each in BLOCKS))
    every: list[dict[str, Any]] = []
    held_out = [
        line
        for path in sorted((ROOT / "scripts" / "errand_prompts" / "held-out").rglob("*.txt"))
        if path.stem != "task"
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    for place, name in enumerate(sets):
        items, questions = texts_and_questions(json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
        share = arguments.questions // len(sets) + (place < arguments.questions % len(sets))
        picked = [questions[number * len(questions) // share] for number in range(min(share, len(questions)))]
        with (
            tempfile.TemporaryDirectory() as scratch,
            Client((arguments.keep or Path(scratch)) / name) as client,
        ):
            stored = drafts(items) if not client.call("status")["counts"]["memories"] else []
            for start in range(0, len(stored), BATCH):
                client.call("memory/addMany", {"items": stored[start : start + BATCH]}, timeout=600)
            client.wait_for_vectors(1_200)
            turns = ask(client, picked)
            show(name, turns)
            every += turns
            if place == len(sets) - 1:
                show("all", every)
                show("errands held out", ask(client, held_out))


if __name__ == "__main__":
    main()
