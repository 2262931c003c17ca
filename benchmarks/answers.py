"""Does the confidence look at the answer? Labelled answers against their sources, through a real server.

    python benchmarks/answers.py [--split tune|held] [--show] [--direct] [--commit abc123]

The 60 cases are in tests/data/claims/answers.jsonl and were labelled before anything was run; numbers were tuned on
those of the split "tune". Each case has a store of its own: its sources are added as memories, a turn is built for its
prompt, and the turn is completed with its answer. A turn leaves out what is unlikely to help, and shows sources in its
own order: citations are renumbered, and a source that was cited but left out is counted. `--direct` hands the rule all
sources as they are, without a server; `--commit` does the same with the server of another commit.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memserver.turn.complete import Answered, Source, judge
from tests.e2e.client import Client

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "data" / "claims" / "answers.jsonl"
HIGH_FROM = 70
# What a source scores that was likely to help, for the rule without a turn.
DIRECT_CHANCE = 0.8
MARK = re.compile(r"\[(\d)\]")


class Judged(NamedTuple):
    """A case with its score, whether a contradiction is named, and the footer."""

    case: dict[str, Any]
    score: int
    named: bool
    footer: str
    left_out: bool = False


def cases(split: str | None) -> list[dict[str, Any]]:
    """Return the labelled cases of a split, or all of them."""
    found = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [case for case in found if split in {None, case["split"]}]


def through_server(case: dict[str, Any], client: Client) -> Judged:
    """Store the sources, build the turn and complete it with the answer."""
    ids = []
    for source in case["sources"]:
        draft = {"layer": "long-term", "title": source["title"], "content": source["text"]}
        ids.append(client.call("memory/add", draft)["id"])
    turn = client.call("context/build", {"prompt": case["prompt"], "sessionId": case["id"]})
    shown = [item["id"] for item in turn["items"]]
    places = {number: shown.index(id_) + 1 for number, id_ in enumerate(ids, 1) if id_ in shown}
    cited = {int(number) for number in MARK.findall(case["answer"])}
    answer = MARK.sub(lambda match: f"[{places[int(match[1])]}]" if int(match[1]) in places else "", case["answer"])
    done = client.call("turn/complete", {"turnId": turn["turnId"], "answer": answer})
    client.call("memory/deleteAll", {"confirm": "delete everything"})
    named = bool(done.get("contradictions"))
    return Judged(case, done["confidence"]["score"], named, done["footer"], not cited <= places.keys())


def directly(case: dict[str, Any]) -> Judged:
    """Hand the rule all sources, in the order of the case."""
    sources = [
        Source(str(number), source["title"], None, source["text"][:200], source["text"], DIRECT_CHANCE)
        for number, source in enumerate(case["sources"], 1)
    ]
    signals = {"chunk_count": len(sources), "top_score": DIRECT_CHANCE}
    language = "ko" if case["lang"] == "ko" else "en"
    done = judge(Answered("t", case["answer"], case["prompt"], language, None, sources, signals))
    return Judged(case, done.confidence.score, bool(done.check.contradictions), done.footer)


def measure(split: str | None, direct: bool, commit: str | None) -> list[Judged]:
    """Judge every case of a split."""
    if direct:
        return [directly(case) for case in cases(split)]
    with tempfile.TemporaryDirectory() as folder:
        env = {}
        if commit:
            tree = Path(folder) / "tree"
            tree.mkdir()
            archive = subprocess.run(
                ["git", "-C", str(ROOT), "archive", commit, "memserver"], check=True, capture_output=True
            )
            subprocess.run(["tar", "-x", "-C", str(tree)], input=archive.stdout, check=True)
            env["PYTHONPATH"] = str(tree)
        with Client(Path(folder) / "data", env=env) as client:
            return [through_server(case, client) for case in cases(split)]


def share(judged: Iterable[bool]) -> str:
    """Return a share with its count."""
    chosen = list(judged)
    return f"{sum(chosen) / len(chosen):>6.2f} of {len(chosen):<3}" if chosen else f"{'-':>6} of 0  "


def main() -> None:
    """Print, by split, what contradicts and is not high, and what is right and called wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=("tune", "held"))
    parser.add_argument("--show", action="store_true", help="list every case with its score and footer")
    parser.add_argument("--direct", action="store_true", help="without a server")
    parser.add_argument("--commit", help="the server of this commit")
    arguments = parser.parse_args()
    judged = measure(arguments.split, arguments.direct, arguments.commit)
    for split in ("tune", "held"):
        some = [each for each in judged if each.case["split"] == split]
        if not some:
            continue
        label = {name: [each for each in some if each.case["label"] == name] for name in
                 ("contradicts", "supported", "empty", "irrelevant")}  # fmt: skip
        print(
            f"{split}: {len(some)} cases, {sum(each.left_out for each in some)} with a cited source that the "
            f"turn left out"
        )
        wrong = label["contradicts"]
        print(f"  contradicting: below {HIGH_FROM:<3}        {share(each.score < HIGH_FROM for each in wrong)}")
        print(f"  contradicting: below and named  {share(each.score < HIGH_FROM and each.named for each in wrong)}")
        print(f"  supported: called contradicted  {share(each.named for each in label['supported'])}")
        print(f"  empty: below 50                 {share(each.score < 50 for each in label['empty'])}")
        for name, each_label in label.items():
            scores = sorted(each.score for each in each_label)
            print(f"  scores, {name:<24}{' '.join(map(str, scores))}")
    for each in judged if arguments.show else ():
        print(
            f"{each.case['id']} {each.case['label']:<12}{each.score:>4} "
            f"{'left out ' if each.left_out else ''}{each.footer}"
        )


if __name__ == "__main__":
    main()
