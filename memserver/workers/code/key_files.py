"""Files that hold keys and lie in git: `.env`, private keys, key stores. Once committed, they are out."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from memserver.knowledge.reading import read_text
from memserver.workers.code.analyses.result import Request, finding
from memserver.workers.code.codebase import Codebase
from memserver.workers.code.languages import Role, role_of
from memserver.workers.code.secrets_scan import secrets_in
from memserver.workspace.git import Git

_KEY_FILE = re.compile(
    r"(?:^|/)(?:\.env(?:\.(?!example|sample|template|dist|test)[\w-]+)?|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:p12|pfx|jks"
    r"|keystore|ppk)|\.pypirc|\.netrc|\.npmrc|credentials\.json|service[-_]account[\w-]*\.json|[^/]+\.pem)$",
    re.IGNORECASE,
)
_ALWAYS = re.compile(r"\.(?:p12|pfx|jks|keystore|ppk)$|(?:^|/)id_(?:rsa|dsa|ecdsa|ed25519)$", re.IGNORECASE)
_TIMEOUT_SECONDS = 20.0


def key_files(base: Codebase, request: Request) -> list[dict[str, Any]]:
    """Return the key files that git keeps."""
    if not base.head:
        return []
    answer = asyncio.run(
        Git(timeout=_TIMEOUT_SECONDS).ask(str(base.folder), "-c", "core.quotePath=false", "ls-files", "-z")
    )
    found = []
    for path in sorted(answer.output.split("\0")) if answer.ok else ():
        if _KEY_FILE.search(path) and _holds_keys(base, path):
            shipped = role_of(path) not in (Role.TEST, Role.SUPPORT)
            found.append(
                finding(
                    "key-file", "high" if shipped else "low",
                    request.say("A file with keys is kept in git", "키가 든 파일이 git에 있습니다"),
                    request.say("remove it, ignore it, and change the keys", "지우고 키를 바꾸세요"),
                    path,
                )
            )  # fmt: skip
    return found


def _holds_keys(base: Codebase, path: str) -> bool:
    if _ALWAYS.search(path):
        return True
    text = read_text(base.folder / path).text or ""
    return any(True for _ in secrets_in(text, "settings"))
