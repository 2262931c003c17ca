from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memserver.text.cues import may_tell_change
from memserver.text.outlines import outline
from memserver.text.statements import analyse, claim_of

LABELLED = Path(__file__).parents[2] / "data" / "conflicts"
WORDS = (
    "the api uses react@18.2.0 and node.js 20 since May 5th no longer is written in Rust user's project like "
    "v2 e.g. don't we never used to 30s 10am 1,000 ms about 12 people's x86_64 C++ don't; Friday off. maybe 한 번도 "
    "배포는 금요일에 하지 않는다 이제 Redis를 쓴다"
)


def labelled_texts() -> list[str]:
    texts: list[str] = []
    for path in sorted(LABELLED.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            texts += [value for value in json.loads(line).values() if isinstance(value, str) and " " in value]
    return texts


def is_said(clause: str) -> bool:
    data = " | " in clause or clause.endswith(("{", "}"))
    return not data and not (clause.startswith("[") and clause.endswith("]"))


def promise_holds(text: str) -> None:
    seen = outline(text)
    claims = [claim for claim in analyse(text).claims if is_said(claim.text)]
    assert [claim.text for claim in claims] == [clause.text for clause in seen.clauses]
    assert list(seen.whole().claims) == claims
    for clause in seen.clauses:
        claim = claim_of(clause.text)
        assert claim.bag <= clause.terms
        assert clause.may_hold_value or not claim.values
        assert seen.may_deny or not claim.cues.denied_in_person
        assert may_tell_change(clause.text) or not claim.cues.change


@pytest.mark.parametrize("text", labelled_texts())
def test_terms_of_a_claim_are_among_those_of_the_outline(text: str) -> None:
    promise_holds(text)


@given(st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=14).map(" ".join))
def test_terms_of_any_claim_are_among_those_of_the_outline(text: str) -> None:
    promise_holds(text)


@given(st.text(max_size=120))
@example("0B0B")
@example("[laughs] He said {x}. Then [he] left [us]. a | b")
def test_any_text_has_an_outline(text: str) -> None:
    promise_holds(text)
