"""What layers and statuses of memories are called in a text for people; in English they go by their own names."""

from __future__ import annotations

from memserver.text.language import Language

_KOREAN = {
    "short-term": "단기",
    "long-term": "장기",
    "project": "프로젝트",
    "procedural": "절차",
    "episodic": "대화",
    "hypothesis": "미검증",
    "verified": "검증됨",
    "published": "게시됨",
    "archived": "보관됨",
}


def shown_name(name: str, language: Language | str) -> str:
    """Return the name of a layer or a status in a language; one without a name there stays as it is."""
    return _KOREAN.get(name, name) if language == "ko" else name
