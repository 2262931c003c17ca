"""Are an owner and a date seen where a name and a day stand? Labelled lines of work, by the coverage of minutes.

    python benchmarks/action_items.py [--split tune|held] [--show]

The 60 lines are in tests/data/claims/action-items.jsonl and were labelled before anything was run. Each is the whole
answer to a request for meeting minutes; what counts is whether the elements "owner" and "deadline" are covered.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memserver.growth.requirement_files import built_in_types
from memserver.growth.requirements import coverage

LINES = Path(__file__).resolve().parent.parent / "tests" / "data" / "claims" / "action-items.jsonl"
ELEMENTS = {"owner": "owner", "date": "deadline"}


def main() -> None:
    """Print the share of lines that are read right, by split."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=("tune", "held"))
    parser.add_argument("--show", action="store_true", help="list every line that is read wrong")
    arguments = parser.parse_args()
    minutes = next(kind for kind in built_in_types() if kind.id == "meeting-minutes")
    cases = [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines() if line.strip()]
    for split in ("tune", "held"):
        some = [case for case in cases if case["split"] == split and arguments.split in {None, split}]
        if not some:
            continue
        covered = {case["id"]: coverage(minutes, case["text"]).covered for case in some}
        for label, element in ELEMENTS.items():
            wrong = [case for case in some if (element in covered[case["id"]]) != case[label]]
            stated = [case for case in some if case[label]]
            seen = sum(element in covered[case["id"]] for case in stated)
            right = 1 - len(wrong) / len(some)
            print(f"{split} {label:<6} right {right:.2f} of {len(some)}, seen {seen} of {len(stated)} that state one")
            for case in wrong if arguments.show else ():
                print(f"    {case['id']} {label} should be {case[label]}: {case['text']!r}")


if __name__ == "__main__":
    main()
