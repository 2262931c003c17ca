"""Folds characters that look like ASCII onto it, one for one, so that a disguised header is read as what it imitates.

The result is for looking at only: it has the length of the input, so a place found in it is the same place in the
original, and the original is what gets shown. Letters of Korean and of other scripts are left as they are unless they
pass for a Latin letter.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_PAIRS = (
    # Cyrillic
    ("АВСЕНІЈКМОРЅТХУҮԌԚԜѴаеорсухіјѕԁһԛԝѵӏ", "ABCEHIJKMOPSTXYYGQWVaeopcyxijsdhqwvl"),
    # Greek
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺοϲϳνυ", "ABEZHIKMNOPTYXCMocjvu"),
    # Latin letters of other shapes
    ("ıȷɑɡɩʏᴀᴄᴅᴇᴊᴋᴍɴᴏᴘʀꜱᴛᴜᴠᴡᴢɪʟɢʜʙ", "ijagiyacdejkmnoprstuvwzilghb"),
    # brackets
    ("【〔〖〚⟦❲⁅⦗⦋⦍⦏⎡⎢［﹝", "[[[[[[[[[[[[[[["),
    ("】〕〗〛⟧❳⁆⦘⦌⦎⦐⎤⎥］﹞", "]]]]]]]]]]]]]]]"),
    ("‹〈⟨❬❮﹤＜", "<<<<<<<"),
    ("›〉⟩❭❯﹥＞", ">>>>>>>"),
    # colons, bars and hashes
    ("：꞉﹕ː։∶︰", ":::::::"),
    ("｜ǀ∣❘│", "|||||"),
    ("＃﹟♯", "###"),
    # dashes and lines
    ("‐‑‒–—―−─━═", "---------="),
    # spaces
    ("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " " * 16),
)
# Blocks whose characters decompose to one ASCII character: mathematical letters, full-width forms, letterlike signs.
_COMPATIBLE = ((0x2100, 0x2150), (0x2460, 0x24FF), (0xFF01, 0xFF5F), (0x1D400, 0x1D800), (0x1F130, 0x1F18A))


@cache
def _table() -> dict[int, str]:
    table: dict[int, str] = {}
    for start, end in _COMPATIBLE:
        for code in range(start, end):
            plain = unicodedata.normalize("NFKC", chr(code))
            if len(plain) == 1 and plain.isascii():
                table[code] = plain
    # Squared and circled capitals on dark ground have no decomposition of their own.
    for start in (0x1F150, 0x1F170):
        table.update({start + offset: chr(ord("A") + offset) for offset in range(26)})
    for shapes, letters in _PAIRS:
        table.update({ord(shape): letter for shape, letter in zip(shapes, letters, strict=True)})
    return table


@cache
def _present() -> re.Pattern[str]:
    """Match any character of the table, written with ranges above the basic plane, where a list would be slow."""
    basic = "".join(re.escape(chr(code)) for code in sorted(_table()) if code < 0x10000)
    return re.compile(f"[{basic}\U0001d400-\U0001d7ff\U0001f130-\U0001f18a]")


def fold(text: str) -> str:
    """Return the text with every look-alike replaced by the ASCII character it passes for; same length."""
    if text.isascii() or not _present().search(text):
        return text
    return text.translate(_table())
