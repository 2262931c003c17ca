"""What a path tells of a file: its language, and what part it plays (code, test, example, documentation).

Owns the tables of suffixes and of folder names that people use; opens nothing.
"""

from __future__ import annotations

import re
from enum import StrEnum

from memserver.text.words import words


class Role(StrEnum):
    """What part a file plays in its repository."""

    CODE = "code"
    TEST = "test"
    SUPPORT = "support"
    """Examples, fixtures, benchmarks, generated clients: code that nobody ships."""
    DOCUMENT = "document"
    OTHER = "other"


_LANGUAGES = {
    "python": ".py .pyi .pyw",
    "typescript": ".ts .mts .cts .tsx",
    "javascript": ".js .mjs .cjs .jsx",
    "java": ".java",
    "go": ".go",
    "rust": ".rs",
    "c": ".c .h",
    "cpp": ".cc .cpp .cxx .hpp .hh .hxx",
    "shell": ".sh .bash .zsh .ksh",
    "yaml": ".yml .yaml",
    "sql": ".sql",
    "html": ".html .htm .vue .svelte",
    "php": ".php",
    "ruby": ".rb",
    "settings": ".json .toml .ini .cfg .conf .properties .xml .tf .env",
    "document": ".md .mdx .rst .adoc",
}
_BY_SUFFIX = {suffix: language for language, suffixes in _LANGUAGES.items() for suffix in suffixes.split()}
_BY_NAME = {"dockerfile": "shell", "makefile": "shell", "jenkinsfile": "shell", "procfile": "shell"}

PARSED = frozenset({"python", "typescript", "javascript", "java", "go", "rust", "c", "cpp"})
"""Languages whose functions are read; the others are looked at line by line, for the audit and for names."""

_VENDORED = words(
    """vendor vendors vendored third_party third-party thirdparty external externals bower_components jspm_packages
    .yarn .pnp .vscode-test site-packages"""
)
_TEST_FOLDERS = words("test tests testing __tests__ spec specs e2e integration_tests unit_tests cypress playwright")
_SUPPORT_FOLDERS = words(
    """example examples sample samples demo demos fixture fixtures testdata test_data test-data mock mocks __mocks__
    benchmark benchmarks bench playground sandbox snippets templates stubs typings golden"""
)
_TEST_NAME = re.compile(
    r"^(?:test_.+|.+_test|conftest|tests?)\.(?:py|go|rb)$|\.(?:test|spec|e2e|stories)\.[mc]?[jt]sx?$|(?:Test|Tests|IT)\.java$"
)
_HISTORY = re.compile(
    r"^(?:change(?:s|log)|history|news|releases?|release[-_]notes|authors|contributors|licen[cs]e)", re.I
)
_HISTORY_FOLDERS = words("adr adrs decisions rfc rfcs archive archived changelog changelogs releases proposals")


def language_of_path(path: str) -> str | None:
    """Return the language of a file by its name, or None for what is not looked at."""
    name = path.rpartition("/")[2].lower()
    stem, dot, suffix = name.rpartition(".")
    if dot and stem and (language := _BY_SUFFIX.get(dot + suffix)):
        return language
    return _BY_NAME.get(name.partition(".")[0]) or ("document" if name.startswith("readme") else None)


def is_vendored(path: str) -> bool:
    """Say whether a path lies in a folder of code that others wrote."""
    return any(part.lower() in _VENDORED for part in path.split("/")[:-1])


def role_of(path: str) -> Role:
    """Return what part a file plays, by where it lies and how it is called."""
    *folders, name = path.split("/")
    lowered = [folder.lower() for folder in folders]
    if any(folder in _SUPPORT_FOLDERS for folder in lowered):
        return Role.SUPPORT
    if any(folder in _TEST_FOLDERS for folder in lowered) or _TEST_NAME.search(name):
        return Role.TEST
    language = language_of_path(path)
    if language == "document":
        return Role.DOCUMENT
    if language in PARSED:
        return Role.SUPPORT if name.endswith((".pyi", ".d.ts")) else Role.CODE
    return Role.OTHER


def tells_history(path: str) -> bool:
    """Say whether a document speaks of what once was: a change log, a decision record."""
    *folders, name = path.split("/")
    return bool(_HISTORY.match(name)) or any(folder.lower() in _HISTORY_FOLDERS for folder in folders)
