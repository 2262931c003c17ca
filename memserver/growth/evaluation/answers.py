"""Answers out of files: a folder with one file per case, or one file with all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from memserver.errors import InvalidParams, NotFound, TooLarge
from memserver.growth.evaluation.golden import UnusableSet, load_yaml

MOST_BYTES = 10_000_000
TEXT_SUFFIXES = (".md", ".txt")


def read_answers(path: Path) -> dict[str, str]:
    """Return answers by case id; raises what a person is told."""
    try:
        if path.is_dir():
            files = sorted(each for each in path.iterdir() if each.suffix in TEXT_SUFFIXES)
            return {each.stem: _text(each) for each in files}
        text = _text(path)
    except FileNotFoundError:
        raise NotFound("There is no such file or folder.", field="path") from None
    except OSError as failure:
        raise InvalidParams(f"{path.name} cannot be read ({type(failure).__name__}).", field="path") from None
    if path.suffix == ".jsonl":
        return _from_entries(_lines(text, path.name), path.name)
    try:
        data = load_yaml(text)
    except UnusableSet as failure:
        raise InvalidParams(f"{path.name}: {failure}.", field="path") from None
    if isinstance(data, list):
        return _from_entries(data, path.name)
    if isinstance(data, dict) and all(isinstance(answer, str) for answer in data.values()):
        return {str(case): answer for case, answer in data.items()}
    raise _misshapen(path.name)


def _text(path: Path) -> str:
    data = path.read_bytes()
    if len(data) > MOST_BYTES:
        raise TooLarge(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB.", field="path")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidParams(f"{path.name} is not UTF-8 text.", field="path") from None


def _lines(text: str, name: str) -> list[Any]:
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                entries.append(json.loads(line))
            except ValueError:
                raise InvalidParams(f"{name}, line {number} is not JSON.", field="path") from None
    return entries


def _from_entries(entries: Iterable[Any], name: str) -> dict[str, str]:
    found = {}
    for entry in entries:
        if not isinstance(entry, dict) or not isinstance(entry.get("answer"), str) or not entry.get("id"):
            raise _misshapen(name)
        found[str(entry["id"])] = entry["answer"]
    return found


def _misshapen(name: str) -> InvalidParams:
    return InvalidParams(
        f"{name} holds no answers: expected a mapping of case ids to texts, or entries with id and answer.",
        field="path",
    )
