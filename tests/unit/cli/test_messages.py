"""Both languages say the same things."""

from __future__ import annotations

import re
import string

import pytest

from memserver.cli.messages import TEXTS, language_of, message


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_a_text_has_the_same_values_in_both_languages(key: str) -> None:
    english, korean = ({name for _, name, _, _ in string.Formatter().parse(text) if name} for text in TEXTS[key])
    assert english == korean


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_the_korean_text_is_korean(key: str) -> None:
    assert re.search("[가-힣]", TEXTS[key][1])


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ko"}, "ko"),
        ({}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_values_are_filled_in() -> None:
    assert message("age.days", "ko", count=3) == "3일 전"
