"""Amounts of money as people write them: `₩1,200,000`, `120만원`, `1억 2천만 원`, `$5k`, `5000 EUR`, `3.5m`.

Reads an amount at the beginning of a text and writes one for people. Converts no currency into another.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memserver.text.language import Language
from memserver.work.event_fields import LARGEST_AMOUNT

SIGNS = {"$": "USD", "₩": "KRW", "€": "EUR", "£": "GBP", "¥": "JPY"}
_WORDS = {
    "원": "KRW", "won": "KRW", "krw": "KRW", "달러": "USD", "불": "USD", "dollars": "USD", "dollar": "USD",
    "usd": "USD", "eur": "EUR", "euro": "EUR", "euros": "EUR", "유로": "EUR", "gbp": "GBP", "jpy": "JPY", "엔": "JPY",
}  # fmt: skip
_SCALES = {"k": 1e3, "m": 1e6, "mn": 1e6, "b": 1e9, "bn": 1e9}
_KOREAN_SCALES = {"백": 1e2, "천": 1e3, "만": 1e4, "억": 1e8, "조": 1e12}
_DIGITS = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_CODE = r"(?:krw|usd|eur|gbp|jpy)"
_AMOUNT = re.compile(
    rf"(?P<minus>[-+])?\s?(?:(?P<sign>[$₩€£¥])|(?P<code>{_CODE})\s)?\s?(?P<minus_after>-)?"
    rf"(?P<figure>(?:{_DIGITS})(?:(?P<scale>k|mn?|bn?)(?![a-z])|(?:\s?[백천만억조]+(?:\s?(?:{_DIGITS}))?)*)?)"
    rf"\s?(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})?(?![\w.,])",
    re.IGNORECASE,
)
_PIECE = re.compile(rf"({_DIGITS})?\s?([백천만억조]*)")
MOST_WORDS = 4
"""As many as "1억 2천만 5백 원" takes."""
DEFAULT_CURRENCY: dict[Language, str] = {"ko": "KRW", "en": "USD"}


@dataclass(frozen=True, slots=True)
class Amount:
    """So much of a currency."""

    value: int | float
    currency: str


def read_amount(text: str, currency: str) -> tuple[Amount, str] | None:
    """Read the amount that a text begins with; returns it and the rest. `currency` is meant when none is named."""
    match = _AMOUNT.match(text.strip())
    if match is None:
        return None
    value = _figure(match["figure"], match["scale"])
    if match["minus"] == "-" or match["minus_after"]:
        value = -value
    if abs(value) > LARGEST_AMOUNT:
        return None
    named = SIGNS.get(match["sign"] or "") or (match["code"] or "").upper() or _WORDS.get((match["word"] or "").lower())
    if not named and re.search("[만억조]", match["figure"]):
        named = "KRW"
    return Amount(_whole(value), named or currency), text.strip()[match.end() :].strip()


def take_amount(words: Sequence[str], currency: str) -> tuple[Amount | None, list[str]]:
    """Take the first amount out of a line; a bare number counts only where no word names a currency."""
    bare: tuple[Amount, list[str]] | None = None
    for start in range(len(words)):
        for count in range(min(MOST_WORDS, len(words) - start), 0, -1):
            text = " ".join(words[start : start + count])
            found = read_amount(text, "")
            if found is None or found[1]:
                continue
            # "--mrr 1200": the name of an option goes with its value.
            before = start - 1 if start and words[start - 1].startswith("--") else start
            rest = [*words[:before], *words[start + count :]]
            if found[0].currency:
                return found[0], rest
            bare = bare or (Amount(found[0].value, currency), rest)
    return bare if bare else (None, list(words))


def _figure(figure: str, scale: str | None) -> float:
    if scale:
        return float(figure[: -len(scale)].replace(",", "")) * _SCALES[scale.lower()]
    total = 0.0
    section = 0.0
    for number, units in _PIECE.findall(figure):
        if not number and not units:
            continue
        section += (float(number.replace(",", "")) if number else 1.0) * _product(re.sub("[만억조]", "", units))
        for large in re.findall("[만억조]", units):
            total += section * _KOREAN_SCALES[large]
            section = 0.0
    return total + section


def _product(units: str) -> float:
    product = 1.0
    for unit in units:
        product *= _KOREAN_SCALES[unit]
    return product


def _whole(value: float) -> int | float:
    rounded = round(value, 2)
    return int(rounded) if float(rounded).is_integer() else rounded


def show_amount(value: float, currency: str) -> str:
    """Write an amount for people: `₩1,200,000`, `$5,000.50`."""
    sign = next((each for each, code in SIGNS.items() if code == currency), f"{currency} ")
    rounded = _whole(value)
    digits = f"{abs(rounded):,}" if isinstance(rounded, int) else f"{abs(rounded):,.2f}"
    return f"{'−' if rounded < 0 else ''}{sign}{digits}"
