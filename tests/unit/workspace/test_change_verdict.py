# ruff: noqa: E501 - an edit stands on one line
"""Edits of many kinds of files, and whether what a memory says of them still stands."""

from __future__ import annotations

import pytest

from memserver.workspace.change_verdict import verdict
from memserver.workspace.kept_places import from_text, to_text
from memserver.workspace.outlines import outline_of
from memserver.workspace.places_in_file import find_places
from memserver.workspace.spoken_words import spoken_words

PYTHON = '''\
"""Payments."""

MAX_RETRIES = 3
CURRENCY = "EUR"  # the default


def charge(amount: int, currency: str = CURRENCY) -> bool:
    """Charge a card."""
    for attempt in range(MAX_RETRIES):
        result = gateway.post("/charge", amount=amount, currency=currency, timeout=30)
        if result.ok:
            return True
    raise PaymentError("gave up")


def refund(amount):
    return gateway.post("/refund", amount=amount)
'''
TYPESCRIPT = """\
import { api } from './api';

export const PAGE_SIZE = 50;

// Fetches one page.
export async function fetchPage(cursor: string | null): Promise<Page> {
  const response = await api.get('/items', { params: { cursor, limit: PAGE_SIZE } });
  if (response.status === 429) {
    throw new RateLimitError('slow down');
  }
  return response.data;
}

export class Cart {
  addItem(item: Item) {
    this.items.push(item);
  }

  total() {
    return this.items.length;
  }
}
"""
GO = """\
package server

const maxConns = 100

// Listen opens the port.
func (s *Server) Listen(port int) error {
	if port < 1024 {
		return ErrPrivileged
	}
	return s.open(port)
}

func (s *Server) Close() error {
	return s.shut()
}
"""
YAML = """\
services:
  web:
    image: nginx:1.25
    replicas: 2
  db:
    image: postgres:15
    timeout: 30
"""
TOML = """\
[tool.ruff]
line-length = 100
select = ["E", "F"]

[tool.mypy]
strict = true
"""
JSON = """\
{
  "name": "shop",
  "scripts": {
    "test": "vitest run",
    "lint": "eslint ."
  },
  "engines": { "node": ">=18" }
}
"""
MARKDOWN = """\
# Releasing

## Schedule
Releases go out every Thursday at 14:00.
The on-call engineer signs the build.

## Rollback
Run the rollback job and tell the channel.
"""
KOREAN = """\
# 배포

## 일정
배포는 매주 목요일 14시에 한다.
당직자가 빌드에 서명한다.

## 되돌리기
롤백 작업을 실행하고 채널에 알린다.
"""

CHARGE = "`charge` tries MAX_RETRIES times, which is 3, then raises PaymentError. It posts to /charge with timeout=30."
PAGE = "`fetchPage` throws RateLimitError when the status is 429; PAGE_SIZE is 50."
LISTEN = "`Server.Listen` returns ErrPrivileged for ports below 1024."

