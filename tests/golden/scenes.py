"""The twelve turns whose prompts are kept as golden files: what is stored, what is asked, and why it is shown.

All of them run by words alone: vectors differ in their last bits from one processor to the next, and one changed bit
can swap two entries. Everything after the ranking is the same with vectors, and that is what these files are about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


def memory(layer: str, content: str, day: str, **more: Any) -> Json:
    """Return what `memory/add` is told."""
    return {"layer": layer, "content": content, "timestamp": f"{day}T09:00:00Z", "scope": "global", **more}


@dataclass(frozen=True, slots=True)
class Scene:
    """One turn: what it shows, the notes and memories there are, the request."""

    name: str
    shows: str
    request: Json
    memories: tuple[Json, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    settings: Json = field(default_factory=dict)
    changed_file: str = ""
    """A file of the workspace that is changed after the memories were stored."""


PAYMENTS = (
    memory("project", "Card payments go through Stripe; invoices are created by the billing service.", "2026-03-02"),
    memory("project", "A failed payment calls the webhook three times, one hour apart, before the order is cancelled.",
           "2026-03-09", category="decision"),
    memory("episodic", "We debugged the payment webhook: the signature check used the parsed body instead of the raw "
           "one, so every retry was refused.", "2026-04-20"),
    memory("long-term", "Prefers short answers with the command first and the explanation after it.", "2026-02-11"),
)  # fmt: skip

SCENES = (
    Scene(
        "01-conflict",
        "Two sources disagree about a number, one of them a note. Both are quoted and the block names both sides.",
        {"prompt": "How long does a session last before users have to log in again?"},
        memories=(
            memory(
                "project",
                "Session timeout: users are logged out after 30 minutes without activity.",
                "2026-01-15",
                title="Session timeout",
            ),
            memory("project", "Login uses OAuth with our own identity provider.", "2026-02-01"),
        ),
        notes={
            "security/session-timeout.md": "# Session timeout\n\nUsers are logged out after 45 minutes without "
            "activity. Administrators are logged out after 10 minutes.\n"
        },
    ),
    Scene(
        "02-stale",
        "A memory speaks of a file that has changed since: it is shown, with a warning.",
        {"prompt": "재시도 간격은 어디에서 설정하고 기본값은 몇 초인가요?"},
        memories=(
            memory(
                "project",
                "재시도 간격은 retry.toml 파일에서 설정하고 기본값은 30초다.",
                "2026-03-01",
                relatedFiles=["retry.toml"],
            ),
            memory("project", "재시도는 최대 다섯 번까지 하고 그 뒤에는 알림을 보낸다.", "2026-04-02"),
        ),
        changed_file="retry.toml",
    ),
    Scene(
        "03-lessons",
        "Lessons come first, before everything else that is known.",
        {"prompt": "Write the database migration that adds the status column to orders"},
        memories=(
            memory(
                "long-term",
                "Adding a column with a default locked the orders table for eleven minutes. Add it "
                "without a default, fill it in batches, then set the default.",
                "2026-02-20",
                category="lesson",
            ),
            memory("project", "Migrations are written with Alembic and live in db/migrations.", "2026-01-12"),
            memory("project", "The orders table has 40 million rows and is written to all day.", "2026-01-30"),
        ),
    ),
    Scene(
        "04-procedure",
        "A procedure that the prompt calls for by its trigger, with its steps.",
        {"prompt": "긴급 배포 진행해줘"},
        memories=(memory("project", "긴급 배포도 승인자는 두 명이어야 한다.", "2026-04-11"),),
        notes={
            "skills/hotfix/skill.md": "---\nname: 긴급 배포\ntriggers:\n  - 긴급 배포\n  - hotfix\n---\n\n"
            "# 긴급 배포\n\n운영 장애를 고치는 작은 변경만 올린다.\n\n## 절차\n\n"
            "1. main에서 hotfix 브랜치를 딴다.\n2. 승인자 두 명에게 리뷰를 받는다.\n"
            "3. 카나리 서버에 올리고 10분 동안 오류율을 본다.\n4. 전체에 올리고 #release 채널에 알린다.\n"
        },
    ),
    Scene(
        "05-glossary-and-organisation",
        "The team's own words and rules: the terms of the prompt first, and the rules of the organisation.",
        {"prompt": "Draft the announcement of the next release train for customers on the Gold plan"},
        memories=PAYMENTS[:2],
        notes={
            ".astra/glossary.md": "# Glossary\n\n- release train: the release every second Thursday, named after a "
            "river (aliases: train)\n- Gold plan: customers with a signed SLA of four hours\n"
            "- ledger: the append-only table of money movements\n",
            ".astra/organization.md": "# Rules\n\n- Never promise a date to customers without the approval of the "
            "product owner.\n- Announcements are written in English and Korean.\n",
            "releases/oder.md": "# Release train Oder\n\nLeaves on 14 May 2026. Brings the new export page and faster "
            "search; the old export is switched off on 30 June.\n",
        },
    ),
    Scene(
        "06-vague",
        "A vague request: the block asks back in the language of the user, and nothing is made up.",
        {"prompt": "그거 좀 고쳐줘"},
        memories=(memory("project", "결제 화면은 React로 만들었고 상태는 Zustand로 관리한다.", "2026-03-03"),),
    ),
    Scene(
        "07-meeting-minutes",
        "A task that is recognised: its required elements become a checklist.",
        {"prompt": "오늘 검색 개편 회의록을 정리해줘. 참석자는 박지훈, 최유리, 김민수였어."},
        memories=(
            memory(
                "episodic",
                "5월 4일 주간 회의에서 검색 개편을 2분기 목표로 확정했고 담당은 박지훈 님이다.",
                "2026-05-04",
            ),
            memory("project", "검색 개편의 중간 점검은 5월 25일이고 발표 자료는 최유리 님이 만든다.", "2026-05-06"),
            memory("long-term", "회의록은 결정 사항을 맨 위에 쓰고 할 일에는 담당자와 기한을 붙인다.", "2026-02-02"),
        ),
    ),
    Scene(
        "08-bug-report",
        "A bug report with what is known about the part that fails.",
        {
            "prompt": "Write a bug report: the payment webhook answers 400 since this morning",
            "activeFile": "src/billing/webhook.py",
            "recentCommands": ["/bug"],
        },
        memories=PAYMENTS,
    ),
    Scene(
        "09-empty-store",
        "Nothing is stored: no memory context, only what the request itself needs.",
        {"prompt": "What did we decide about the cache?"},
    ),
    Scene(
        "10-casual",
        "A casual turn: memories, but none of the blocks.",
        {"prompt": "점심으로 뭐 먹기로 했더라?", "mode": "casual"},
        memories=(
            memory(
                "episodic", "점심은 회사 앞 칼국수 집에서 먹기로 했다. 민수 님은 매운 것을 못 먹는다.", "2026-05-06"
            ),
            memory("project", "당직은 일주일씩 맡고 월요일 오전 10시에 교대한다.", "2026-03-03"),
        ),
    ),
    Scene(
        "11-long-document",
        "A long document in a small budget: the passage that answers is shown, and the rest is left out.",
        {"prompt": "What happens to uploads that are larger than the limit?", "maxTokens": 200},
        memories=(memory("project", "Uploads are scanned for viruses before anyone can open them.", "2026-04-01"),),
        notes={
            "handbook/uploads.md": "# Uploads\n\n"
            + " ".join(
                f"Step {number} of the pipeline writes its result to the bucket of the {name} team and notes the time."
                for number, name in enumerate(("intake", "imaging", "search", "audit", "billing", "archive"), 1)
            )
            + " Uploads that are larger than the limit of 200 MB are refused with the code 413 before anything is "
            "stored; the client shows how to split the file. "
            + " ".join(
                f"The {name} queue keeps its messages for {days} days."
                for name, days in (("retry", 3), ("thumbnail", 1), ("report", 14), ("mail", 2), ("audit", 90))
            )
            + "\n"
        },
    ),
    Scene(
        "12-recent-sessions",
        "What was said in this conversation and in earlier sessions, beside what is stored.",
        {
            "prompt": "색인 주기를 5분으로 정했는데 어떤 파일에 있지?",
            "history": [
                {"role": "user", "content": "검색 색인이 늦게 갱신된다는 문의가 있었어."},
                {"role": "assistant", "content": "색인 주기를 줄이면 서버 부하가 조금 늘어납니다."},
            ],
            "recentSessions": [
                {
                    "id": "s-1",
                    "title": "색인 주기 조정",
                    "timestamp": "2026-05-06T08:00:00Z",
                    "history": [
                        {"role": "user", "content": "색인 주기를 10분에서 5분으로 줄이자."},
                        {"role": "assistant", "content": "네, 색인 주기는 5분으로 정했습니다."},
                    ],
                },
                {
                    "id": "s-2",
                    "title": "휴가 일정",
                    "timestamp": "2026-05-01T08:00:00Z",
                    "history": [{"role": "user", "content": "다음 주 월요일에 쉬려고 해."}],
                },
            ],
        },
        memories=(memory("project", "색인 주기는 config/search.yaml 파일의 refresh_minutes 값이다.", "2026-03-20"),),
        settings={"memoryMediumTermSessions": 3},
    ),
)
