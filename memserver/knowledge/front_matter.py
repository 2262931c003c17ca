"""Front matter: the few YAML lines between `---` on top of a note. Bad YAML is read line by line, with a warning."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

_MAX_LINES = 200
_FENCE_END = ("---", "...")
_PAIR = re.compile(r"^([\w가-힣][\w가-힣 .-]{0,60}?)\s*:(?:\s+(.*)|)$")
_ITEM = re.compile(r"^\s*-\s+(.*)$")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stood on top of a note. `lines` is how many lines it took, fences included; 0 when there was none."""

    values: Mapping[str, object] = field(default_factory=dict)
    lines: int = 0
    warning: str | None = None

    def text(self, *names: str) -> str:
        """Return the first of these values that is a plain one, as text; "" when there is none."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, datetime | date):
                return value.isoformat()
            if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
                return str(value).strip()
        return ""

    def texts(self, *names: str) -> tuple[str, ...]:
        """Return the first of these values that is given as a list of texts; a plain text is split at commas."""
        for name in names:
            value = self.values.get(name)
            if isinstance(value, str):
                value = value.split(",")
            if isinstance(value, list | tuple):
                texts = (str(item).strip() for item in value if isinstance(item, str | int | float | date))
                return tuple(dict.fromkeys(text for text in texts if text))
        return ()


def parse_front_matter(text: str) -> FrontMatter:
    """Read the front matter of a text whose line ends are newlines."""
    if not text.startswith("---"):
        return FrontMatter()
    lines = text.split("\n", _MAX_LINES + 1)
    if lines[0].strip() != "---":
        return FrontMatter()
    for number, line in enumerate(lines[1 : _MAX_LINES + 1], start=1):
        if line.rstrip() in _FENCE_END:
            return _parsed(lines[1:number], number + 1)
    return FrontMatter()


def _parsed(lines: list[str], taken: int) -> FrontMatter:
    import yaml  # noqa: PLC0415 - only notes with front matter pay for it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        values = yaml.load("\n".join(lines), Loader=loader)  # noqa: S506 - both loaders are the safe ones
    except (yaml.YAMLError, ValueError, RecursionError, TypeError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 2}" if mark is not None else "the front matter"
        return FrontMatter(_by_lines(lines), taken, f"{place}: not valid YAML, read line by line")
    if values is None:
        return FrontMatter({}, taken)
    if not isinstance(values, dict):
        return FrontMatter({}, 0)
    return FrontMatter({str(key).strip().lower(): value for key, value in values.items()}, taken)


def _by_lines(lines: list[str]) -> dict[str, object]:
    values: dict[str, object] = {}
    items: list[str] | None = None
    for line in lines:
        pair = _PAIR.match(line)
        item = _ITEM.match(line)
        if pair:
            items = []
            name, value = pair.group(1).strip().lower(), (pair.group(2) or "").strip()
            values[name] = _unquoted(value) if value else items
        elif item and items is not None:
            items.append(_unquoted(item.group(1).strip()))
    return values


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text
