"""Secrets in source files: where they stand and of what kind, never what they are.

The formats of issuers come from the redaction of memories; here they are judged as code: a value must stand in quotes,
must look like a value, and must not be one of the placeholders that people write into examples.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from memserver.text.secret_labels import labelled_spans
from memserver.text.secret_providers import Span, provider_spans
from memserver.text.words import words

_VAGUE = frozenset({"password", "token", "api-key", "secret", "bearer-token", "basic-auth", "connection-password"})
_CRITICAL = frozenset({"private-key", "aws-key", "github-token", "stripe-key", "azure-key", "pypi-token", "openai-key"})
_ALLOWED = re.compile(
    r"allowlist secret|nosec|noqa:?\s*S\d|gitleaks:allow|nosemgrep|example|placeholder|예시|예제", re.IGNORECASE
)
_PLACEHOLDER = re.compile(
    r"example|sample|dummy|fake|placeholder|change[-_ ]?me|your[-_ ]?|insert|replace|test|demo|foo|bar|redacted|todo"
    r"|xxx|\*\*\*|\.\.\.|<[^>]+>|\$\{|\{\{|%\(|^\$|^env:|secret[-_ ]?(?:key|value|here)?$"
    r"|^(?:pass(?:word|wd)?|admin|root|hunter2)\d*$|^(?:abc|123|qwerty|letmein)|^(.)\1+$|0123456789|1234567|deadbeef",
    re.IGNORECASE,
)
_IDENTIFIER = re.compile(r"^[A-Za-z]+(?:[-_./: ][A-Za-z]+)*$|^[a-z]+(?:[A-Z][a-z]+)+$|^/[\w/{}.-]*$")
_LOCAL = re.compile(r"@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|db|postgres|mysql|redis|mongo|rabbitmq|host)\b")
_UNQUOTED = words("settings yaml shell document")
"""Languages whose values stand without quotes."""

MIN_LENGTH = 8
SHORTEST_KEY_BLOCK = 200
"""A private key in its armour is longer; what is shorter only shows how one looks."""

MIN_ENTROPY = 2.6
"""Bits for each character; `aaaa1111` has one, a typed password three."""


class Secret(NamedTuple):
    """Where a secret stands, and what may be shown of it."""

    kind: str
    severity: str
    line: int
    masked: str


def secrets_in(text: str, language: str) -> Iterator[Secret]:
    """Yield the secrets of a file, in order, one for each line and kind."""
    seen: set[tuple[int, str]] = set()
    found = [*provider_spans(text), *labelled_spans(text)]
    for span in sorted(found, key=lambda each: (each.start, each.kind in _VAGUE, each.kind)):
        value = text[span.start : span.end]
        line = text.count("\n", 0, span.start) + 1
        if any(known == line for known, _ in seen) or not _is_secret(text, span, value, language):
            continue
        seen.add((line, span.kind))
        yield Secret(span.kind, _severity(text, span), line, masked(value))


def masked(value: str) -> str:
    """Return what may be shown of a secret: how it begins, if it is long, and of how many characters it is."""
    begin = value[:2] if len(value) >= 16 and "\n" not in value[:2] and not value.startswith("--") else ""
    return f"{begin}… {len(value)}"


def _severity(text: str, span: Span) -> str:
    if span.kind in _CRITICAL:
        return "critical"
    if span.kind == "connection-password" and _LOCAL.match(text, span.end):
        return "low"
    return "high"


def _is_secret(text: str, span: Span, value: str, language: str) -> bool:
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    if _ALLOWED.search(text[start : end if end >= 0 else len(text)][:400]):
        return False
    if span.kind == "private-key":
        return len(value) > SHORTEST_KEY_BLOCK and "..." not in value and "…" not in value
    if _PLACEHOLDER.search(value):
        return False
    return span.kind not in _VAGUE or _is_value(text, span, value, language)


def _is_value(text: str, span: Span, value: str, language: str) -> bool:
    """Judge what is only called a secret."""
    if span.kind == "connection-password":
        known = value.lower() in ("pass", "password", "user")
        return len(value) >= 4 and not known and not re.search(r"[{}$%<>]", value)
    quoted = span.start > 0 and text[span.start - 1] in "\"'`"
    announced = quoted or language in _UNQUOTED or span.kind in ("bearer-token", "basic-auth")
    return announced and _looks_typed(value)


def _looks_typed(value: str) -> bool:
    """Tell a value from a name, a message, a path or a piece of code."""
    if len(value) < MIN_LENGTH or " " in value or _IDENTIFIER.match(value) or re.search(r"[(){}\[\]<>;,가-힣]", value):
        return False
    if not re.search(r"\d", value) or not re.search(r"[A-Za-z]", value):
        return False
    counts = Counter(value)
    entropy = -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())
    return entropy >= MIN_ENTROPY
