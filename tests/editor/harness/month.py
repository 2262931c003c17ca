"""Lives through a month with the web shop: memories, judged answers, thumbs, routes and daily work, day by day.

Usage: month.py DATA BRAIN WORKSPACE [ko]
The days are the thirty before now. Answers get better in the second half, as they would when gaps were filled.
"""

from __future__ import annotations

import asyncio
import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memserver.clock import system_clock
from memserver.config import Settings
from memserver.engine import Engine
from memserver.server.dispatch import encode, perform

DAYS = 30
SUPPLIERS = ("Aster", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Ginkgo", "Hazel", "Iris", "Juniper")
GOODS = ("records", "paperbacks", "atlases", "calendars", "sheet music")

ENGLISH = {
    "memory": "{supplier} delivers {goods} to the {place} warehouse in week {number}.",
    "minutes": "Write the meeting minutes of the planning meeting about {goods}.",
    "minutes-poor": "The meeting was about {goods}. It was agreed to order more. I am not sure about the rest.",
    "minutes-good": "Attendees: Mina, Jonas. Date: 2026-05-04. Agenda: {goods}. Decision: order more, as recorded in "
    "the notes. Action items: Jonas calls {supplier}. Owner: Jonas. Deadline: Friday.",
    "bug": "Write a bug report: the cart shows a wrong total for {goods}.",
    "bug-answer": "Summary: wrong total for {goods}. Steps to reproduce: add two items. Expected: 20.00. Actual: 19.99."
    " Environment: version 2.3. Severity: high. Log: attached.",
    "notes": "Draft the release notes for the {goods} page.",
    "notes-answer": "Version 2.{number}: the {goods} page was added and fixed. Tests are green.",
    "meeting": "Planning with Mina and Jonas",
    "work": (
        "/runway cash 480,000 USD",
        "/customers add Bookshop Lindgren 1,200 USD a month",
        "/customers add Recordstore Blue 800 USD a month",
        "/task add Renew the certificate of the shop due tomorrow",
        "/task add Check the totals in the cart @mina",
        "/task add Write to {supplier} about the late delivery due tomorrow @jonas",
        "/task add Order boxes for the winter sale due in 2 days @mina",
    ),
}
KOREAN = {
    "memory": "{supplier}는 {number}주차에 {place} 창고로 {goods}를 납품한다.",
    "minutes": "{goods} 기획 회의의 회의록을 작성해 줘.",
    "minutes-poor": "{goods}에 대해 이야기했습니다. 더 주문하기로 했습니다. 나머지는 잘 모르겠습니다.",
    "minutes-good": "참석자: 민아, 요나스. 일시: 2026-05-04. 안건: {goods}. 결정 사항: 더 주문하기로 함. 할 일: "
    "요나스가 {supplier}에 연락. 담당: 요나스. 기한: 금요일.",
    "bug": "버그 리포트를 작성해 줘: 장바구니에서 {goods} 합계가 틀립니다.",
    "bug-answer": "요약: {goods} 합계 오류. 재현 절차: 두 개를 담는다. 기대 결과: 20.00. 실제 결과: 19.99. "
    "환경: 버전 2.3. 심각도: 높음. 로그: 첨부.",
    "notes": "{goods} 페이지의 릴리스 노트를 작성해 줘.",
    "notes-answer": "버전 2.{number}: {goods} 페이지를 추가하고 오류를 수정했습니다. 테스트는 통과했습니다.",
    "meeting": "민아, 요나스와 기획 회의",
    "work": (
        "/런웨이 잔액 4억 8천만 원",
        "/고객 추가 린드그렌서점 120만원",
        "/고객 추가 블루레코드 80만원",
        "/할일 추가 쇼핑몰 인증서 갱신 내일까지",
        "/할일 추가 장바구니 합계 확인 @민아",
        "/할일 추가 {supplier}에 납품 지연 문의하기 내일까지 @요나스",
        "/할일 추가 겨울 세일 상자 주문하기 모레까지 @민아",
    ),
}
# Tasks whose words do not say who is good at them: routing has to learn it.
ROUTES = {
    "debug the totals of {goods}": "researcher",
    "look into the late deliveries of {goods}": "researcher",
    "cover the importer of {goods}": "tester",
    "lay out the pages for {goods} anew": "system-architect",
}


class Nobody:
    """Progress that nobody watches."""

    def report(self, done: int, total: int, message: str = "") -> None:
        """Say nothing."""

    def close(self, message: str = "") -> None:
        """Say nothing."""


class Month:
    """One store, lived through day by day."""

    def __init__(self, engine: Engine, words: dict[str, Any], workspace: str) -> None:
        self._engine = engine
        self.words = words
        self._workspace = workspace

    async def ask(self, method: str, **params: Any) -> Any:
        """Ask as a client would."""
        result = await perform(self._engine, f"memserver/{method}", params, lambda _token, _title: Nobody())
        return json.loads(encode(result))

    async def live(self, day: int) -> None:
        """Live through one day."""
        supplier, goods = SUPPLIERS[day % len(SUPPLIERS)], GOODS[day % len(GOODS)]
        values = {"supplier": supplier, "goods": goods, "number": day + 1}
        for place in ("north", "south", "harbour")[: 1 + day % 3]:
            content = self.words["memory"].format(place=place, **values)
            await self.ask("memory/add", layer="project", content=content, workspaceUri=self._workspace)
        answer = "minutes-good" if day >= DAYS // 2 else "minutes-poor"
        await self.turn("minutes", answer, "up" if day >= DAYS // 2 else "down" if day % 4 == 0 else None, values)
        if day % 2 == 0:
            await self.turn("bug", "bug-answer", "up" if day % 6 == 0 else None, values)
        if day % 3 == 0:
            await self.turn("notes", "notes-answer", None, values)
        for task, agent in ROUTES.items():
            where = {"workspaceUri": self._workspace}
            await self.ask("route/feedback", task=task.format(**values), agent=agent, success=True, **where)
        if day >= DAYS - len(self.words["work"]):
            line = self.words["work"][day - DAYS + len(self.words["work"])]
            await self.ask("commands/run", line=line.format(**values), workspaceUri=self._workspace)

    async def turn(self, prompt: str, answer: str, feedback: str | None, values: dict[str, Any]) -> None:
        """Ask for context, answer, and perhaps give a thumb."""
        said = {"prompt": self.words[prompt].format(**values), "workspaceUri": self._workspace}
        built = await self.ask("context/build", sessionId=f"day {values['number']}", **said)
        await self.ask("turn/complete", turnId=built["turnId"], answer=self.words[answer].format(**values))
        if feedback:
            await self.ask("growth/feedback", turnId=built["turnId"], feedback=feedback)


async def main(data: str, brain: str, workspace: str, language: str = "en") -> None:
    """Live through the month."""
    end = system_clock()
    moment = end - timedelta(days=DAYS)

    def clock() -> datetime:
        return moment

    settings, _ = Settings.read({"dataDir": data, "brainPath": brain, "workersEnabled": False})
    async with Engine.open(settings, workspace_path=workspace, clock=clock) as engine:
        month = Month(engine, KOREAN if language == "ko" else ENGLISH, Path(workspace).as_uri())
        for day in range(DAYS):
            moment = end - timedelta(days=DAYS - 1 - day, minutes=10)
            await month.live(day)
        await month.ask("growth/queue", language=language)
        start = end.replace(hour=15, minute=0, second=0, microsecond=0)
        times = {"start": start.isoformat(), "end": (start + timedelta(hours=1)).isoformat()}
        await month.ask("calendar/add", title=month.words["meeting"], **times)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
