"""Reads task types: those that come with memserver, and the user's own from `<brain>/.astra/requirements.*`.

A user's file (YAML or JSON) has the same shape as `data/requirements.json`; a type with a known id replaces that type.
What does not fit is left out and reported with its line; it never stops a turn. The caller reads the file and decides
when to read it again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from memserver.growth.requirements import DETECTOR_NAMES, Element, TaskType

FILE_NAMES = ("requirements.yaml", "requirements.yml", "requirements.json")
# A file beyond these limits is a mistake, and would slow down every turn.
_MOST_TYPES = 100
_MOST_ELEMENTS = 40
_MOST_PHRASES = 200
_LONGEST_PHRASE = 80

_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class FileComplaint:
    """What is wrong in a user's file, and on which line (1-based; 0 when it concerns the whole file)."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}" if self.line else self.message


@cache
def built_in_types() -> tuple[TaskType, ...]:
    """Return the task types that come with memserver."""
    text = resources.files("memserver.growth").joinpath("data/requirements.json").read_text(encoding="utf-8")
    reader = _Reader({}, {})
    types = reader.types(json.loads(text))
    if reader.complaints:
        raise ValueError(f"data/requirements.json: {reader.complaints[0].message}")
    return types


@cache
def _built_in_actions() -> Mapping[str, Sequence[str]]:
    text = resources.files("memserver.growth").joinpath("data/requirements.json").read_text(encoding="utf-8")
    actions: Mapping[str, Sequence[str]] = json.loads(text)["actions"]
    return actions


def read_types(text: str) -> tuple[tuple[TaskType, ...], tuple[FileComplaint, ...]]:
    """Read a user's file; return the types that are sound and one complaint for each thing that is not."""
    try:
        data, lines = _load(text)
    except _Unreadable as failure:
        return (), (failure.complaint,)
    if data is None:
        return (), ()
    reader = _Reader(lines, _built_in_actions())
    return reader.types(data), tuple(reader.complaints)


def with_user_types(own: Sequence[TaskType]) -> tuple[TaskType, ...]:
    """Return all types in force: the user's first, then the built-in ones that they do not replace."""
    replaced = {task.id for task in own}
    return (*own, *(task for task in built_in_types() if task.id not in replaced))


class _Unreadable(Exception):
    def __init__(self, complaint: FileComplaint) -> None:
        super().__init__(complaint.message)
        self.complaint = complaint


def _load(text: str) -> tuple[Any, dict[_Path, int]]:
    """Parse YAML (of which JSON is a part) into plain data, with the line of every value."""
    import yaml  # noqa: PLC0415 - slow to import and seldom needed

    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        raise _Unreadable(FileComplaint(mark.line + 1 if mark else 0, failure.problem or "cannot be read")) from None
    except (yaml.YAMLError, RecursionError) as failure:
        raise _Unreadable(FileComplaint(0, f"cannot be read ({type(failure).__name__})")) from None
    lines: dict[_Path, int] = {}
    budget = [20_000]

    def plain(node: Any, path: _Path) -> Any:
        # Aliases may nest into billions of values: what is built is counted, whatever the file's size.
        budget[0] -= 1
        if budget[0] < 0 or len(path) > 20:
            raise _Unreadable(FileComplaint(node.start_mark.line + 1, "too many values"))
        lines[path] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            return {str(key.value): plain(value, (*path, str(key.value))) for key, value in node.value}
        if isinstance(node, yaml.SequenceNode):
            return [plain(value, (*path, index)) for index, value in enumerate(node.value)]
        if node.tag == "tag:yaml.org,2002:bool":
            return node.value.casefold() in {"true", "yes", "on"}
        return None if node.tag == "tag:yaml.org,2002:null" else node.value

    return (None if root is None else plain(root, ())), lines


