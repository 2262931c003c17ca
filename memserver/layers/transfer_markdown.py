"""An export for people: one markdown page per layer, by project, each memory with its date, source and status.

Text of a memory is quoted, so that it cannot be taken for a part of the page. Nothing here is read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memserver.clock import to_iso
from memserver.model import Author, Layer, Memory, Origin, Scope

TITLES = {
    Layer.SHORT_TERM: "Short-term memory",
    Layer.LONG_TERM: "Long-term memory",
    Layer.PROJECT: "Project memory",
    Layer.PROCEDURAL: "Procedures",
    Layer.EPISODIC: "Past conversations",
}
_AUTHORS = {Author.USER: "the user", Author.AGENT: "the agent", Author.SYSTEM: "memserver"}
_ORIGINS = {
    Origin.EXPLICIT: "told",
    Origin.EXTRACTED: "taken from a conversation",
    Origin.DISTILLED: "distilled from old conversations",
    Origin.IMPORTED: "imported",
}


def page_head(layer: Layer) -> str:
    """Return how the page of a layer begins."""
    return f"# {TITLES[layer]}\n"


def page_foot(empty: bool) -> str:
    """Return how a page ends."""
    return "\nNothing is stored here.\n" if empty else ""


class PageWriter:
    """Writes the entries of one page; they come sorted by project."""

    def __init__(self, project_names: Mapping[str, str]) -> None:
        self._names = project_names
        self._group: str | None = None

    def entries(self, memories: Iterable[Memory]) -> str:
        """Return the next entries, under a heading for each project."""
        return "".join(self._heading(memory) + entry(memory) for memory in memories)

    def _heading(self, memory: Memory) -> str:
        group = memory.project_id
        if group == self._group:
            return ""
        self._group = group
        if not group:
            return "\n## Everywhere\n"
        return f"\n## Project {_one_line(self._names.get(group, group))} ({group})\n"


def entry(memory: Memory) -> str:
    """Return one memory: title, facts about it, its text."""
    facts = [
        f"Date: {to_iso(memory.timestamp)}",
        f"Status: {_status(memory)}",
        f"Source: {_source(memory)}",
        f"Confidence: {memory.confidence:.2f}",
    ]
    if memory.category:
        facts.append(f"Category: {memory.category}")
    if memory.scope is Scope.ORGANISATION:
        facts.append("Scope: organisation")
    if memory.tags:
        facts.append(f"Tags: {', '.join(_one_line(tag) for tag in memory.tags)}")
    if memory.expires_at:
        facts.append(f"Expires: {to_iso(memory.expires_at)}")
    facts += [f"File: {_one_line(file.path)}" for file in memory.related_files]
    facts.append(f"Id: {memory.id}")
    listed = "\n".join(f"- {fact}" for fact in facts)
    quoted = "\n".join(f"> {line}".rstrip() for line in memory.content.splitlines())
    return f"\n### {_one_line(memory.title)}\n\n{listed}\n\n{quoted}\n"


def _status(memory: Memory) -> str:
    validation = memory.validation
    text = validation.status.value
    if validation.verified_by:
        text += f" (by {validation.verified_by})"
    if memory.superseded_by:
        text += f", superseded by {memory.superseded_by}"
    return text


def _source(memory: Memory) -> str:
    provenance = memory.provenance
    text = f"{_ORIGINS[memory.origin]}, {provenance.source_type.value.replace('_', ' ')}, {_AUTHORS[provenance.author]}"
    if provenance.git_commit:
        text += f", commit {provenance.git_commit[:12]}"
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split())
