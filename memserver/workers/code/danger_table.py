"""Dangerous patterns by language: what to look for, and how bad it is.

A table, looked at line by line; Python is left to bandit, which knows its syntax. What is said about each kind stands
in `danger_words`.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Danger(NamedTuple):
    """A pattern. `needs` must occur somewhere in the file."""

    kind: str
    severity: str
    pattern: re.Pattern[str]
    needs: str = ""


def _danger(kind: str, severity: str, pattern: str, needs: str = "") -> Danger:
    return Danger(kind, severity, re.compile(pattern), needs)


_SQL = r"(?i:select\s.+?\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\b"
_JOINED = r"(?:`[^`]*\$\{|(?:\"[^\"]*\"|'[^']*')\s*\+)"
# Programs that print shell code for their own set-up; evaluating it is how they are meant to be used.
_SETS_UP = r"(?:ssh-agent|brew|direnv|minikube|dircolors|lesspipe|resize|pyenv|rbenv|starship|opam)"

SCRIPT = (
    _danger("eval", "high", r"(?<![.\w$])eval\s*\(|\bnew\s+Function\s*\("),
    _danger("shell-injection", "high", rf"\bexec(?:Sync)?\s*\(\s*{_JOINED}", "child_process"),
    _danger(
        "html-injection",
        "medium",
        r"\.(?:inner|outer)HTML\s*\+?=(?!=)\s*+(?![\"'`][^\"'`$]*[\"'`]\s*;?\s*$)"
        r"|\bdangerouslySetInnerHTML\b|\bdocument\.write(?:ln)?\s*\(\s*(?![\"'])",
    ),
    _danger(
        "tls-off",
        "high",
        r"\brejectUnauthorized\s*:\s*false|NODE_TLS_REJECT_UNAUTHORIZED['\"]?\]?\s*[=:]\s*['\"]?0",
    ),
    _danger("weak-hash", "medium", r"\bcreateHash\(\s*['\"](?:md5|sha1)['\"]"),
    _danger("weak-cipher", "medium", r"\bcreate(?:C|Dec)ipher\("),
    _danger(
        "sql-injection",
        "high",
        rf"`[^`]*{_SQL}[^`]*\$\{{(?!\w*[Pp]laceholders)|[\"'][^\"']*{_SQL}[^\"']*[\"']\s*\+",
    ),
    _danger("weak-random", "medium", r"(?i:token|secret|password|nonce|session_?id|otp)\w*\s*[:=].*\bMath\.random\("),
)
SHELL = (
    _danger(
        "pipe-to-shell",
        "high",
        r"\b(?:curl|wget)\b[^|\n#]*\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:ba|z|da|k)?sh\b"
        r"|\b(?:ba|z)?sh\s+(?:-c\s+)?[\"']?(?:<\(|\$\()\s*(?:curl|wget)\b",
    ),
    _danger(
        "tls-off",
        "medium",
        r"\bcurl\b[^|\n]*\s(?:-[a-zA-Z]*k[a-zA-Z]*|--insecure)\b|\bwget\b[^|\n]*--no-check-certificate"
        r"|sslVerify[ =]+['\"]?false|strict-ssl[ =]+false|NODE_TLS_REJECT_UNAUTHORIZED=['\"]?0",
    ),
    _danger("world-writable", "medium", r"\bchmod\s+(?:-\w+\s+)*0?777\b"),
    _danger("shell-injection", "medium", rf"(?:^|[;&|]\s*|\bthen\s+|\bdo\s+)\s*eval\s+[\"']?.*\$(?!\(\s*{_SETS_UP}\b)"),
    _danger("unguarded-delete", "medium", r"\brm\s+-(?:rf|fr|Rf)\s+[\"']?\$\{?\w+\}?[\"']?/(?:\*|\s|$)"),
)
YAML = (
    _danger("unsafe-yaml", "high", r"!!python/(?:object|name|module)"),
    _danger("privileged-container", "medium", r"^\s*privileged:\s*true\b"),
    _danger(
        "workflow-injection",
        "high",
        r"\$\{\{\s*github\.(?:event\.(?:issue|pull_request|comment|review|discussion|head_commit)\."
        r"[\w.]*(?:title|body|ref|message|label)|head_ref)\b",
        "run:",
    ),
)
GO = (
    _danger("tls-off", "high", r"\bInsecureSkipVerify:\s*true"),
    _danger("sql-injection", "high", rf"fmt\.Sprintf\(\s*[\"`][^\"`]*{_SQL}[^\"`]*%[sv]"),
)
JAVA = (
    _danger("shell-injection", "high", r"\.exec\(\s*\"[^\"]*\"\s*\+"),
    _danger("sql-injection", "high", rf"\"[^\"]*{_SQL}[^\"]*\"\s*\+"),
    _danger("unsafe-deserialisation", "medium", r"\bnew\s+ObjectInputStream\("),
)
C = (
    _danger("buffer-overflow", "high", r"(?<![\w.>])gets\s*\("),
    _danger("buffer-overflow", "low", r"(?<![\w.>])(?:strcpy|strcat|sprintf)\s*\("),
)
OTHER = (
    _danger("eval", "high", r"(?<![.\w$>])(?:eval|shell_exec|system|passthru)\s*\(\s*\$_(?:GET|POST|REQUEST|COOKIE)"),
    _danger(
        "unsafe-deserialisation", "medium", r"\bMarshal\.load\b|\bYAML\.load\s*\((?!.*safe)|\bunserialize\s*\(\s*\$_"
    ),
    _danger("sql-grant", "medium", r"(?i:\bgrant\s+all(?:\s+privileges)?\s+on\s+\*\.\*)"),
)

TABLES: dict[str, tuple[Danger, ...]] = {
    "typescript": SCRIPT,
    "javascript": SCRIPT,
    "html": SCRIPT,
    "shell": SHELL,
    "yaml": (*YAML, *SHELL),
    "go": GO,
    "java": JAVA,
    "c": C,
    "cpp": C,
    "php": OTHER,
    "ruby": OTHER,
    "sql": OTHER,
}
