"""A file's bytes as text: which encoding, or why it is no text. Reads one file, judges it, keeps nothing."""

from __future__ import annotations

import codecs
import hashlib
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

MAX_FILE_BYTES = 2 * 1024 * 1024
"""A text of two megabytes is a book or a dump: neither belongs into a turn by way of the brain."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_EAST_ASIAN = re.compile("[가-힣ㄱ-ㆎ一-鿿\u3000-\u30ff\uff00-\uffef·…‘’“”─-╿①-⓿■-◿★-☆※→-⇿]")
_MIN_EAST_ASIAN_SHARE = 0.8
"""Bytes that are no Korean text may decode as code page 949, but then mostly not into Hangul and its punctuation."""

_MAX_DAMAGED_SHARE = 0.005
_MAX_CONTROL_SHARE = 0.01
_CONTROL = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class FileText:
    """What a file holds. Exactly one of `text` and `problem` is set; `sha1` is of the bytes."""

    sha1: str
    text: str | None = None
    problem: str | None = None


def read_text(path: Path, max_bytes: int = MAX_FILE_BYTES) -> FileText:
    """Read a file as text in NFC; a file that is too large, binary, unreadable or gone says so in `problem`."""
    try:
        with path.open("rb") as stream:
            data = stream.read(max_bytes + 1)
    except OSError as error:
        return FileText("", problem=f"unreadable: {error.strerror or type(error).__name__}")
    if len(data) > max_bytes:
        return FileText("", problem=f"larger than {max_bytes:,} bytes")
    sha1 = hashlib.sha1(data, usedforsecurity=False).hexdigest()
    text = decode(data)
    if text is None:
        return FileText(sha1, problem="not text (binary, or an encoding that cannot be told)")
    return FileText(sha1, text=text)


def decode(data: bytes) -> str | None:
    """Turn bytes into text: UTF-8, UTF-16 or UTF-32 with a mark, else Korean code page 949; None when it is none."""
    text = _decode(data)
    return None if text is None else unicodedata.normalize("NFC", text)


def _decode(data: bytes) -> str | None:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = _strict(data[len(mark) :], encoding)
            if text is not None and "\x00" not in text:
                return text
    if b"\x00" in data:
        return None
    text = _strict(data, "utf-8")
    if text is None:
        text = _korean(data)
    if text is None:
        # One damaged character does not make a note worthless.
        text = data.decode("utf-8", "replace")
        if text.count("\ufffd") > _MAX_DAMAGED_SHARE * len(text):
            return None
    if len(_CONTROL.findall(text)) > _MAX_CONTROL_SHARE * len(text):
        return None
    return text


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _korean(data: bytes) -> str | None:
    text = _strict(data, "cp949")
    if text is None:
        return None
    foreign = [character for character in text if ord(character) > 127]
    korean = sum(1 for character in foreign if _EAST_ASIAN.match(character))
    return text if korean >= _MIN_EAST_ASIAN_SHARE * len(foreign) else None
