"""What a person hands to a command: text from the arguments or from standard input, and paths as they stand there."""

from __future__ import annotations

import sys
from pathlib import Path


def text_of(argument: str) -> str:
    """Return the text of an argument; `-` reads standard input."""
    return sys.stdin.read() if argument == "-" else argument


def absolute(path: str) -> str:
    """Return a path as the engine wants it, whatever folder it works in."""
    return str(Path(path).expanduser().absolute())
