"""The labelled files of benchmarks/data, and how their memories are stored through the wire."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.e2e.client import Client

DATA = Path(__file__).resolve().parent / "data"
WIRE_FIELDS = ("layer", "content", "title", "category", "tags", "externalId", "timestamp")


def load(name: str) -> dict[str, Any]:
    """Read one file of benchmarks/data."""
    content: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    return content


def ordinary(most: int | None = None) -> list[dict[str, Any]]:
    """Return the first memories of the mixed store as params of memory/add, none where it is not there."""
    if not (DATA / "mixed-store.json").is_file():
        return []
    rows = load("mixed-store")["memories"][:most]
    return [{"layer": "long-term"} | {name: row[name] for name in WIRE_FIELDS if name in row} for row in rows]


def rule_drafts(rules: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rules as params of memory/add: conventions are procedural, rules and preferences long-term."""
    layers = {"convention": "procedural"}
    return [
        {"layer": layers.get(rule["category"], "long-term"), "content": rule["content"], "category": rule["category"]}
        for rule in rules
    ]


def store(client: Client, drafts: Iterable[dict[str, Any]]) -> list[str]:
    """Store memories one by one and return their ids; says so when one takes the place of another."""
    answers = [client.call("memory/add", draft) for draft in drafts]
    replaced = sum(len(answer.get("supersedes") or ()) + bool(answer.get("duplicateOf")) for answer in answers)
    if replaced:
        print(f"{replaced} of {len(answers)} memories were taken for a repetition or a new version of another")
    return [answer["id"] for answer in answers]
