"""What the README says is so: its links lead somewhere, its commands parse, its requests are answered as it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from memserver.cli.parser import make_parser
from tests.e2e.client import Client

ROOT = Path(__file__).parent.parent.parent
PAGES = (
    "docs/guide/installing.md",
    "README.md",
    "CONTRIBUTING.md",
    "docs/architecture.md",
    "docs/guide/command-line.md",
    "docs/guide/how-it-works.md",
)
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_to_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) if "://" not in link]
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_commands_of_memserver_parse(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL):
        for line in re.findall(r"(?:^|\| )memserver (.+)", block, re.MULTILINE):
            arguments = shlex.split(re.split(r" [|>] ?", line)[0], comments=True)
            if arguments != ["--version"]:
                make_parser().parse_args(arguments)


def test_the_requests_are_answered_as_it_says(tmp_path: Path) -> None:
    add, build, answer = (json.loads(block) for block in re.findall(r"```json\n(.*?)```", README, re.DOTALL))
    with Client(tmp_path / "data", options={"embeddingProvider": "off"}) as client:
        client.request(add["method"], add["params"])
        result = client.request(build["method"], build["params"])
    assert _holds(result, {key: value for key, value in answer["result"].items() if key != "text"})
    shown = [line for line in answer["result"]["text"].split("\n") if line != "…"]
    assert all(line.partition(" (user")[0] in result["text"] for line in shown)


def _holds(got: Any, said: Any) -> bool:
    """Whether an answer has everything that is said of it."""
    if isinstance(said, dict):
        return all(key in got and _holds(got[key], value) for key, value in said.items())
    if isinstance(said, list):
        return len(got) >= len(said) and all(_holds(one, other) for one, other in zip(got, said, strict=False))
    return bool(got == said)
