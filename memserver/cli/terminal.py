"""Where the command line writes: results to standard output, notes and progress to standard error.

Colours and a moving progress line appear on a terminal only; NO_COLOR and `--color` are honoured. It knows nothing of
what is written.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Mapping
from typing import Any, Literal, TextIO

from memserver.cli.layout import shorten, wrap
from memserver.cli.messages import Language, message

STYLES = {
    "bold": "1", "dim": "2", "italic": "3", "red": "31", "green": "32", "yellow": "33", "blue": "34",
    "magenta": "35", "cyan": "36",
}  # fmt: skip
WIDEST = 110
NARROWEST = 40
BAR_COLUMNS = 24

Colour = Literal["auto", "always", "never"]


class Terminal:
    """The two streams of a command."""

    def __init__(
        self,
        out: TextIO,
        err: TextIO,
        *,
        colour: Colour = "auto",
        language: Language = "en",
        environment: Mapping[str, str] = os.environ,
    ) -> None:
        self._out = out
        self._err = err
        self.language = language
        self.colours = _wants_colours(out, colour, environment)
        self._moves = err.isatty() and environment.get("TERM") != "dumb"
        self.width = max(NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))
        self._progress_shown = False

    def say(self, key: str, /, **values: object) -> str:
        """Return a text of the table in the user's language."""
        return message(key, self.language, **values)

    def style(self, text: str, *styles: str) -> str:
        """Return the text in a style, where colours are wanted."""
        if not self.colours or not styles or not text:
            return text
        return f"\x1b[{';'.join(STYLES[style] for style in styles)}m{text}\x1b[0m"

    def line(self, text: str = "") -> None:
        """Write one line of the result."""
        self.clear_progress()
        self._out.write(text + "\n")

    def quoted(self, text: str, *styles: str) -> None:
        """Write a longer text behind a bar, wrapped to the width."""
        bar = self.style("│ ", "dim")
        for line in wrap(text, self.width - 4):
            self.line(f"  {bar}{self.style(line, *styles)}".rstrip())

    def heading(self, text: str, detail: str = "") -> None:
        """Write the heading of a part, with an empty line before it."""
        self.line()
        self.line(self.style(text, "bold", "cyan") + (f"  {self.style(detail, 'dim')}" if detail else ""))

    def json(self, value: Any) -> None:
        """Write a value for a program."""
        self.line(json.dumps(value, ensure_ascii=False, indent=2))

    def note(self, text: str) -> None:
        """Tell something that is no part of the result."""
        self.clear_progress()
        self._err.write(text + "\n")
        self._err.flush()

    def progress(self, text: str, done: int = 0, total: int = 0) -> None:
        """Show how far something is, on one line that the next one replaces; silent where nobody watches."""
        if not self._moves:
            return
        bar = ""
        if total:
            full = round(BAR_COLUMNS * min(done, total) / total)
            bar = f" {'█' * full}{'░' * (BAR_COLUMNS - full)} {done}/{total}"
        self._err.write("\r\x1b[K" + shorten(text, self.width - len(bar) - 1) + bar)
        self._err.flush()
        self._progress_shown = True

    def clear_progress(self) -> None:
        """Take the progress line away."""
        if self._progress_shown:
            self._err.write("\r\x1b[K")
            self._err.flush()
            self._progress_shown = False

    def flush(self) -> None:
        """Hand everything over; raises BrokenPipeError when nobody reads any more."""
        self.clear_progress()
        self._out.flush()


def standard_terminal(colour: Colour, language: Language) -> Terminal:
    """Return the terminal of this process. Characters that it cannot show are replaced, never an error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Terminal(sys.stdout, sys.stderr, colour=colour, language=language)


def _wants_colours(out: TextIO, colour: Colour, environment: Mapping[str, str]) -> bool:
    if colour != "auto":
        return colour == "always"
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return out.isatty() and _understands_escapes()


def _understands_escapes() -> bool:
    """Ask a Windows console to understand escape codes; every other terminal does."""
    if os.name == "nt":
        os.system("")  # noqa: S605, S607 - the documented way to switch escape codes on in old consoles
    return True
