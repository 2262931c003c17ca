from __future__ import annotations

import pytest
from hypothesis import given

from memserver.claims.tokens import Token, tokens_of
from tests.unit.claims.texts import ANY_TEXT, LONG_TEXTS


def keys(text: str) -> list[str]:
    return [token.key for token in tokens_of(text) if token.kind != "stop"]


def token(text: str, written: str) -> Token:
    return next(each for each in tokens_of(text) if each.written == written)


@pytest.mark.parametrize(
    ("glued", "bare"),
    [
        ("Redis를 쓴다", "Redis"),
        ("Kafka에서 읽는다", "Kafka"),
        ("config.yaml에 적는다", "config.yaml"),
        ("max_connections는 크다", "max_connections"),
        ("src/app.py에서 읽는다", "src/app.py"),
        ("`run.sh`를 실행한다", "run.sh"),
        ("v1.2.3으로 올린다", "v1.2.3"),
    ],
)
def test_a_korean_particle_behind_a_latin_name_is_no_part_of_it(glued: str, bare: str) -> None:
    first = tokens_of(glued)[0]
    assert first.written == bare
    assert first.key == tokens_of(f"{bare} 쓴다")[0].key


def test_a_korean_particle_behind_a_value_is_no_part_of_it() -> None:
    assert keys("30초를 기다린다")[0] == keys("30초 기다린다")[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("배포는", "배포를"),
        ("30 seconds", "30초"),
        ("1.5 minutes", "90 seconds"),
        ("Fridays", "금요일"),
        ("production", "운영"),
        ("prod", "production"),
        ("deployments", "deployment"),
        ("포스트그레스", "PostgreSQL"),
    ],
)
def test_one_thing_has_one_key_however_it_is_written(one: str, other: str) -> None:
    assert keys(one) == keys(other)


@pytest.mark.parametrize(("one", "other"), [("30 seconds", "30 days"), ("staging", "production"), ("api_v1", "api_v2")])
def test_two_things_have_two_keys(one: str, other: str) -> None:
    assert keys(one) != keys(other)


@pytest.mark.parametrize(
    ("text", "written", "kind"),
    [
        ("We run `make all` first", "make all", "identifier"),
        ("See src/app.py for it", "src/app.py", "identifier"),
        ("Pass --force to it", "--force", "identifier"),
        ("call start_server() now", "start_server()", "identifier"),
        ('It is called "blue green" here', "blue green", "quote"),
        ("It waits for 30 seconds", "30 seconds", "value"),
        ("We ask Mina first", "Mina", "name"),
        ("It is Mina who waits", "waits", "word"),
        ("tagged #billing", "#billing", "identifier"),
        ("the table", "the", "stop"),
        ("결제 API 문서", "API", "name"),
        ("우리는 배포한다", "우리는", "stop"),
    ],
)
def test_what_kind_of_thing_a_token_is(text: str, written: str, kind: str) -> None:
    assert token(text, written).kind == kind


def test_a_korean_ending_that_tells_a_place_or_a_case_is_kept() -> None:
    assert token("운영에서는 끈다", "운영에서는").role == "에서는"
    assert token("주말에는 쉰다", "주말에는").role == "에는"
    assert token("배포를 한다", "배포를").role == ""


def test_a_value_carries_what_it_is() -> None:
    value = token("It waits for 30 seconds", "30 seconds").value
    assert value is not None
    assert (value.kind, value.unit, value.normal) == ("number", "second", "30")


@given(ANY_TEXT)
def test_any_text_has_tokens_that_stand_in_it_in_order(text: str) -> None:
    position = 0
    for each in tokens_of(text):
        assert each.key
        found = text.find(each.written, position)
        assert found >= 0
        position = found + len(each.written) if each.written else position


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: repr(text[:10]))
def test_a_long_text_is_read_once(text: str) -> None:
    assert len(tokens_of(text)) <= len(text)
