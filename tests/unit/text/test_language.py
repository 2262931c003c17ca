"""Which language a text is in, by script."""

from __future__ import annotations

import pytest

from memserver.text.language import has_korean, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Deploy on Fridays", "en"),
        ("금요일에는 배포하지 않는다", "ko"),
        ("Kubernetes 클러스터에서 ingress 설정을 바꿨다", "ko"),
        ("Read the notes on buildMemoryContext before the 회의 on Thursday at the office", "en"),
        ("", "en"),
        ("12345 !?", "en"),
    ],
)
def test_language_by_script(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "korean"),
    [
        ("금요일에는 배포하지 않는다", True),
        ("Kubernetes 클러스터 ingress 설정", True),
        ("Read the notes on buildMemoryContext before the 회의 on Thursday", False),
        ("", False),
        ("12345 !?", False),
        ("가" * 15 + "a" * 85, True),
        ("가" * 14 + "a" * 86, False),
    ],
)
def test_a_share_of_hangul_letters_makes_a_passage_korean(text: str, korean: bool) -> None:
    assert has_korean(text) is korean
