"""Keeps the C library from holding a heap of its own for every thread. Owns that one setting.

glibc gives each thread its own arena, and what one of them frees is not used by the others: a server with a handful of
threads keeps tens of megabytes that nobody uses. Two arenas are enough here, since little runs at the same time. Other
C libraries have no such setting and are left alone.
"""

from __future__ import annotations

import contextlib
import ctypes

ARENAS = 2
_M_ARENA_MAX = -8


def share_arenas() -> None:
    """Let all threads share a few arenas; for the start of the process, before there are threads."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)
