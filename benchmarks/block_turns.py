"""Builds realistic turns for the blocks benchmark out of the shipped test data: prompts, sources, glossary, rules."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memserver.config import Settings
from memserver.growth.ambiguity import detect_ambiguity
from memserver.growth.requirement_files import built_in_types
from memserver.growth.requirements import detect_task_type
from memserver.text.terms import index_terms
from memserver.turn.blocks.inputs import BlockInputs, BlockSource, ConflictFinding, GlossaryTerm, GlossaryText

DATA = Path(__file__).resolve().parent.parent / "tests" / "data"
NOW = datetime(2025, 4, 1, 9, 0, tzinfo=UTC)
# How many sources a turn finds, in rotation: now and then none, mostly a handful, sometimes many.
SOURCE_COUNTS = (5, 8, 2, 5, 8, 0, 5, 12, 3, 6)
# Which prompts of the shipped sets make the hundred: nine in ten clear, one in ten vague, both languages.
CLEAR_PLACES = frozenset({0, 2, 3, 5, 7, 11, 13, 16, 18})
VAGUE_PLACE = 3

_TERM = re.compile(r"^- \*\*(?P<term>[^*]+)\*\*(?: \((?P<also>[^)]+)\))?: (?P<meaning>.+)$")


def rows(name: str) -> list[dict[str, Any]]:
    """Read one JSON-lines file of the test data."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines() if line.strip()]


def hundred_prompts() -> list[dict[str, Any]]:
    """Return the hundred prompts over which tokens are counted."""
    clear = [row for place, row in enumerate(rows("prompts/clear.jsonl")) if place % 20 in CLEAR_PLACES]
    vague = [row for place, row in enumerate(rows("prompts/vague.jsonl")) if place % 10 == VAGUE_PLACE]
    return clear + vague


def glossary() -> GlossaryText:
    """Return the shipped glossary of thirty terms."""
    text = (DATA / "turns" / "glossary.md").read_text(encoding="utf-8")
    found = (_TERM.match(line) for line in text.splitlines())
    terms = tuple(
        GlossaryTerm(match["term"], match["meaning"], (match["also"],) if match["also"] else ())
        for match in found
        if match
    )
    return GlossaryText(text, terms)


def organisation() -> str:
    """Return the shipped rules of an organisation."""
    return (DATA / "turns" / "organization.md").read_text(encoding="utf-8")


def sources() -> list[BlockSource]:
    """Return the shipped memories and files."""
    return [
        BlockSource(
            id=row["id"],
            number=0,
            title=row["title"],
            text=row["text"],
            source=row["source"],
            score=0.0,
            path=row["path"],
            modified=NOW - timedelta(days=row["days"]),
            stale=row.get("stale", False),
            stale_reason=row.get("staleReason", ""),
            status=row["status"],
            severity=row.get("severity", "NONE"),
        )
        for row in rows("turns/sources.jsonl")
    ]


def turn_inputs(prompt: str, language: str, count: int, settings: Settings | None = None) -> BlockInputs:
    """Return what the blocks would be given for a prompt whose retrieval found `count` sources.

    Those that share words with the prompt come first; what else a turn holds differs from prompt to prompt.
    """
    asked = set(index_terms(prompt))
    stored = sources()
    turned = len(prompt) % len(stored)
    scored = sorted(
        (
            (len(asked & set(index_terms(f"{source.title} {source.text}"))), place, source)
            for place, source in enumerate(stored[turned:] + stored[:turned])
        ),
        key=lambda entry: (-entry[0], entry[1]),
    )
    chosen = tuple(
        source._replace(number=number, score=round(min(0.95, 0.45 + 0.1 * overlap), 3))
        for number, (overlap, _, source) in enumerate(scored[:count], 1)
    )
    by_id = {source.id: source for source in chosen}
    conflicts = (ConflictFinding(by_id["m1"], by_id["m2"], "5 ↔ 3"),) if {"m1", "m2"} <= set(by_id) else ()
    return BlockInputs(
        prompt=prompt,
        language="ko" if language == "ko" else "en",
        mode="work",
        settings=settings or Settings(),
        now=NOW,
        ambiguity=detect_ambiguity(prompt),
        task=detect_task_type(prompt, built_in_types()),
        sources=chosen,
        glossary=glossary(),
        organisation=organisation(),
        conflicts=conflicts,
    )