FRESH = [
    ("a blank line", "pay.py", PYTHON, CHARGE, ("    for attempt", "\n    for attempt")),
    ("a comment", "pay.py", PYTHON, CHARGE, ("    for attempt", "    # several times\n    for attempt")),
    ("quotes", "pay.py", PYTHON, CHARGE, ('"/charge"', "'/charge'")),
    ("a call over several lines", "pay.py", PYTHON, CHARGE, ('("/charge", amount', '(\n            "/charge",\n amount')),
    ("an annotation", "pay.py", PYTHON, CHARGE, ("amount: int, ", "amount: Decimal, ")),
    ("a docstring", "pay.py", PYTHON, CHARGE, ("Charge a card.", "Charge a card, or give up.")),
    ("a local name", "pay.py", PYTHON, CHARGE, ("result", "answer")),
    ("another function", "pay.py", PYTHON, CHARGE, ('"/refund", amount=amount', '"/refunds", amount=-amount')),
    ("another constant", "pay.py", PYTHON, "MAX_RETRIES is 3.", ('"EUR"', '"USD"')),
    ("moved within the file", "pay.py", PYTHON, "MAX_RETRIES is 3.", ("MAX_RETRIES = 3\nCURRENCY", "CURRENCY = 1\nMAX_RETRIES = 3\nCURRENCY")),
    ("a comment", "page.ts", TYPESCRIPT, PAGE, ("// Fetches one page.", "/* Fetches\n one page, at most. */")),
    ("quotes", "page.ts", TYPESCRIPT, PAGE, ("'slow down'", '"slow down"')),
    ("a semicolon", "page.ts", TYPESCRIPT, PAGE, ("= 50;", "= 50")),
    ("an object over several lines", "page.ts", TYPESCRIPT, PAGE, ("{ params: { cursor, limit: PAGE_SIZE } }", "{\n    params: {\n      cursor,\n      limit: PAGE_SIZE,\n    },\n  }")),
    ("another method", "page.ts", TYPESCRIPT, "`Cart.addItem` pushes to items.", ("this.items.length", "this.items.size + 1")),
    ("a comment", "server.go", GO, LISTEN, ("// Listen opens the port.", "// Listen opens the port, or fails.")),
    ("another function", "server.go", GO, LISTEN, ("s.shut()", "s.shutdown(5)")),
    ("indentation", "server.go", GO, LISTEN, ("\treturn s.open", "    return s.open")),
    ("another service", "compose.yaml", YAML, "The web service has 2 replicas.", ("timeout: 30", "timeout: 60")),
    ("a comment", "compose.yaml", YAML, "The db `timeout` is 30 seconds.", ("    timeout", "    # seconds\n    timeout")),
    ("another table", "pyproject.toml", TOML, "`line-length` is 100.", ("strict = true", "strict = false")),
    ("another script", "package.json", JSON, "`npm test` runs \"vitest run\".", ("eslint .", "biome check")),
    ("another section", "RELEASE.md", MARKDOWN, "Releases go out on Thursday at 14:00.", ("rollback job", "undo job")),
    ("wrapped anew", "RELEASE.md", MARKDOWN, "Releases go out on Thursday at 14:00.", ("every Thursday at", "every\nThursday at")),
    ("another section", "배포.md", KOREAN, "배포는 목요일 14시에 한다.", ("롤백 작업", "되돌리기 작업")),
    ("a comment", "pay.py", PYTHON, "charge는 MAX_RETRIES만큼 3번 시도한 뒤 PaymentError를 낸다.", ("    for a", "    # 여러 번\n    for a")),
]  # fmt: skip
STALE = [
    ("a value", "pay.py", PYTHON, "MAX_RETRIES is 3.", ("MAX_RETRIES = 3", "MAX_RETRIES = 5")),
    ("a value in words", "pay.py", PYTHON, "A charge is tried three times (MAX_RETRIES).", ("MAX_RETRIES = 3", "MAX_RETRIES = 5")),
    ("an argument's value", "pay.py", PYTHON, "`charge` posts with timeout=30.", ("timeout=30", "timeout=60")),
    ("a string", "pay.py", PYTHON, "CURRENCY is \"EUR\" by default.", ('"EUR"', '"USD"')),
    ("a symbol that is gone", "pay.py", PYTHON, "`refund` posts to /refund.", ("def refund(amount):\n    return gateway.post(\"/refund\", amount=amount)\n", "")),
    ("a symbol with another name", "pay.py", PYTHON, CHARGE, ("def charge(", "def charge_card(")),
    ("a signature", "pay.py", PYTHON, "`charge(amount, currency)` charges a card.", ("currency: str = CURRENCY", "account: str")),
    ("another error", "pay.py", PYTHON, CHARGE, ("PaymentError", "GatewayError")),
    ("a value", "page.ts", TYPESCRIPT, PAGE, ("= 50", "= 100")),
    ("a status", "page.ts", TYPESCRIPT, PAGE, ("429", "503")),
    ("a method that is gone", "page.ts", TYPESCRIPT, "`Cart.addItem` pushes to items.", ("addItem(", "put(")),
    ("a signature", "page.ts", TYPESCRIPT, "`fetchPage(cursor)` returns a page.", ("cursor: string | null", "page: number")),
    ("a value", "server.go", GO, "maxConns is 100.", ("= 100", "= 500")),
    ("an error", "server.go", GO, LISTEN, ("ErrPrivileged", "nil")),
    ("a limit", "server.go", GO, LISTEN, ("1024", "1000")),
    ("a setting", "compose.yaml", YAML, "The web service has 2 `replicas`.", ("replicas: 2", "replicas: 3")),
    ("a version", "compose.yaml", YAML, "db runs postgres:15.", ("postgres:15", "postgres:16")),
    ("a setting", "pyproject.toml", TOML, "`line-length` is 100.", ("= 100", "= 120")),
    ("a setting in a table", "pyproject.toml", TOML, "tool.ruff line-length is 100 columns.", ("= 100", "= 120")),
    ("a script", "package.json", JSON, "`npm test` runs \"vitest run\".", ("vitest run", "jest")),
    ("an engine", "package.json", JSON, "The engines field asks for node >=18.", (">=18", ">=20")),
    ("a day", "RELEASE.md", MARKDOWN, "Releases go out on Thursday at 14:00.", ("Thursday", "Monday")),
    ("a time", "배포.md", KOREAN, "배포는 목요일 14시에 한다.", ("14시", "16시")),
    ("a day", "배포.md", KOREAN, "배포는 목요일 14시에 한다.", ("목요일", "화요일")),
    ("a value", "pay.py", PYTHON, "재시도는 MAX_RETRIES로 세 번까지이다.", ("MAX_RETRIES = 3", "MAX_RETRIES = 5")),
]  # fmt: skip


def _is_stale(path: str, before: str, memory: str, edit: tuple[str, str]) -> bool:
    assert edit[0] in before
    old, new = outline_of(path, before.encode()), outline_of(path, before.replace(*edit).encode())
    assert old is not None
    assert new is not None
    places = from_text(to_text(find_places(old, spoken_words(memory))))
    assert places is not None
    assert verdict(places, old) is None
    return verdict(places, new) is not None


@pytest.mark.parametrize(("what", "path", "before", "memory", "edit"), FRESH)
def test_what_a_memory_does_not_speak_of_may_change(
    what: str, path: str, before: str, memory: str, edit: tuple[str, str]
) -> None:
    assert not _is_stale(path, before, memory, edit), what


@pytest.mark.parametrize(("what", "path", "before", "memory", "edit"), STALE)
def test_what_a_memory_speaks_of_makes_it_stale(
    what: str, path: str, before: str, memory: str, edit: tuple[str, str]
) -> None:
    assert _is_stale(path, before, memory, edit), what
