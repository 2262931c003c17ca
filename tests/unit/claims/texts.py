"""Texts for property tests: statements of real words, and anything at all."""

from __future__ import annotations

import re

from hypothesis import strategies as st

WORDS = re.findall(
    r"\S+",
    """
    we no longer deploy on Fridays from Postgres to MySQL instead of the staging production API 30 seconds 5 MB v1.2 not
    `run.sh` src/app.py "quoted" #tag --flag never can cannot on weekends, if when it is 우리는 금요일에 배포한다
    배포하지 않는다 Redis에서 Kafka로 옮겼다 운영에서는 스테이징 30초 더 이상 대신 말고
    취소 ? ! . ; 2026-05-04 오전 9시 세 명
    """,
)
STATEMENTS = st.lists(st.sampled_from(WORDS), max_size=16).map(" ".join)
ANY_TEXT = st.one_of(STATEMENTS, st.text(max_size=80))

# Runs of one thing without an end: what a pattern that looks back or forward would read again and again.
LONG_TEXTS = [
    (piece * 10_000)[:10_000]
    for piece in (
        "가", "가나다 ", "a", "a ", ".", "-", "/", "a/", "a.", "1", "1 ", "1,", "1.", " ", "\n", "_", "#", '"', "`",
        "from x ", "no longer ", "에서 ", "가대신", "가a", "not ", "may ", "한 ", "; ", "a, ", "is on ", "(", "é", "字",
    )
]  # fmt: skip
