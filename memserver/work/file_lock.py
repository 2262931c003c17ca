"""An exclusive lock on an open file, between processes: the one thing that differs between systems."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt
    import os

    # The byte that stands for the lock lies far behind any text, so that readers are not kept out.
    _FAR = 1 << 40

    @contextmanager
    def locked(descriptor: int) -> Iterator[None]:
        """Hold the lock on an open file; others wait."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
        try:
            yield
        finally:
            os.lseek(descriptor, _FAR, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    @contextmanager
    def locked(descriptor: int) -> Iterator[None]:
        """Hold the lock on an open file; others wait."""
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(descriptor, fcntl.LOCK_UN)
