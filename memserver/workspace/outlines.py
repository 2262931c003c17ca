"""From the bytes of a file to its outline, by the kind of file. The outlines of the last files are remembered."""

from __future__ import annotations

from memserver.workspace.outline import Outline
from memserver.workspace.python_outline import python_outline
from memserver.workspace.text_outline import text_outline

MAX_OUTLINE_BYTES = 1024 * 1024
"""A larger file is data, or was written by a program: it is compared as a whole."""


def outline_of(path: str, content: bytes) -> Outline | None:
    """Return the outline of a file; None for what is no text, or too much of it."""
    if len(content) > MAX_OUTLINE_BYTES or b"\0" in content[:8_192]:
        return None
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")
    if path.lower().endswith((".py", ".pyi", ".pyw")):
        read = python_outline(text)
        if read is not None:
            return read
    return text_outline(path, text)
