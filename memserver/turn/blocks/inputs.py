"""What the dynamic blocks are built from, and what they give back: plain frozen data, filled in by the turn.

Builders see nothing else: no store, no files, no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple, Protocol

from memserver.growth.ambiguity import Ambiguity
from memserver.growth.requirements import TaskType
from memserver.turn.errands import PromptKind

Language = Literal["ko", "en"]
Severity = Literal["NONE", "LOW", "MEDIUM", "HIGH"]


class BlockSettings(Protocol):
    """The settings that blocks obey; `memserver.config.Settings` has them all."""

    @property
    def intent_clarification_enabled(self) -> bool:
        """Switch of intent-clarification."""

    @property
    def epistemic_guard_enabled(self) -> bool:
        """Switch of epistemic-guard."""

    @property
    def requirement_graph_enabled(self) -> bool:
        """Switch of requirement-graph."""

    @property
    def org_memory_enabled(self) -> bool:
        """Switch of org-memory."""

    @property
    def glossary_enabled(self) -> bool:
        """Switch of terminology."""

    @property
    def glossary_max_body_length(self) -> int:
        """Most characters of the glossary."""

    @property
    def conflict_highlighting_enabled(self) -> bool:
        """Switch of conflict-warnings."""

    @property
    def conflict_cross_doc_enabled(self) -> bool:
        """Switch of the cross-document part of conflict-warnings."""

    @property
    def conflict_severity_threshold(self) -> Literal["low", "medium", "high"]:
        """From which severity on a source's own conflict is shown."""

    @property
    def cove_enabled(self) -> bool:
        """Switch of cove-checklist."""

    @property
    def cove_strict_mode(self) -> bool:
        """Whether the checklist is strict."""

    @property
    def cove_top_sources_count(self) -> int:
        """How many sources the checklist names."""

    @property
    def citation_trace_enabled(self) -> bool:
        """Switch of citation-trace."""


class BlockSource(NamedTuple):
    """One selected item as the blocks see it, in the order of the memory context.

    `number` is the n under which it is shown and cited as [n]; blocks name it and quote nothing of it. `score` is the
    probability that it helps. `modified` is when its content last changed (a file) or was said (a memory); `domain` is
    its decay domain, if known; `severity` is how strongly the text itself speaks of a dispute; `named` whether somebody
    gave it its title; `code` whether it is code rather than something said; `unverified` whether it was drawn from talk
    and nobody vouched for it since.
    """

    id: str
    number: int
    title: str
    text: str
    source: str
    score: float
    path: str | None = None
    modified: datetime | None = None
    stale: bool = False
    stale_reason: str = ""
    status: str = ""
    domain: str | None = None
    severity: Severity = "NONE"
    named: bool = True
    code: bool = False
    unverified: bool = False


@dataclass(frozen=True, slots=True)
class ConflictFinding:
    """Two sources that disagree, the later one second, and on what, in words."""

    first: BlockSource
    second: BlockSource
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """One entry of the glossary."""

    term: str
    meaning: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GlossaryText:
    """The glossary file: its text, and the terms that could be read from it (none when it is free text)."""

    text: str
    terms: tuple[GlossaryTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class BlockInputs:
    """Everything one turn hands to its blocks.

    `ambiguity` and `task` come from `growth.ambiguity` and `growth.requirements`: the turn needs them for its signals,
    so they are computed once. `recurrent_misses` are element ids of that task. `kind` is what `turn.errands` takes the
    prompt for: an acknowledgement has no blocks, an errand only the rules that govern it.
    """

    prompt: str
    language: Language
    mode: Literal["work", "casual"]
    settings: BlockSettings
    now: datetime
    ambiguity: Ambiguity
    task: TaskType | None = None
    sources: tuple[BlockSource, ...] = ()
    glossary: GlossaryText | None = None
    organisation: str | None = None
    applying: Mapping[str, float] = field(default_factory=dict)
    """The lines of the organisation's file that govern this turn, with their chances."""
    asked: bool = True
    """Whether the prompt asks for anything at all."""
    recurrent_misses: tuple[str, ...] = ()
    conflicts: tuple[ConflictFinding, ...] = ()
    kind: PromptKind = "task"


@dataclass(frozen=True, slots=True)
class Block:
    """A dynamic block of a turn."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class BlockWarning:
    """A block that had to be left out."""

    part: str
    message: str


Builder = Callable[[BlockInputs], str]
