"""Is nothing said on acknowledgements and errands, and something on what only looks like one?

    python benchmarks/errands.py [--show] [--budget 2000]

The 100 prompts are in benchmarks/data/errands.json and were labelled before anything was run. A real server holds the
standing rules, the mixed store where it is there, and for each near-errand the memory that helps with it; its brain has
the rules of an organisation and a glossary. Each prompt is a conversation of its own. Acknowledgements and errands
should bring no item but standing rules, and no block (aim 0); for near-errands it is reported how many turns have an
item, and how many the memory that helps.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.labelled_data import load, ordinary, rule_drafts, store
from tests.e2e.client import ROOT, Client

TURNS = ROOT / "tests" / "data" / "turns"


class Said(NamedTuple):
    """What one prompt brought: items that are no standing rule, items in all, blocks, and the memory that helps."""

    prompt: dict[str, Any]
    titles: list[str]
    items: int
    blocks: list[str]
    helped: bool


def lay_brain(folder: Path) -> Path:
    """Write a brain with the rules of an organisation and a glossary."""
    (folder / ".astra").mkdir(parents=True)
    for name in ("organization.md", "glossary.md"):
        shutil.copy(TURNS / name, folder / ".astra" / name)
    return folder


def measure(prompts: Sequence[dict[str, Any]], budget: int) -> list[Said]:
    """Ask every prompt on one store."""
    helping = [prompt for prompt in prompts if "memory" in prompt]
    with tempfile.TemporaryDirectory() as folder:
        options = {"brainPath": str(lay_brain(Path(folder) / "brain"))}
        workspace = Path(folder) / "work"
        workspace.mkdir()
        with Client(Path(folder) / "data", options=options, workspace=workspace) as client:
            rules = set(store(client, rule_drafts(load("standing-rules")["rules"])))
            others = store(client, ordinary())
            drafts = [{"layer": "long-term", "content": prompt["memory"]} for prompt in helping]
            keys = [prompt["key"] for prompt in helping]
            answers = dict(zip(keys, store(client, drafts), strict=True))
            client.wait_for_vectors()
            print(f"{len(rules)} rules, {len(others)} mixed memories, {len(answers)} that help; budget {budget}")
            return [ask(client, prompt, rules, answers, budget) for prompt in prompts]


def ask(client: Client, prompt: dict[str, Any], rules: set[str], answers: dict[str, str], budget: int) -> Said:
    """Build the turn of one prompt."""
    params = {"prompt": prompt["text"], "sessionId": prompt["key"], "maxTokens": budget}
    turn = client.call("context/build", params)
    return Said(
        prompt,
        [item["title"] for item in turn["items"] if item["id"] not in rules and "rule" not in item["reasons"]],
        len(turn["items"]),
        [block["id"] for block in turn["blocks"]],
        answers.get(prompt["key"]) in {item["id"] for item in turn["items"]},
    )


def print_row(kind: str, language: str, said: Sequence[Said]) -> None:
    """Print the shares of one kind of prompt in one language."""
    chosen = [each for each in said if each.prompt["kind"] == kind and language in (each.prompt["lang"], "all")]
    shares = [
        sum(bool(each.titles) for each in chosen),
        sum(bool(each.items) for each in chosen),
        sum(bool(each.blocks) for each in chosen),
        sum(each.helped for each in chosen),
    ]
    cells = "".join(f"{share / len(chosen):>12.3f}" for share in shares[: 4 if kind == "near" else 3])
    print(f"{kind:<16}{language:<6}{len(chosen):>5}{cells}")


def main() -> None:
    """Print what was said, by kind of prompt and language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--budget", type=int, default=2_000)
    parser.add_argument("--show", action="store_true", help="list every prompt that went wrong")
    arguments = parser.parse_args()
    said = measure(load("errands")["prompts"], arguments.budget)
    print("share of prompts with an item that is no standing rule, with any item, with a block, with the memory wanted")
    print(f"{'kind':<16}{'lang':<6}{'n':>5}{'no rule':>12}{'any item':>12}{'block':>12}{'wanted':>12}")
    for kind in ("acknowledgement", "errand", "near"):
        for language in ("all", "en", "ko"):
            print_row(kind, language, said)
    for each in said if arguments.show else ():
        near = each.prompt["kind"] == "near"
        if (near and not each.helped) or (not near and (each.titles or each.blocks)):
            print(f"{each.prompt['kind']:<16}{each.prompt['text'][:60]:<62}{len(each.titles)} items, {each.blocks}")


if __name__ == "__main__":
    main()
