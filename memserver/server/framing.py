"""Frames: `Content-Length` headers and a body, read from a file descriptor without blocking the loop.

Input that is no frame is skipped or reported, never fatal. A daemon thread does the blocking read, so that the process
can end while standard input is still open; this also works where pipes cannot be polled.
"""

from __future__ import annotations

import asyncio
import os
import re
import threading
from collections.abc import AsyncIterator

MAX_BODY_BYTES = 64 * 1024 * 1024
MAX_HEADER_BYTES = 8 * 1024
READ_BYTES = 256 * 1024
# What may be the beginning of a header at the end of something that is none.
TAIL_BYTES = 64
# After a broken header its body is left over, and the next header is glued to it: a length at the end of a line is
# the next frame's. A JSON body cannot hold such a line, because strings have no raw line breaks.
LENGTH_HEADER = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,15})$", re.IGNORECASE)


class FrameTooLarge(Exception):
    """A body beyond the limit was announced; what comes of it is read past and dropped."""


class FrameReader:
    """Yields the bodies of frames until the input ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._stream = asyncio.StreamReader(limit=MAX_HEADER_BYTES)
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._pump, name="memserver-stdin", daemon=True).start()

    def _pump(self) -> None:
        while True:
            try:
                data = os.read(self._descriptor, READ_BYTES)
            except OSError:
                data = b""
            try:
                if not data:
                    self._loop.call_soon_threadsafe(self._stream.feed_eof)
                    return
                self._loop.call_soon_threadsafe(self._stream.feed_data, data)
            except RuntimeError:  # the loop has closed: the server has ended
                return

    async def bodies(self) -> AsyncIterator[bytes | FrameTooLarge]:
        """Yield each body as it comes; a too large one as the error that says so."""
        while (length := await self._header()) is not None:
            if length > MAX_BODY_BYTES:
                yield FrameTooLarge()
                continue
            try:
                yield await self._stream.readexactly(length)
            except asyncio.IncompleteReadError:
                return

    async def _header(self) -> int | None:
        """Read header lines up to the empty one; None at the end of input. Whatever is no header is skipped."""
        length: int | None = None
        while True:
            try:
                line = await self._stream.readuntil(b"\n")
            except asyncio.IncompleteReadError:
                return None
            except asyncio.LimitOverrunError as overrun:
                await self._stream.readexactly(max(overrun.consumed - TAIL_BYTES, 1))
                continue
            line = line.strip()
            if not line:
                if length is not None:
                    return length
                continue
            if found := LENGTH_HEADER.search(line):
                length = int(found.group(1))