class _Reader:
    """Turns plain data into task types and collects complaints on the way."""

    def __init__(self, lines: Mapping[_Path, int], actions: Mapping[str, Sequence[str]]) -> None:
        self._lines = lines
        self._actions: dict[str, Sequence[str]] = dict(actions)
        self.complaints: list[FileComplaint] = []

    def types(self, data: Any) -> tuple[TaskType, ...]:
        """Read the whole file."""
        if not isinstance(data, Mapping) or not isinstance(data.get("types"), list):
            self._complain((), 'the file needs a list named "types"')
            return ()
        groups = data.get("actions")
        if isinstance(groups, Mapping):
            for name in groups:
                self._actions[str(name)] = self._phrases(groups[name], ("actions", str(name)))
        types: list[TaskType] = []
        for index, entry in enumerate(data["types"][:_MOST_TYPES]):
            task = self._type(entry, ("types", index))
            if task is not None and all(task.id != other.id for other in types):
                types.append(task)
            elif task is not None:
                self._complain(("types", index), f'the id "{task.id}" occurs twice')
        if len(data["types"]) > _MOST_TYPES:
            self._complain(("types", _MOST_TYPES), f"more than {_MOST_TYPES} types; the rest is left out")
        return tuple(types)

    def _type(self, entry: Any, path: _Path) -> TaskType | None:
        if not isinstance(entry, Mapping) or not _text(entry.get("id")):
            self._complain(path, 'a type needs an "id"')
            return None
        objects = self._phrases(entry.get("objects"), (*path, "objects"))
        actions: list[str] = []
        for action in self._phrases(entry.get("actions"), (*path, "actions"), required=False):
            if action.startswith("@") and action[1:] not in self._actions:
                self._complain((*path, "actions"), f'there is no group of actions named "{action}"')
            actions.extend(self._actions.get(action[1:], ()) if action.startswith("@") else (action,))
        raw = entry.get("elements")
        elements = [
            element
            for index, item in enumerate(raw[:_MOST_ELEMENTS] if isinstance(raw, list) else [])
            if (element := self._element(item, (*path, "elements", index))) is not None
        ]
        if not elements:
            self._complain((*path, "elements"), 'a type needs at least one element under "elements"')
        if not objects or not elements:
            return None
        return TaskType(
            id=str(entry["id"]).strip(),
            labels=_labels(entry.get("label"), str(entry["id"]).strip()),
            objects=objects,
            # Without actions of its own a type takes those of writing and doing: naming the object alone is no task.
            actions=tuple(actions) or tuple(self._actions.get("write", ())) + tuple(self._actions.get("do", ())),
            elements=tuple(elements),
            exceptions=self._phrases(entry.get("except"), (*path, "except"), required=False),
            high_impact=entry.get("highImpact") is True,
        )

    def _element(self, item: Any, path: _Path) -> Element | None:
        if isinstance(item, str) and item.strip():
            return Element(id=item.strip(), labels={"en": item.strip()}, covered=(item.strip(),))
        if not isinstance(item, Mapping) or not _text(item.get("id")):
            self._complain(path, 'an element is a name, or has an "id"')
            return None
        name = str(item["id"]).strip()
        labels = _labels(item.get("label"), name)
        covered = self._phrases(item.get("covered"), (*path, "covered"), required=False)
        for phrase in covered:
            if phrase.startswith("@") and phrase not in DETECTOR_NAMES:
                self._complain((*path, "covered"), f'"{phrase}" is none of {", ".join(sorted(DETECTOR_NAMES))}')
        kept = tuple(phrase for phrase in covered if not phrase.startswith("@") or phrase in DETECTOR_NAMES)
        return Element(id=name, labels=labels, covered=kept or tuple(dict.fromkeys(labels.values())))

    def _phrases(self, value: Any, path: _Path, *, required: bool = True) -> tuple[str, ...]:
        if isinstance(value, str):
            value = [value]
        if not isinstance(value, list):
            if required or value is not None:
                self._complain(path, f'"{path[-1]}" must be a list of words')
            return ()
        phrases: list[str] = []
        for index, phrase in enumerate(value[:_MOST_PHRASES]):
            if isinstance(phrase, str) and phrase.strip("* ") and len(phrase) <= _LONGEST_PHRASE:
                phrases.append(phrase.strip())
            else:
                self._complain((*path, index), f"a phrase must be text of 1 to {_LONGEST_PHRASE} characters")
        return tuple(phrases)

    def _complain(self, path: _Path, message: str) -> None:
        """Note a complaint at the line of the nearest value that exists."""
        place = path
        while place and place not in self._lines:
            place = place[:-1]
        self.complaints.append(FileComplaint(self._lines.get(place, 0), message))


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _labels(value: Any, fallback: str) -> Mapping[str, str]:
    if _text(value):
        return {"en": value.strip()}
    if isinstance(value, Mapping):
        labels = {str(key): text.strip() for key, text in value.items() if isinstance(text, str) and text.strip()}
        if labels:
            return labels
    return {"en": fallback}
