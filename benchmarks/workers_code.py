"""Measures the jobs that read code: precision and recall on planted findings, time and memory on a large workspace.

Run: python benchmarks/workers_code.py [--seeds N] [--large] [--show]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.code_fixture.repository import FULL, SEED, build
from tests.code_fixture.scoring import score_all

ROOT = Path(__file__).resolve().parent.parent
JOBS = ("audit", "map", "deepdive", "document", "refactor", "testgaps")
LARGE = (1_900, 1_350)
"""Modules in Python and in TypeScript that make a workspace of about 5,000 files together with their tests."""

CHILD = """
import importlib, json, sys, time
def resident(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith(name))
request = json.loads(sys.stdin.read())
before = resident("VmRSS")
module = importlib.import_module("memserver.workers.code.analyses." + request["job"])
result = module.analyse(request["arguments"], lambda *_: None)
print(json.dumps({"peak": resident("VmHWM"), "start": before, "cpu": time.process_time(),
                  "unchanged": result["unchanged"], "figures": result["figures"], "state": result["state"]}))
"""
"""Memory is read from the system's own books, so this part runs on Linux only."""


def quality(seeds: int, show: bool) -> None:
    """Print precision and recall of each job over repositories of several seeds."""
    counts: Counter[tuple[str, str]] = Counter()
    for number in range(seeds):
        with tempfile.TemporaryDirectory() as folder:
            truth = build(Path(folder) / "shop", FULL, SEED + 100 * number)
            files = sum(1 for path in (Path(folder) / "shop").rglob("*") if path.is_file() and ".git" not in path.parts)
            for job, score in score_all(Path(folder) / "shop", Path(folder) / "facts.sqlite", truth).items():
                for kind in ("right", "missed", "wrong"):
                    counts[job, kind] += len(getattr(score, kind))
                    if show and kind != "right" and getattr(score, kind):
                        print("\n".join(f"  {job} {kind}: {each}" for each in sorted(map(str, getattr(score, kind)))))
            print(f"seed {SEED + 100 * number}: {files} files")
    print("| job | planted | found | missed | wrong | precision | recall |\n|---|---|---|---|---|---|---|")
    for job in JOBS:
        right, missed, wrong = (counts[job, kind] for kind in ("right", "missed", "wrong"))
        precision, recall = right / max(1, right + wrong), right / max(1, right + missed)
        print(f"| {job} | {right + missed} | {right} | {missed} | {wrong} | {precision:.3f} | {recall:.3f} |")


def large() -> None:
    """Print what each job costs on a large workspace: new, unchanged, and after one changed file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "shop"
        began = time.monotonic()
        build(folder, LARGE)
        files = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
        print(f"{len(files)} files, built in {time.monotonic() - began:.0f} s")
        print("| job | CPU new, s | unchanged, s | one file changed, s | peak over start, MB |\n|---|---|---|---|---|")
        for job in JOBS:
            facts = str(Path(name) / f"{job}.sqlite")
            first = _run(job, folder, facts, {})
            second = _run(job, folder, facts, first["state"])
            changed = next(path for path in sorted(files) if path.suffix == ".py" and "orders" in path.parts)
            changed.write_text(changed.read_text(encoding="utf-8") + f"# {job}\n", encoding="utf-8")
            third = _run(job, folder, facts, first["state"])
            assert second["unchanged"] and third["figures"]["filesRead"] == 1
            growth = max(each["peak"] - each["start"] for each in (first, second, third))
            print(f"| {job} | {first['cpu']:.1f} | {second['cpu']:.2f} | {third['cpu']:.2f} | {growth:.0f} |")


def _run(job: str, folder: Path, facts: str, state: dict[str, object]) -> dict[str, object]:
    request = {"job": job, "arguments": {"folder": str(folder), "facts": facts, "state": state}}
    done = subprocess.run(
        [sys.executable, "-c", CHILD], input=json.dumps(request), capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return json.loads(done.stdout)


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    quality(options.seeds, options.show)
    if options.large:
        large()


if __name__ == "__main__":
    main()
