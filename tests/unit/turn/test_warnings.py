"""Warnings are told in the language of the turn."""

from __future__ import annotations

from typing import Literal

import pytest

from memserver.retrieval.search import WithoutMeaning
from memserver.turn.warnings import CIRCULAR_FIX, words_only


@pytest.mark.parametrize("kind", ["loading", "other-model", "timeout", "failed"])
def test_every_reason_has_words_in_both_languages(kind: Literal["loading", "other-model", "timeout", "failed"]) -> None:
    reason = WithoutMeaning(kind, "4000 ms {odd}")
    english, korean = words_only(reason, "en"), words_only(reason, "ko")
    assert english.startswith("This turn used words only. ")
    assert korean.startswith("이번 턴은 단어만으로 찾았습니다. ")
    assert (reason.detail in english) == (reason.detail in korean) == (kind in {"timeout", "failed"})
    assert CIRCULAR_FIX["en"] != CIRCULAR_FIX["ko"]
