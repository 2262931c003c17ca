"""Frames are read from whatever comes in, in whatever pieces."""

from __future__ import annotations

import asyncio
import os

from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.server.framing import MAX_BODY_BYTES, FrameReader, FrameTooLarge

BODIES = st.lists(st.binary(max_size=300), max_size=6)


def _frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def _read(pieces: list[bytes]) -> list[bytes | None]:
    """Return the bodies that are found, None for a too large one."""
    reading, writing = os.pipe()

    def write() -> None:
        for piece in pieces:
            os.write(writing, piece)
        os.close(writing)

    reader = FrameReader(reading)
    feeding = asyncio.get_running_loop().run_in_executor(None, write)
    found = [None if isinstance(body, FrameTooLarge) else body async for body in reader.bodies()]
    await feeding
    os.close(reading)
    return found


@settings(max_examples=60)
@given(BODIES, st.integers(1, 400))
def test_bodies_come_out_as_they_went_in_whatever_the_pieces(bodies: list[bytes], size: int) -> None:
    data = b"".join(_frame(body) for body in bodies)
    pieces = [data[start : start + size] for start in range(0, len(data), size)]
    assert asyncio.run(_read(pieces)) == bodies


JUNK = st.binary(max_size=200).filter(lambda junk: b"ontent-" not in junk.lower())


@settings(max_examples=60)
@given(JUNK, st.binary(max_size=50))
def test_the_frame_behind_junk_is_found(junk: bytes, body: bytes) -> None:
    assert asyncio.run(_read([junk + _frame(body)])) == [body]


async def test_a_header_that_is_glued_to_a_lost_body_is_found() -> None:
    data = b"Content-Length: x\r\n\r\n" + b'{"lost": 1}' + _frame(b"one") + _frame(b"two")
    assert await _read([data]) == [b"one", b"two"]


async def test_a_header_behind_a_very_long_line_is_found() -> None:
    assert await _read([b"x" * 300_000 + _frame(b"found")]) == [b"found"]


async def test_a_body_beyond_the_limit_is_reported_and_the_next_frame_is_found() -> None:
    announced = b"Content-Length: %d\r\n\r\n" % (MAX_BODY_BYTES + 1)
    assert await _read([announced + b"some of it" + _frame(b"next")]) == [None, b"next"]


async def test_an_input_that_ends_inside_a_frame_just_ends() -> None:
    assert await _read([b"Content-Length: 100\r\n\r\nshort"]) == []
    assert await _read([b"Content-Le"]) == []
    assert await _read([]) == []
