from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.deadlines import names_deadline
from memserver.growth.owners import names_owner


@pytest.mark.parametrize(
    ("line", "owner", "deadline"),
    [
        ("- Priyanka: update the runbook by 7 June", True, True),
        ("Fix the flaky import test (Bartosz, Friday)", True, True),
        ("Kim Ji-won will send the draft on Monday", True, True),
        ("@lin: clean up the feature flags", True, False),
        ("rotate certs @mreyes before Friday", True, True),
        ("| Task | Who | When |\n|---|---|---|\n| order chairs | Hana | 12 May |", True, True),
        ("Data: backfill the March partitions, by Tuesday noon", True, True),
        ("- draft the FAQ → Yusuf (due Thursday)", True, True),
        ("fix export / Ana / 19 Nov", True, True),
        ("Nadia takes over the newsletter", True, False),
        ("수빈: 배너 이미지 교체 (5/12까지)", True, True),
        ("서연 님이 수요일까지 견적 받기로 함", True, True),
        ("- 예산안 검토 — 재무팀, 이번 주 내", True, True),
        ("결재 문서 올리기 / 담당 박서준 / 기한 4월 30일", True, True),
        ("- Checkout: totals are wrong since 3 May", False, False),
        ("- [ ] ask Lena whether the hall is free", False, False),
        ("follow up with @lin about the flags", False, False),
        ("Important: back up first", False, False),
        ("Version 2.11 of the driver needs testing", False, False),
        ("Score was 3:2, ratio 16:9, 24/7 support", False, False),
        ("| Task | Who | When |\n|---|---|---|\n| x | TBD | TBD |", False, False),
        ("- owner: TBD, due: Friday", False, True),
        ("We talked to Elena; she liked the mock-ups.", False, False),
        ("검색: 결과가 두 번 나옴", False, False),
        ("민지에게 링크 전달", False, False),
        ("비고: 3월 4일 회의에서 나온 얘기", False, False),
    ],
)
def test_a_name_and_a_day_in_their_place_are_seen(line: str, owner: bool, deadline: bool) -> None:
    assert (names_owner(line), names_deadline(line)) == (owner, deadline)


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    names_owner(text)
    names_deadline(text)


@pytest.mark.parametrize("sign", ["A", "Ana ", "Ana, ", "(", "- ", "| ", "by ", "[", "@a ", "가 ", "지민 ", "11/19"])
def test_a_long_line_is_read_no_further_than_its_limit(sign: str) -> None:
    names_owner(sign * 20_000)
    names_deadline(sign * 20_000)
