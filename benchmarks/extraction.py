"""How well facts are found in sessions without a language model: precision and recall on labelled snippets."""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from memserver.layers.conversation import SessionMessage  # noqa: E402
from memserver.layers.extraction import extract  # noqa: E402

LABELLED = ROOT / "tests" / "data" / "extraction"


@dataclass
class Score:
    """Counts over some snippets."""

    right: int = 0
    wrong: int = 0
    missed: int = 0
    snippets: int = 0

    @property
    def precision(self) -> float:
        """Return the share of extracted facts that were expected."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """Return the share of expected facts that were extracted."""
        return self.right / max(1, self.right + self.missed)


def snippets(language: str | None = None, split: str | None = None) -> list[dict[str, Any]]:
    """Return the labelled snippets of a language and split, in file order."""
    rows = [
        json.loads(line) for file in sorted(LABELLED.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()
    ]
    return [
        row
        for row in rows
        if (language is None or row["id"].startswith(language)) and (split is None or row["split"] == split)
    ]


def messages_of(snippet: dict[str, Any]) -> list[SessionMessage]:
    """Return the messages of a snippet."""
    return [
        SessionMessage(
            message["role"],
            message["content"],
            datetime.fromisoformat(message["timestamp"]) if "timestamp" in message else None,
        )
        for message in snippet["messages"]
    ]


def score(rows: list[dict[str, Any]], *, verbose: bool = False) -> Score:
    """Match what is extracted with what is expected; each expected fact is matched once."""
    result = Score(snippets=len(rows))
    for row in rows:
        expected = list(row["facts"])
        for fact in extract(messages_of(row)):
            text = fact.content.lower()
            match = next((keys for keys in expected if all(key.lower() in text for key in keys)), None)
            if match is None:
                result.wrong += 1
                if verbose:
                    print(f"  {row['id']} wrong: {fact.content}")
            else:
                expected.remove(match)
                result.right += 1
        result.missed += len(expected)
        if verbose and expected:
            print(f"  {row['id']} missed: {expected}")
    return result


def main() -> int:
    """Print the figures; fail when they are below what we promise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--verbose", action="store_true", help="print wrong and missed facts of all splits but held-out"
    )
    arguments = parser.parse_args()
    for language in ("en", "ko"):
        for split in ("held-out", "dev", "fresh", "fresh-2", "plain", "plain-2"):
            part = score(snippets(language, split), verbose=arguments.verbose and split != "held-out")
            print(
                f"{language} {split:<10} snippets {part.snippets:>3}  precision {part.precision:.3f}  "
                f"recall {part.recall:.3f}"
            )
    everything = snippets()
    started = time.perf_counter()
    total = score(everything)
    took = time.perf_counter() - started
    print(f"all           snippets {total.snippets:>3}  precision {total.precision:.3f}  recall {total.recall:.3f}")
    print(f"one snippet: {took / len(everything) * 1e3:.2f} ms")
    return 0 if total.precision >= 0.9 and total.recall >= 0.6 else 1


if __name__ == "__main__":
    raise SystemExit(main())
