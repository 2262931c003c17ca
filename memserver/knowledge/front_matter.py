"""Front matter: what stands on top of a note as data about it. Between `---` it is YAML; bad YAML is read line by line,
with a warning. Without a fence it is lines of `Key: value`, as PEPs and mails begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from memserver.text.labels import message_starts

_MAX_LINES = 200
# What is kept as data: values may refer to each other in YAML, so that a few lines could stand for billions of values.
_MAX_VALUES = 1_000
_MAX_DEPTH = 5
# The native reader of YAML goes down a level with each of these signs, and beyond tens of thousands the process ends.
_NESTING = re.compile(r"[\[{]|[-?:] ")
_MOST_NESTED = 2_000
_TITLE = ("title", "제목", "name")
_TAGS = ("tags", "tag", "태그", "keywords")
_DATE = ("date", "updated", "created", "날짜")

# Fewer lines like these may be anything.
_MIN_HEADERS = 3
_HEADER = re.compile(r"([A-Za-z가-힣][\w가-힣 .-]{0,40}?)[ \t]*:(?:[ \t]+(.*)|)")
_SENTENCE = re.compile(r"[.!?…][\"')\]]*$")
_FENCE_END = ("---", "...")
_PAIR = re.compile(r"^([\w가-힣][\w가-힣 .-]{0,60}?)\s*:(?:\s+(.*)|)$")
_ITEM = re.compile(r"^\s*-\s+(.*)$")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stood on top of a note. `lines` is how many lines it took, fences included; 0 when there was none."""

    values: Mapping[str, object] = field(default_factory=dict)
    lines: int = 0
    warning: str | None = None

    @property
    def title(self) -> str:
        """What the note is called."""
        return self.text(*_TITLE)

    @property
    def tags(self) -> tuple[str, ...]:
        """The words it is to be found by."""
        return tuple(tag.lstrip("#") for tag in self.texts(*_TAGS))

    @property
    def date(self) -> str:
        """When it was written, as it says."""
        return self.text(*_DATE)

    def others(self) -> dict[str, list[str]]:
        """Return everything but the title and the tags as texts; what lies deeper has a key such as `a.b`."""
        title = next((name for name in _TITLE if self.text(name)), None)
        tags = next((name for name in _TAGS if self.texts(name)), None)
        found: dict[str, list[str]] = {}
        for name, text in _leaves(self.values):
            if name not in (title, tags):
                found.setdefault(name, []).append(text)
        return found

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
    if sum(len(_NESTING.findall(line)) for line in lines) > _MOST_NESTED:
        return FrontMatter(_by_lines(lines), taken, "the front matter: too deep for YAML, read line by line")
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


def parse_headers(text: str) -> FrontMatter:
    """Read the lines of `Key: value` that a text begins with, up to its first empty line; none where others are among
    them.
    """
    values: dict[str, str] = {}
    lines = text.split("\n", _MAX_LINES + 1)
    taken = next((number for number, line in enumerate(lines[:_MAX_LINES]) if not line.strip()), 0)
    name = ""
    for line in lines[:taken]:
        found = _HEADER.fullmatch(line)
        if found and (key := found[1].strip().lower()) not in values:
            name = key
            values[name] = (found[2] or "").strip()
        elif name and line[0].isspace():
            values[name] = f"{values[name]} {line.strip()}".strip()
        else:
            return FrontMatter()
    return FrontMatter(values, taken) if len(values) >= _MIN_HEADERS and not _is_talk(text, values) else FrontMatter()


def _is_talk(text: str, values: Mapping[str, str]) -> bool:
    """Say whether lines of `Key: value` are rather what people said: messages of a chat, or sentences."""
    sentences = sum(bool(_SENTENCE.search(value)) for value in values.values())
    return 2 * sentences > len(values) or bool(message_starts(text))


def _leaves(values: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield the plain values below a mapping, in order, as texts with their keys."""
    waiting: list[tuple[str, object, int]] = [(name, each, 0) for name, each in reversed(list(values.items()))]
    for _ in range(_MAX_VALUES):
        if not waiting:
            return
        name, value, depth = waiting.pop()
        if isinstance(value, Mapping | list | tuple) and depth < _MAX_DEPTH:
            inner = value.items() if isinstance(value, Mapping) else ((None, each) for each in value)
            below = [(f"{name}.{key}".lower() if key is not None else name, each, depth + 1) for key, each in inner]
            waiting.extend(reversed(below[:_MAX_VALUES]))
        elif isinstance(value, str | int | float | date) and str(value).strip():
            yield name, value.isoformat() if isinstance(value, date) else str(value).strip()
