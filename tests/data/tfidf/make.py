"""Writes the two forms of the legacy store beside it, `tfidf.json` and `tfidf.db`, from one list of entries.

The weights are those of plain TF-IDF over lower-cased words, as the old store kept them; the migration ignores them.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

ENGLISH = [
    ("decision", "Orders are stored in Postgres because row level security keeps tenants apart."),
    ("decision", "The public API is versioned by a header, never by the path."),
    ("rule", "Never deploy on a Friday after three in the afternoon."),
    ("rule", "Every endpoint that writes needs an idempotency key."),
    ("preference", "Mina wants review comments as questions, not as orders."),
    ("convention", "Modules are named after what they own, in the singular."),
    ("bug", "The nightly export failed because the temporary folder was full."),
    ("bug", "Refresh tokens expired early when the clock of the container drifted."),
    ("architecture", "The gateway talks to the billing service over a queue, not directly."),
    ("architecture", "Search runs on a read replica that may be ten seconds behind."),
    ("requirement", "A customer must be able to delete an account without writing to support."),
    ("stack", "The frontend is built with Svelte and tested with Playwright."),
    ("fact", "The staging cluster has three nodes with 16 GB each."),
    ("fact", "Invoices are numbered per year and per legal entity."),
    ("lesson", "A migration that locks the orders table takes the shop down."),
    ("goal", "Cut the p95 of the checkout to 300 ms by the end of March."),
    (None, "The on-call phone rotates every Monday at nine."),
    (None, "Feature flags live in the config repository and are loaded every minute."),
]
KOREAN = [
    ("decision", "결제 모듈은 외부 업체 대신 직접 만들기로 했다. 수수료가 이유였다."),
    ("decision", "로그는 90일 동안만 보관하기로 결정했다."),
    ("rule", "운영 데이터베이스에는 읽기 전용 계정으로만 접속한다."),
    ("rule", "커밋 메시지는 한국어로 쓰고 첫 줄은 50자를 넘기지 않는다."),
    ("preference", "지훈은 표보다 그래프로 된 보고를 좋아한다."),
    ("convention", "테스트 함수의 이름은 동작을 문장으로 설명한다."),
    ("bug", "새벽 배치가 두 번 실행되어 정산 금액이 두 배로 나왔다."),
    ("bug", "첨부 파일 이름에 공백이 있으면 다운로드가 실패한다."),
    ("architecture", "알림 서비스는 카프카에서 이벤트를 읽어 메일과 푸시를 보낸다."),
    ("architecture", "이미지는 오브젝트 저장소에 두고 주소만 테이블에 남긴다."),
    ("requirement", "회원 탈퇴는 고객센터를 거치지 않고 앱에서 끝나야 한다."),
    ("stack", "백엔드는 코틀린과 스프링으로 작성되어 있다."),
    ("fact", "개발 서버의 주소는 매주 월요일에 바뀐다."),
    ("fact", "세금계산서는 다음 달 10일까지 발행해야 한다."),
    ("lesson", "인덱스를 나중에 만들면 배포 중에 조회가 멈춘다."),
    ("goal", "상반기 안에 장애 복구 시간을 30분 아래로 줄인다."),
    (None, "회의록은 회의가 끝난 날 안에 공유한다."),
    (None, "신규 입사자는 첫 주에 배포를 한 번 해 본다."),
]
BAD: list[Any] = [
    {"id": "bad-empty", "content": "   "},
    {"id": "bad-missing"},
    {"id": "bad-time", "content": "This entry has a time that nobody can read.", "created_at": "last Tuesday"},
    {"id": "bad-control", "content": "A bell \u0007 in the middle."},
    {"content": "이 항목에는 아이디가 없다."},
]


def entries() -> list[dict[str, Any]]:
    """Return the entries in the order in which they were stored, bad ones among them."""
    good = []
    for number, (category, content) in enumerate(pair for pairs in zip(ENGLISH, KOREAN, strict=True) for pair in pairs):
        entry: dict[str, Any] = {
            "id": f"m{number:03d}",
            "content": content,
            "tags": ["legacy", "ko" if number % 2 else "en"],
            "created_at": f"2024-{number % 12 + 1:02d}-{number % 27 + 1:02d}T09:00:00Z",
            "metadata": {"author": "old-agent"},
        }
        if category:
            entry["category"] = category
        good.append(entry)
    for place, bad in enumerate(BAD):
        good.insert(5 + 7 * place, bad)
    return good


def main() -> None:
    """Write both forms."""
    stored = entries()
    words = [Counter(re.findall(r"\w+", str(entry.get("content", "")).lower())) for entry in stored]
    holding = Counter(word for each in words for word in each)
    idf = {word: round(math.log(len(stored) / count), 4) for word, count in sorted(holding.items())}
    vectors = [{word: round(count * idf[word], 4) for word, count in sorted(each.items())} for each in words]
    document = {
        "version": 1,
        "idf": idf,
        "entries": [{**entry, "vector": vector} for entry, vector in zip(stored, vectors, strict=True)],
    }
    (HERE / "tfidf.json").write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    path = HERE / "tfidf.db"
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA page_size = 1024")
    connection.executescript(
        "CREATE TABLE entries (id TEXT, content TEXT, category TEXT, tags TEXT, created_at TEXT, metadata TEXT);"
        "CREATE TABLE terms (id INTEGER PRIMARY KEY, term TEXT UNIQUE, idf REAL);"
        "CREATE TABLE weights (entry INTEGER, term INTEGER, weight REAL);"
    )
    for entry in stored:
        tags, metadata = json.dumps(entry.get("tags", [])), json.dumps(entry.get("metadata", {}))
        row = (entry.get("id"), entry.get("content"), entry.get("category"), tags, entry.get("created_at"), metadata)
        connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", row)
    numbers = {word: number for number, word in enumerate(idf, start=1)}
    connection.executemany("INSERT INTO terms VALUES (?, ?, ?)", [(numbers[word], word, idf[word]) for word in idf])
    for number, vector in enumerate(vectors, start=1):
        rows = [(number, numbers[word], weight) for word, weight in vector.items()]
        connection.executemany("INSERT INTO weights VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()


if __name__ == "__main__":
    main()
