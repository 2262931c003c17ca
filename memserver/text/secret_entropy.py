"""Secrets without a label or a known form: tokens that look as if they came out of a random generator.

Owns the judgement "random or written". Developer notes are full of harmless random-looking text (commits, UUIDs,
digests, paths, URLs, public keys); all of that stays. It only says where a suspect stands.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from memserver.text.secret_providers import Span

_TOKEN = re.compile(r"[A-Za-z0-9_\-+/=]{20,400}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F_-]+")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s\"'<>]{1,2000}|\bdata:[\w/+.-]{1,60};base64,[A-Za-z0-9+/=]*")
# Digests, public keys and identifiers announce themselves.
_PUBLIC_BEFORE = re.compile(
    r"(?:sha(?:1|224|256|384|512)[-:=]?|md5[-:=]?|ssh-[a-z0-9-]{3,20} |ecdsa-[a-z0-9-]{3,30} |h1:"
    r"|(?:\bid|_id|[a-z]id|uuid|digest|checksum|integrity|etag)[\"']?\s?[:=]\s?[\"']?)\s?$",
    re.IGNORECASE,
)
_PUBLIC_START = re.compile(
    r"(?:sha(?:1|224|256|384|512)-|AAAA[BC]3|h1:"
    r"|(?:msg|toolu|req|evt|run|thread|asst|chatcmpl|file|batch|cus|sub|acct|call|resp)[_-])"
)
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")

# Random base 62 changes its character class every 1.7 characters; identifiers and paths every 4 or more.
_RANDOM_PIECE = 2.6
_RANDOM_PIECE_LOWER = 2.2
_MIN_ENTROPY = 3.6
_MIN_LOWER_LENGTH = 24


def _entropy(value: str) -> float:
    total = len(value)
    return -sum(count / total * math.log2(count / total) for count in Counter(value).values())


def _looks_random(value: str) -> bool:
    if _HEX.fullmatch(value):
        return False
    digits = any(c.isdigit() for c in value)
    upper = any(c.isupper() for c in value)
    lower = any(c.islower() for c in value)
    if not (digits and lower):
        return False
    pieces = _PIECE.findall(value)
    mean_piece = sum(map(len, pieces)) / len(pieces)
    if upper:
        return mean_piece < _RANDOM_PIECE and _entropy(value) >= _MIN_ENTROPY
    return (
        value.isalnum()
        and len(value) >= _MIN_LOWER_LENGTH
        and mean_piece < _RANDOM_PIECE_LOWER
        and _entropy(value) >= _MIN_ENTROPY
    )


def _is_path(value: str) -> bool:
    """Tell a path from base64, which has a slash only every 64 characters or so."""
    parts = [part for part in value.split("/") if part]
    return len(parts) > 1 and sum(map(len, parts)) / len(parts) < 16


def entropy_spans(text: str) -> Iterator[Span]:
    """Yield where unlabelled random tokens stand, in order."""
    candidates = list(_TOKEN.finditer(text))
    if not candidates:
        return
    urls = [match.span() for match in _URL.finditer(text)] if "://" in text or "base64," in text else []
    for match in candidates:
        value = match.group().strip("=-_/+")
        if len(value) < 20 or _is_path(value) or _PUBLIC_START.match(value):
            continue
        start = match.start() + match.group().index(value)
        if any(begin <= start < end for begin, end in urls):
            continue
        if _PUBLIC_BEFORE.search(text, max(0, start - 40), start):
            continue
        if _looks_random(value):
            # Base64 padding goes with its token.
            end = start + len(value)
            while end < match.end() and text[end] == "=":
                end += 1
            yield Span(start, end, "high-entropy")
