"""The words under which a passage is found: its own, and those of what it belongs to. One recipe for writing and for
building the text index anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from memserver.text.terms import fts_document


def memory_terms(heading: str, tags: Sequence[str], ordinal: int, text: str) -> str:
    """Return the text-index entry of a memory's passage; its tags find the first one."""
    return fts_document(f"{heading} {' '.join(tags) if ordinal == 0 else ''} {text}")


@dataclass(frozen=True, slots=True)
class FileNames:
    """What a file is found by besides its text: path, title and tags by each passage, its front matter by the first."""

    path: str
    title: str
    tags: Sequence[str] = ()
    front: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def terms(self, heading: str, ordinal: int, text: str) -> str:
        """Return the text-index entry of a passage."""
        place = " ".join(PurePosixPath(self.path).with_suffix("").parts)
        data = " ".join(f"{key} {' '.join(values)}" for key, values in self.front.items()) if ordinal == 0 else ""
        return fts_document(f"{place} {self.title} {' '.join(self.tags)} {data} {heading} {text}")
