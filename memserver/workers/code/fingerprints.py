"""Fingerprints of code: numbers that two functions share when one was copied from the other, even with other names.

A window of tokens is hashed at every place of a function's body, names and literals blanked; of each few neighbouring
hashes the smallest is kept (winnowing), so that a copy of sufficient length always leaves a common one.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence

from memserver.workers.code.facts import FunctionFacts
from memserver.workers.code.lexer import Token, tokens

WINDOW = 40
"""Tokens that must agree in a row. Forty are about six lines: shorter repetitions are idiom, not copies."""

_KEPT_OF = 12
_BASE = 1_000_003
_MASK = (1 << 61) - 1
_RECORD = struct.Struct("<QII")


def function_tokens(text: str, language: str, functions: Sequence[FunctionFacts]) -> Iterator[tuple[int, list[Token]]]:
    """Yield the body tokens of each outermost function, with the function's place in the list."""
    outermost = _outermost(functions)
    if not outermost:
        return
    position = 0
    collected: list[list[Token]] = [[] for _ in outermost]
    for token in tokens(text, language):
        while position < len(outermost) and token.line > outermost[position][1].end:
            position += 1
        if position == len(outermost):
            break
        if token.line >= outermost[position][1].body_line:
            collected[position].append(token)
    for (number, _), found in zip(outermost, collected, strict=True):
        yield number, found


def fingerprints(text: str, language: str, functions: Sequence[FunctionFacts]) -> bytes:
    """Return the fingerprints of a file: hash, function and place in its tokens, packed."""
    packed = bytearray()
    for number, body in function_tokens(text, language, functions):
        for value, place in _winnowed(list(_hashes([token.shape for token in body]))):
            packed += _RECORD.pack(value, number, place)
    return bytes(packed)


def unpack(data: bytes) -> Iterable[tuple[int, int, int]]:
    """Read fingerprints as (hash, function, place)."""
    return _RECORD.iter_unpack(data)


def _outermost(functions: Sequence[FunctionFacts]) -> list[tuple[int, FunctionFacts]]:
    kept: list[tuple[int, FunctionFacts]] = []
    for number, function in sorted(enumerate(functions), key=lambda each: (each[1].line, -each[1].end, each[0])):
        if not kept or function.line > kept[-1][1].end:
            kept.append((number, function))
    return kept


def _hashes(shapes: Sequence[str]) -> Iterator[int]:
    """Yield the rolling hash of each window."""
    codes = [zlib.crc32(shape.encode()) + 1 for shape in shapes]
    if len(codes) < WINDOW:
        return
    leaving = pow(_BASE, WINDOW - 1, _MASK)
    value = 0
    for code in codes[:WINDOW]:
        value = (value * _BASE + code) % _MASK
    yield value
    for old, new in zip(codes, codes[WINDOW:], strict=False):
        value = ((value - old * leaving) * _BASE + new) % _MASK
        yield value


def _winnowed(values: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the smallest of each few neighbours, the rightmost of equals, each place once."""
    last = -1
    for start in range(max(1, len(values) - _KEPT_OF + 1)):
        window = values[start : start + _KEPT_OF]
        if not window:
            return
        smallest = min(window)
        place = start + len(window) - 1 - window[::-1].index(smallest)
        if place != last:
            last = place
            yield smallest, place
