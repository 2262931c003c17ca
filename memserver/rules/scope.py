"""The scope of a rule and of a task: languages, files, words and kinds of work, read from text and paths. Pure.

What stands here is evidence in numbers; `model` says what it means. The same row describes a rule and a task, so that
both are judged by the same weights.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

import numpy as np

from memserver.rules.languages import NONE, Languages, languages_of_paths, languages_of_words, paths_in
from memserver.rules.work import MOOD, Floats, work_of_paths, work_table, work_words
from memserver.text.terms import index_terms

# Formats beside the code: a file of one of them does not tell that source code is written.
NOT_CODE = frozenset({"md", "yml", "css", "html", "sql", "tf", "docker"})
# A note may speak of a file in Markdown whatever language the work is in.
NO_LANGUAGE = frozenset({"md"})
# A prompt says what to do at its beginning or at its end; between them stands what was pasted.
HEAD_CHARS, TAIL_CHARS = 600, 300
# The length of a text in words counts up to here: requests are short, and acknowledgements shorter.
LONG_WORDS, SHORT_WORDS = 12, 3
# Open files of more languages than these tell nothing of the one that is meant.
MAX_OPEN_LANGUAGES = 2
MARKS = ("code", "source", "source-asked", "asked", "rule", "question", "length", "short", "path", "one")
DOING, ASKING = (MOOD.index(mood) - len(MOOD) for mood in ("doing", "asking"))
REMEMBERED = 4_096
"""Rules whose scope is kept, so that one new rule does not have all others read again."""

_WILD = re.compile(r"\*\*/?|\*|\{[^}]*\}|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Scope:
    """What a rule is about, or what is being done."""

    languages: Languages
    terms: frozenset[str]
    row: Floats
    """Words, paths and marks as numbers, for the model."""
    paths: tuple[str, ...] = ()
    """Of a rule: the folders and patterns that it is limited to. Of a task: the files that it is about."""


@lru_cache(maxsize=REMEMBERED)
def rule_scope(text: str) -> Scope:
    """Return what a rule is about."""
    named = paths_in(text)
    languages = (languages_of_words(text) | languages_of_paths(named)) - NO_LANGUAGE
    patterns = tuple(path for path in named if "*" in path or "/" in path)
    return Scope(languages, frozenset(index_terms(text)), _row(text, languages, named, None), patterns)


def task_scope(
    prompt: str, active_file: str | None = None, open_files: Sequence[str] = (), commands: Sequence[str] = ()
) -> Scope:
    """Return what a turn is about: its prompt first, then the file that has the focus, then those that are open.

    The latest command counts where the prompt itself tells no kind of work.
    """
    text = prompt if len(prompt) <= HEAD_CHARS + TAIL_CHARS else f"{prompt[:HEAD_CHARS]}\n{prompt[-TAIL_CHARS:]}"
    named = paths_in(text)
    active = (plain_path(active_file),) if active_file else ()
    languages = languages_of_words(text) | languages_of_paths(named)
    languages = languages or languages_of_paths(active) or _of_open(open_files)
    row = _row(text, languages, (*active, *named), active)
    if commands and not row[: len(work_table().kinds)].any():
        row[: work_table().width] += work_words(commands[0])
    return Scope(languages, frozenset(index_terms(text)), row, (*named, *active))


def is_question(task: Scope) -> bool:
    """Say whether a task is to be answered rather than done."""
    return bool(task.row[MARKS.index("asked") - len(MARKS)])


def plain_path(path: str) -> str:
    """Return a path as a path, given as one or as a uri."""
    return unquote(path.partition("://")[2]) if "://" in path else path.replace("\\", "/")


@lru_cache(maxsize=REMEMBERED)
def pattern_of(path: str) -> re.Pattern[str]:
    """Return what a path pattern of a rule stands for: it may begin at any folder, and holds for all below."""
    translated = "".join(_translated(piece) for piece in _WILD.findall(path.strip("/")))
    return re.compile(rf"(?:^|/){translated}(?:/|$)")


def _translated(piece: str) -> str:
    if piece.startswith("**"):
        return ".*"
    if piece == "*":
        return "[^/]*"
    if piece.startswith("{"):
        return f"(?:{'|'.join(map(re.escape, piece[1:-1].split(',')))})"
    return re.escape(piece)


def _of_open(files: Sequence[str]) -> Languages:
    languages = languages_of_paths(map(plain_path, files)) - NOT_CODE
    return languages if len(languages) <= MAX_OPEN_LANGUAGES else NONE


def _row(text: str, languages: Languages, paths: Sequence[str], active: Sequence[str] | None) -> Floats:
    """Return the numbers of a text; `active` is None for a rule."""
    words = work_words(text)
    is_rule = active is None
    length = len(text.split())
    question = text.rstrip().endswith("?")
    asked = not is_rule and bool(question or (words[ASKING] > 0 and words[DOING] == 0))
    source = bool(languages_of_paths(active or ()) - NOT_CODE)
    marks = (
        bool(languages - NOT_CODE),
        source,
        source and asked,
        asked,
        is_rule,
        question,
        min(length, LONG_WORDS) / LONG_WORDS,
        length <= SHORT_WORDS,
        bool(paths),
        True,
    )
    kinds = np.zeros(len(work_table().kinds), np.float32) if is_rule else work_of_paths(paths)
    return np.concatenate([words, kinds, np.array(marks, np.float32)])
