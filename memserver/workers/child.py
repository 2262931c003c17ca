"""The other end of an analysis: a fresh, patient process that runs one pure function and ends.

It reads one JSON request from its input, writes one JSON line for each piece of progress and one for the result, and
gives its memory back by ending. It knows no store and no settings, and it goes away with its parent.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, TextIO

TELL_EVERY_SECONDS = 0.2
# A tenth of what a process gets that somebody waits for. At the very end of the scale an analysis would never end
# beside a long build.
NICENESS = 10


def main() -> int:
    """Run the function that the request names."""
    # Whatever a library prints must not end up among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    be_patient()
    request = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    module, _, name = request["function"].partition(":")
    try:
        call: Callable[..., dict[str, Any]] = getattr(importlib.import_module(module), name)
        result = call(request["arguments"], _Teller(answers).tell)
    except Exception as failure:  # noqa: BLE001 - the owner of the process; said to the parent without its message
        from memserver.errors import place_of  # noqa: PLC0415 - only when something failed

        _say(answers, {"failed": place_of(failure)})
        return 1
    _say(answers, {"result": result})
    return 0


def _end_with_the_parent() -> None:
    """Wait for the end of the input: a parent that was killed closes it without a word."""
    sys.stdin.buffer.read()
    os._exit(1)


def be_patient() -> None:
    """Let everybody else go first; where a system knows no such order, the parent has asked for it at the start."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICENESS)


class _Teller:
    """Tells the parent how far the work is, not too often."""

    def __init__(self, answers: TextIO) -> None:
        self._answers = answers
        self._last = 0.0

    def tell(self, done: int, total: int, message: str) -> None:
        now = time.monotonic()
        if now - self._last >= TELL_EVERY_SECONDS or done >= total:
            self._last = now
            _say(self._answers, {"progress": [done, total, message]})


def _say(answers: TextIO, value: dict[str, Any]) -> None:
    answers.write(json.dumps(value, ensure_ascii=False) + "\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main())
