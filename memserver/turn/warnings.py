"""What a turn warns of, in the language of the turn. What an engine says of its own failure is quoted as it is."""

from __future__ import annotations

from collections.abc import Mapping

from memserver.layers.layer import Language
from memserver.retrieval.search import WithoutMeaning

CIRCULAR_FIX: Mapping[Language, str] = {
    "en": "The same fix was tried for this error before, more than once and in vain: change the strategy.",
    "ko": "같은 오류에 같은 수정을 이미 두 번 이상 시도했지만 소용이 없었습니다. 방법을 바꾸세요.",
}
STILL_READING: Mapping[Language, str] = {
    "en": "What is stored is still being read: something that matters may be missing from this turn.",
    "ko": "저장된 내용을 아직 읽는 중입니다. 이번 턴에 필요한 내용이 빠졌을 수 있습니다.",
}
_LEAD: Mapping[Language, str] = {"en": "This turn used words only.", "ko": "이번 턴은 단어만으로 찾았습니다."}
_REASONS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "loading": "The embedding model is still loading.",
        "other-model": "Memories are being embedded by another model.",
        "timeout": "The embedding took longer than {detail}.",
        "failed": "{detail}",
    },
    "ko": {
        "loading": "임베딩 모델을 아직 불러오는 중입니다.",
        "other-model": "다른 모델로 기억을 다시 임베딩하는 중입니다.",
        "timeout": "임베딩이 {detail}보다 오래 걸렸습니다.",
        "failed": "{detail}",
    },
}


def words_only(reason: WithoutMeaning, language: Language) -> str:
    """Say that meaning was left out of a turn, and why."""
    return f"{_LEAD[language]} {_REASONS[language][reason.kind].format(detail=reason.detail)}"
