"""Which language a text is in, by script."""

from __future__ import annotations

import pytest

from memserver.text.language import language_of


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
