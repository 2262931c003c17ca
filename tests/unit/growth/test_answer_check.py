from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.answer_check import check_answer

LOGS = "Application logs are kept for 90 days and then moved to cold storage."
EXPORTER = "The metrics exporter listens on port 9187 and is scraped every 15 seconds."
REVIEW = "메인 브랜치에 병합하려면 승인 두 명이 필요하다. 문서만 고치는 경우에는 한 명이면 된다."
BATCH = "야간 배치는 매일 새벽 3시에 시작하고 최대 2시간 걸린다."
GUESTS = "Guests may not use the staff network. The visitor network is open to them."
MOVED = "The sync was moved from 10:00 to 14:30 because of the Seoul office."
UPLOADS = "Uploads are limited to 25 MB per file; a request may carry ten files."
RETRO = "The retro takes place every second Friday and is run by Emeka Obi. Anna Lindqvist takes the notes."
ORDER = "order 를 주지 않으면 created 로 정렬한다. 가능한 값은 created, updated, name 이다."


@pytest.mark.parametrize(
    ("prompt", "source", "answer", "code", "values"),
    [
        ("How long?", LOGS, "Logs stay for 30 days, then go to cold storage [1].", "value", ("30 days", "90 days")),
        ("Which port does the exporter use?", EXPORTER, "It listens on port 9100 [1].", "value", ("9100", "9187")),
        ("승인 몇 명?", REVIEW, "메인 브랜치에 병합하려면 세 명의 승인을 받아야 합니다.", "value",
         ("세 명", "두 명")),
        ("몇 시?", BATCH, "야간 배치는 새벽 5시에 시작해서 길면 두 시간 걸립니다.", "value",
         ("새벽 5시", "새벽 3시")),
        ("When is the sync?", MOVED, "The sync is at 10:00 [1].", "value", ("10:00", "14:30")),
        ("Who runs it?", RETRO, "Anna Lindqvist runs the retro, every second Friday [1].", "name",
         ("Anna Lindqvist", "Emeka Obi")),
        ("기본 정렬?", ORDER, "order 를 생략하면 name 기준으로 정렬됩니다 [1].", "choice", ("name", "created")),
    ],
)  # fmt: skip
def test_a_contradiction_is_named_with_both_words(
    prompt: str, source: str, answer: str, code: str, values: tuple[str, str]
) -> None:
    (found,) = check_answer(answer, [source], prompt).contradictions
    assert (found.code, found.source) == (code, 1)
    assert (found.values["answer"], found.values["source"]) == values


@pytest.mark.parametrize(
    ("prompt", "source", "answer"),
    [
        ("Can guests use the staff network?", GUESTS, "Yes, guests are allowed to use the staff network [1]."),
        ("주말에 배포 가능?", "주말 배포는 금지한다.", "주말에도 배포할 수 있습니다 [1]."),
        ("", "A failed job is not restarted; the owner gets mail.", "A failed job is restarted; the owner gets mail."),
    ],
)  # fmt: skip
def test_what_is_forbidden_or_denied_cannot_be_affirmed(prompt: str, source: str, answer: str) -> None:
    (found,) = check_answer(answer, [source], prompt).contradictions
    assert found.code in {"permission", "negation"}
    assert source.startswith(found.says)


@pytest.mark.parametrize(
    ("prompt", "source", "answer"),
    [
        ("How long?", LOGS, "Logs stay available for about three months, afterwards they go to cold storage [1]."),
        ("Which port?", EXPORTER, "It's port 9187, scraped four times a minute [1]."),
        ("몇 시?", BATCH, "새벽 3시에 시작하고 늦어도 5시에는 끝납니다 [1]."),
        ("Can guests use it?", GUESTS, "No, but they can use the visitor network [1]."),
        ("When is the sync?", MOVED, "The sync is at half past two in the afternoon [1]."),
        ("How big?", UPLOADS, "A file may have up to 25 MB, so one request can hold up to 250 MB [1]."),
        ("I have 40 users, how many licences?", "One licence covers 15 users.", "You need 3 licences [1]."),
        ("Who runs it?", RETRO, "Emeka Obi runs it, and Anna Lindqvist writes the notes [1]."),
        ("How?", "Deploys run by tagging a release.", "1. Merge.\n2. Tag the release, e.g. v1.4.2.\n3. Done [1]."),
        ("정렬?", ORDER, "order 를 생략하면 created 기준이고, updated 나 name 으로 바꿀 수 있습니다 [1]."),
        ("?", "Parallelism is set by MAX_JOBS. Zero means one job per core.", "For example `MAX_JOBS=6` [1]."),
    ],
)  # fmt: skip
def test_what_a_source_says_or_what_follows_from_it_is_no_contradiction(prompt: str, source: str, answer: str) -> None:
    assert check_answer(answer, [source], prompt).contradictions == ()


def test_a_statement_is_held_against_the_source_that_it_cites() -> None:
    sources = ["Backups of staging are kept for 7 days.", "Backups of production are kept for 35 days."]
    assert check_answer("Backups of production are kept for 35 days [2].", sources).contradictions == ()
    (found,) = check_answer("Backups of production are kept for 14 days [2].", sources).contradictions
    assert found.source == 2


@given(st.text(max_size=400), st.text(max_size=400), st.text(max_size=100))
def test_any_text_can_be_checked(answer: str, source: str, prompt: str) -> None:
    check_answer(answer, [source], prompt)


@given(st.text(alphabet="ab 12.,:%AZ가나다는을 \n[]", max_size=300))
def test_a_text_never_contradicts_itself(text: str) -> None:
    assert check_answer(text, [text]).contradictions == ()


def test_what_is_read_is_bounded() -> None:
    long = "The worker keeps 5 copies of each file in the archive. " * 5_000
    check = check_answer(long, [long] * 50)
    assert check.contradictions == ()
    assert check.supported + check.unknown <= 40
