"""What workers say to people, in both languages at once: a text is kept so, and read in the language of who asks.

A plain string is the same in every language: a name, a path, quoted code. Nothing is translated here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from memserver.text.language import Language

Text = str | Mapping[Language, str]
"""A sentence by language, or what is the same in all of them."""

LANGUAGES: tuple[Language, ...] = tuple(sorted(get_args(Language)))


def read(text: Text, language: Language) -> str:
    """Return a text in a language."""
    return text if isinstance(text, str) else text[language]


def fill(text: Text, **values: object) -> Text:
    """Put values into a text; a value that is a text itself is taken in the same language."""
    return {language: read(text, language).format(**_values(values, language)) for language in LANGUAGES}


def joined(texts: Iterable[Text], between: str = " ") -> Text:
    """Return several texts as one; empty ones are left out."""
    parts = list(texts)
    return {language: between.join(filter(None, (read(each, language) for each in parts))) for language in LANGUAGES}


def _values(values: Mapping[str, object], language: Language) -> dict[str, object]:
    return {name: value[language] if isinstance(value, Mapping) else counted(value) for name, value in values.items()}


def counted(value: object) -> object:
    """Return a value as sentences take it in: a number also with its noun, as in `{files:file|files}`."""
    return _Number(value) if isinstance(value, int | float) else value


class _Number:
    """A number that knows one from many."""

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        one, divided, many = form.partition("|")
        return f"{self._value:.0f} {one if self._value == 1 else many}" if divided else format(self._value, form)
