"""The atomic fact (SPEC 258–261): one statement that can be read alone, with what it is and what it names.

Owns the shape of a fact and finding the files, functions, libraries and error codes it names. How facts are found in a
conversation is the business of `extraction`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memserver.model import Category, FactType, Layer
from memserver.text.alternatives import group_of
from memserver.text.words import words


@dataclass(frozen=True, slots=True)
class Entities:
    """What a fact names."""

    files: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    error_codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AtomicFact:
    """One statement out of a session. `source_index` is the message it came from."""

    content: str
    fact_type: FactType
    category: Category
    confidence: float
    entities: Entities
    layer: Layer
    source_index: int


_FILE = re.compile(
    r"(?<![\w/])(?:[\w.-]+/)*[\w.-]+\.(?:py|ts|tsx|js|jsx|mjs|go|rs|java|kt|rb|php|c|h|cpp|cs|swift|md"
    r"|txt|json|ya?ml|toml|ini|cfg"
    r"|conf|env|sql|sh|html|css|lock|xml|csv|proto|tf)(?![A-Za-z0-9_])|(?<!\w)(?:Dockerfile|Makefile"
    r"|\.env)(?![A-Za-z0-9_])"
)
_FUNCTION = re.compile(r"\b([A-Za-z_][\w.]*)\(\)|\b((?:[a-z]+_)+[a-z]+)\b")
_ERROR = re.compile(
    r"(?<![A-Za-z])(?:[A-Z][A-Za-z]*(?:Error|Exception|Warning)|(?:TS|E|C|CS|ORA-|SQLSTATE )\d{3,5}"
    r"|exit code \d+"
    r"|HTTP [45]\d\d|[45]\d\d(?= ?(?:error|status|에러|오류|s\b))"
    r"|E(?:NOSPC|ACCES|CONN[A-Z]+|ADDR[A-Z]+|PERM|NOENT|EXIST|MFILE|PIPE|TIMEDOUT|HOST[A-Z]+|ISDIR"
    r"|NOTFOUND|INVAL|RESOLVE|LOOP|BUSY)"
    r"|OOM(?:-?[Kk]ill\w*|Killed)?|SIG[A-Z]{3,5}|CrashLoopBackOff|ImagePullBackOff)(?![A-Za-z0-9])",
)
_WORD = re.compile(r"[A-Za-z][\w.+#-]*[\w+#]|[가-힣]+")


def find_entities(text: str) -> Entities:
    """Return the files, functions, libraries and error codes that a text names, each once, in order."""
    files = _unique(match.group() for match in _FILE.finditer(text))
    functions = _unique(match.group(1) or match.group(2) for match in _FUNCTION.finditer(text))
    errors = _unique(match.group() for match in _ERROR.finditer(text))
    libraries = _unique(word for word in _WORD.findall(text) if _is_library(word) and word not in files)
    return Entities(files, tuple(f for f in functions if f not in files), libraries, errors)


def _is_library(word: str) -> bool:
    if _ERROR.fullmatch(word):
        return False
    if word.lower() in _EVERYDAY or not word.isascii():
        return False
    return group_of(word.lower()) is not None or word.lower().endswith(".js")


# Members of the groups of alternatives that are ordinary words.
_EVERYDAY = words(
    "space tab main master light dark short long always never sometimes public private weekly daily monthly "
    "hourly nightly required optional mandatory allowed forbidden single double sync async merge english korean "
    "japanese teams linear go spring solid black swift express"
)


def _unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
