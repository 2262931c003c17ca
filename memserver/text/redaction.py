"""Secrets out of text before anything is stored.

Owns what replaces a secret (`[redacted:aws-key]`) and what is said about it: the kind and how often, never the value.
Where secrets stand is found by `secret_providers` (issuers' formats), `secret_labels` (what the text calls a secret)
and `secret_entropy` (random tokens); nothing here may log or keep what was found.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from memserver.text.secret_entropy import entropy_spans
from memserver.text.secret_labels import labelled_spans
from memserver.text.secret_providers import Span, provider_spans

_MARKER = re.compile(r"\[redacted:[a-z0-9-]{1,40}\]")
# Each pass that finds something leaves less unmarked text, so this many are never needed; it bounds the cost.
_MAX_PASSES = 8


@dataclass(frozen=True, slots=True)
class Finding:
    """How many secrets of one kind were taken out."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets, and what they were."""

    text: str
    findings: tuple[Finding, ...]


def redact(text: str) -> Redacted:
    """Replace every secret in `text` by a marker that names its kind.

    Idempotent: redacting the result again changes and finds nothing.
    """
    counts: Counter[str] = Counter()
    for _ in range(_MAX_PASSES):
        spans = _secret_spans(text)
        if not spans:
            break
        counts.update(span.kind for span in spans)
        text = _replace(text, spans)
    return Redacted(text, tuple(Finding(kind, counts[kind]) for kind in sorted(counts)))


def _secret_spans(text: str) -> list[Span]:
    """Return disjoint spans in text order; where two overlap the more telling kind names their union."""
    found = [*labelled_spans(text), *provider_spans(text), *entropy_spans(text)]
    if not found:
        return []
    markers = [match.span() for match in _MARKER.finditer(text)]
    kept = [span for candidate in found if (span := _around_markers(text, candidate, markers)) is not None]
    kept.sort(key=lambda span: (span.start, -span.end, span.kind))
    merged: list[Span] = []
    for span in kept:
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            telling = max(last.kind, span.kind, key=_telling)
            merged[-1] = Span(last.start, max(last.end, span.end), telling)
        else:
            merged.append(span)
    return merged


# From vague to exact: an issuer's name says more than "token", and that more than "random".
_VAGUE = {"high-entropy": 0, "secret": 1, "password": 1, "token": 1, "api-key": 1, "basic-auth": 2, "bearer-token": 2}
_WHOLE_BLOCK = {"private-key": 9}


def _telling(kind: str) -> tuple[int, str]:
    return _WHOLE_BLOCK.get(kind, _VAGUE.get(kind, 3)), kind


def _around_markers(text: str, span: Span, markers: list[tuple[int, int]]) -> Span | None:
    """Take whole markers into a span that cuts one; drop a span with nothing but markers in it."""
    start, end = span.start, span.end
    rest = end - start
    for marker_start, marker_end in markers:
        if marker_start < end and marker_end > start:
            rest -= min(end, marker_end) - max(start, marker_start)
            start, end = min(start, marker_start), max(end, marker_end)
    if rest <= 0 or not text[start:end].strip():
        return None
    return Span(start, end, span.kind)


def _replace(text: str, spans: list[Span]) -> str:
    parts: list[str] = []
    position = 0
    for span in spans:
        parts.append(text[position : span.start])
        parts.append(f"[redacted:{span.kind}]")
        position = span.end
    parts.append(text[position:])
    return "".join(parts)
