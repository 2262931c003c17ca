"""The words under which a passage is found: its own, and those of what it belongs to. One recipe for writing and for
building the text index anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from memserver.text.terms import fts_document


def memory_terms(heading: str, tags: Sequence[str], ordinal: int, text: str) -> str:
    """Return the text-index entry of a memory's passage; its tags find the first one."""
    return fts_document(f"{heading} {' '.join(tags) if ordinal == 0 else ''} {text}")


def file_terms(path: str, title: str, tags: Sequence[str], heading: str, text: str) -> str:
    """Return the text-index entry of a file's passage; path, title and tags find each of them."""
    names = f"{' '.join(PurePosixPath(path).with_suffix('').parts)} {title} {' '.join(tags)}"
    return fts_document(f"{names} {heading} {text}")
