"""Dangerous calls in Python, found by bandit through its library: loaded once, asked for one file at a time.

Its notes on imports, asserts and swallowed exceptions are left out: they are matters of taste, and would bury the rest.
`# nosec` is honoured by bandit itself.
"""

from __future__ import annotations

import logging
import re
from functools import cache
from pathlib import Path
from typing import Any

from memserver.text.words import words
from memserver.workers.code.danger_words import WORDS

SKIPPED = words(
    """B101 B104 B105 B106 B107 B108 B110 B112 B311 B403 B404 B405 B406 B407 B408 B409 B410 B411 B412 B413 B415 B603
    B606 B607"""
)
KINDS = {
    "B102": "eval", "B307": "eval", "B301": "unsafe-deserialisation", "B302": "unsafe-deserialisation",
    "B506": "unsafe-yaml", "B303": "weak-hash", "B324": "weak-hash", "B304": "weak-cipher", "B305": "weak-cipher",
    "B501": "tls-off", "B323": "tls-off", "B502": "tls-off", "B503": "tls-off", "B504": "tls-off",
    "B602": "shell-injection", "B604": "shell-injection", "B605": "shell-injection", "B609": "shell-injection",
    "B608": "sql-injection", "B610": "sql-injection", "B611": "sql-injection", "B201": "debug-server",
    "B113": "no-timeout", "B310": "open-url", "B314": "unsafe-xml", "B318": "unsafe-xml", "B202": "unsafe-archive",
    "B701": "html-injection", "B702": "html-injection", "B703": "html-injection", "B308": "html-injection",
    "B306": "unsafe-temporary-file", "B103": "world-writable", "B507": "tls-off", "B505": "weak-key",
    "B613": "reordered-text",
}  # fmt: skip
_WORTH_A_LOOK = re.compile(
    r"eval|exec|pickle|marshal|shelve|dill|yaml|subprocess|popen|system|spawn|md5|sha1|hashlib|Crypto|crypt|requests|httpx"
    r"|verify|ssl|mktemp|tempnam|xml|sax|urlopen|urllib|telnet|ftplib|jinja2|mako|Markup|mark_safe|tarfile|extractall"
    r"|paramiko|debug\s*=|chmod|RawSQL|\.extra\(|(?i:select|insert into|update|delete from)\s|snmp|set_host_key|logging"
    r"|django|flask|torch\.load|trojan|[\u202a-\u202e\u2066-\u2069]"
)
"""Bandit takes some twenty milliseconds for a file; most files hold none of the words that its rules are about."""
_PUT_IN = re.compile(r"(?<!\{)\{([^{}]+)\}(?!\})")
_CONSTANT = re.compile(r"^\s*[A-Z][A-Z0-9_]*\s*$")
_LEVELS = ("info", "low", "medium", "high")


def bandit_rows(path: Path, text: str) -> list[list[Any]]:
    """Return what bandit says of one file; nothing when it is not installed or cannot read it."""
    manager = _manager() if _WORTH_A_LOOK.search(text) else None
    if manager is None:
        return []
    manager.files_list = [str(path)]
    manager.results = []
    manager.scores = []
    manager.skipped = []
    manager.metrics.data = {"_totals": manager.metrics.data["_totals"]}
    try:
        manager.run_tests()
    except (RecursionError, ValueError, KeyError):
        return []
    lines = text.split("\n")
    return [_row(issue, lines) for issue in manager.results if issue.test_id not in SKIPPED]


def _row(issue: Any, lines: list[str]) -> list[Any]:
    kind = KINDS.get(issue.test_id, issue.test.replace("_", "-"))
    level = _LEVELS.index(issue.severity.lower()) if issue.severity.lower() in _LEVELS else 1
    if kind == "weak-hash":
        # Most hashes name things and guard nothing; who guards passwords with one should still hear of it.
        level = min(level, _LEVELS.index("medium"))
    if issue.confidence == "LOW" or (kind == "sql-injection" and _only_constants(issue, lines)):
        level -= 1
    note = "" if kind in WORDS else " ".join(issue.text.split())
    return [kind, _LEVELS[max(0, level)], issue.lineno, note, issue.test_id]


def _only_constants(issue: Any, lines: list[str]) -> bool:
    """Whether all that is put into a text are constants of the program: `f"SELECT … FROM {TABLE}"`."""
    shown = "\n".join(lines[number - 1] for number in issue.linerange if 0 < number <= len(lines))
    parts = _PUT_IN.findall(shown)
    return bool(parts) and all(_CONSTANT.match(part) for part in parts) and "%" not in shown and "+" not in shown


@cache
def _manager() -> Any:
    try:
        from bandit.core.config import BanditConfig  # noqa: PLC0415 - heavy, and only audits need it
        from bandit.core.manager import BanditManager  # noqa: PLC0415
    except ImportError:
        return None
    logging.getLogger("bandit").setLevel(logging.CRITICAL)
    logging.getLogger("stevedore").setLevel(logging.CRITICAL)
    return BanditManager(BanditConfig(), "file", profile={"exclude": set(SKIPPED)})
