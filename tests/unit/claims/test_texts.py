from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from memserver.claims.model import KINDS, Floats
from memserver.claims.reader import PairReader
from memserver.claims.texts import MOST_CLAIMS, SHORT_WORDS, claims_in, judge_texts
from tests.unit.claims.conftest import Vectors
from tests.unit.claims.texts import ANY_TEXT, LONG_TEXTS

# Clear cases alone: whatever the weights are trained on, these must stay on their side.
CLEAR = [
    ("We deploy on Fridays.", "We no longer deploy on Fridays.", "replaces"),
    ("We use Postgres for the main database.", "We switched from Postgres to MySQL for the main database.", "replaces"),
    ("We use tabs for indentation.", "We use spaces for indentation, no longer tabs.", "replaces"),
    ("금요일에 배포합니다.", "더 이상 금요일에 배포하지 않습니다.", "replaces"),
    ("메인 데이터베이스는 Postgres를 쓴다.", "메인 데이터베이스를 Postgres에서 MySQL로 바꿨다.", "replaces"),
    ("Guests can check out.", "Guests cannot check out.", "disagrees"),
    ("The request timeout is 30 seconds.", "The request timeout is 60 seconds.", "disagrees"),
    ("게스트는 결제할 수 있다.", "게스트는 결제할 수 없다.", "disagrees"),
    ("요청 타임아웃은 30초다.", "요청 타임아웃은 60초다.", "disagrees"),
    ("Acme pays within 30 days.", "Globex pays within 60 days.", "other"),
    ("삼성은 30일 안에 지급한다.", "현대는 60일 안에 지급한다.", "other"),
    ("The staging database runs on port 5432.", "The production database runs on port 6432.", "other"),
    ("스테이징 데이터베이스는 5432 포트를 쓴다.", "운영 데이터베이스는 6432 포트를 쓴다.", "other"),
    ("We deploy on Fridays.", "Do we deploy on Fridays?", "other"),
    ("우리는 금요일에 배포한다.", "우리는 금요일에 배포하나요?", "other"),
    ("The office is in Leeds.", "Lunch is served at noon.", "other"),
    ("사무실은 서울에 있다.", "점심은 12시에 나온다.", "other"),
    ("We deploy on Fridays.", "we deploy on Fridays", "same"),
    ("우리는 금요일에 배포한다.", "우리는 금요일에 배포한다", "same"),
]


def sure_of(kind: str) -> Floats:
    return np.array([0.97 if each == kind else 0.01 for each in KINDS], np.float32)


class Listener:
    """Reads every pair as one kind, and keeps what it was asked."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.asked: list[tuple[str, str]] = []

    def __call__(self, old: str, new: str) -> Floats:
        self.asked.append((old, new))
        return sure_of(self.kind)


@pytest.mark.parametrize(("old", "new", "side"), CLEAR)
def test_clear_pairs_stay_on_their_side_when_they_are_read(
    old: str, new: str, side: str, reader: PairReader, vectors: Vectors
) -> None:
    found = judge_texts(old, new, vectors.of(old, new), reader.read)
    assert found.disagrees if side == "disagrees" else found.kind == side


@pytest.mark.parametrize(("old", "new", "side"), CLEAR)
def test_clear_pairs_stay_on_their_side_at_a_glance(old: str, new: str, side: str) -> None:
    found = judge_texts(old, new)
    assert found.disagrees if side == "disagrees" else found.kind == side


def test_the_same_words_are_the_same_without_being_read() -> None:
    listener = Listener("contradicts")
    assert judge_texts("We deploy on Fridays.", "we deploy on fridays", None, listener).kind == "same"
    assert listener.asked == []


def test_strangers_questions_and_other_scopes_are_not_read() -> None:
    listener = Listener("replaces")
    for old, new in (
        ("The office is in Leeds.", "Lunch is served at noon."),
        ("We deploy on Fridays.", "Do we deploy on Fridays?"),
        ("The staging port is 1.", "The production port is 2."),
    ):
        assert judge_texts(old, new, None, listener).kind == "other"
    assert listener.asked == []


def test_texts_that_mean_nearly_the_same_are_read_also_without_a_common_word() -> None:
    listener = Listener("contradicts")
    vector = np.full(4, 0.5, np.float32)
    old, new = "The office is in Leeds.", "Lunch is served at noon."
    assert judge_texts(old, new, (vector, vector), listener).disagrees
    assert listener.asked == [(old, new)]


def test_short_texts_are_read_whole_and_long_ones_claim_by_claim() -> None:
    old, new = "We deploy on Fridays. Mina reviews.", "We no longer deploy on Fridays. Jun agrees."
    listener = Listener("replaces")
    judge_texts(old, new, None, listener)
    assert listener.asked == [(old, new)]
    more = "The harbour crane lifts forty tonnes. " * SHORT_WORDS
    listener = Listener("replaces")
    judge_texts(f"We deploy on Fridays. {more}", new, None, listener)
    assert listener.asked == [("We deploy on Fridays.", "We no longer deploy on Fridays.")]


def test_one_claim_does_not_replace_a_text_of_many() -> None:
    many = "We deploy on Fridays. The gateway listens on 8080. Logs stay 30 days. " + "Mina likes long walks. " * 20
    for read in (None, Listener("replaces")):
        found = judge_texts(many, "We no longer deploy on Fridays.", None, read)
        assert found.kind == "contradicts"
        assert not found.proven


def test_what_both_texts_say_is_not_held_against_either() -> None:
    old = "We deploy on Fridays. The gateway listens on 8080."
    assert judge_texts(old, "The gateway listens on 8080.").kind == "other"


def test_of_a_document_the_beginning_is_compared() -> None:
    text = " ".join(f"Rule {number} holds." for number in range(50))
    assert len(claims_in(text)) == MOST_CLAIMS
    parts = claims_in("We deploy the gateway on Fridays; the tests run every night.")
    assert [part.text for part in parts] == ["We deploy the gateway on Fridays", "the tests run every night."]
    assert claims_in("") == ()


@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_have_a_verdict_with_and_without_a_reader(old: str, new: str) -> None:
    for read in (None, Listener("replaces"), Listener("other")):
        found = judge_texts(old, new, None, read)
        assert found.kind in KINDS
        assert 0 <= found.chance <= 1.0001


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: repr(text[:10]))
def test_long_texts_are_judged_in_bounds(text: str) -> None:
    for read in (None, Listener("contradicts")):
        assert judge_texts(text, f"no {text[:9_000]} longer", None, read).kind in KINDS
