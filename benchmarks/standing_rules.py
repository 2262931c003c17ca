"""Are standing rules told when their kind of work is done, in other words, and only then?

    python benchmarks/standing_rules.py [--show] [--budget 2000]

The rules and 120 prompts are in benchmarks/data/standing-rules.json and were labelled before anything was run. A real
server holds all rules and 60 ordinary memories (the first of mixed-store.json, where it is there); each case is a
conversation of its own. Counted are pairs of a case and a rule: told is the share of the pairs that should be told and
are among the items of the turn (aim 0.9), wrongly told the share of those that should not be and are (aim 0.05).
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.labelled_data import load, ordinary, rule_drafts, store
from tests.e2e.client import Client

ORDINARY = 60


class Pair(NamedTuple):
    """One rule in one case: whether it should be told, and whether it is."""

    case: dict[str, Any]
    rule: dict[str, Any]
    wanted: bool
    told: bool


def ask(client: Client, case: dict[str, Any], workspace: Path, budget: int) -> set[str]:
    """Build the turn of one case and return the ids of its items."""
    params = {"prompt": case["prompt"], "sessionId": case["key"], "maxTokens": budget}
    if active := case.get("activeFile"):
        params["activeFile"] = str(workspace / active)
    if opened := case.get("openFiles"):
        params["openFiles"] = [str(workspace / each) for each in opened]
    return {item["id"] for item in client.call("context/build", params)["items"]}


def measure(data: dict[str, Any], budget: int) -> list[Pair]:
    """Ask every case on a store of its own."""
    rules = {rule["key"]: rule for rule in data["rules"]}
    pairs: list[Pair] = []
    with tempfile.TemporaryDirectory() as folder:
        workspace = Path(folder) / "project"
        workspace.mkdir()
        with Client(Path(folder) / "data", workspace=workspace) as client:
            ids = dict(zip(rules, store(client, rule_drafts(rules.values())), strict=True))
            others = store(client, ordinary(ORDINARY))
            client.wait_for_vectors()
            print(f"{len(rules)} rules and {len(others)} other memories, {len(data['cases'])} cases, budget {budget}")
            for case in data["cases"]:
                found = ask(client, case, workspace, budget)
                for label, wanted in (("told", True), ("notTold", False)):
                    pairs += [Pair(case, rules[key], wanted, ids[key] in found) for key in case[label]]
    return pairs


def print_row(name: str, pairs: Iterable[Pair]) -> None:
    """Print the two shares of some pairs."""
    cells = ""
    chosen = list(pairs)
    for wanted in (True, False):
        told = [pair.told for pair in chosen if pair.wanted is wanted]
        cells += f"{sum(told) / len(told):>14.3f} of {len(told):<5}" if told else f"{'-':>14} of 0    "
    print(f"{name:<34}{cells}")


def main() -> None:
    """Print told and wrongly told: of all pairs, by language, and for rules of a scope and rules that hold always."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=int, default=2_000)
    parser.add_argument("--show", action="store_true", help="list every pair that is wrong")
    arguments = parser.parse_args()
    pairs = measure(load("standing-rules"), arguments.budget)
    print(f"{'':<34}{'told':>14}{'':>9}{'wrongly told':>14}")
    print_row("all pairs", pairs)
    scoped = [pair for pair in pairs if not pair.rule.get("always")]
    print_row("rules that hold always", (pair for pair in pairs if pair.rule.get("always")))
    print_row("rules of a scope", scoped)
    for prompt, rule in (("en", "en"), ("ko", "ko"), ("en", "ko"), ("ko", "en")):
        some = [pair for pair in scoped if (pair.case["lang"], pair.rule["lang"]) == (prompt, rule)]
        print_row(f"  {prompt} prompt, {rule} rule", some)
    for pair in pairs if arguments.show else ():
        if pair.wanted is not pair.told:
            print(f"{'wrongly told' if pair.told else 'missing':<13}{pair.rule['key']:<20}{pair.case['prompt']}")


if __name__ == "__main__":
    main()
