from __future__ import annotations

import pytest

from memserver.claims.evidence import written
from memserver.claims.verdict import Reason
from memserver.retrieval.divergence import divergent
from memserver.retrieval.evidence import spoken_evidence


@pytest.mark.parametrize(
    ("evidence", "english", "korean"),
    [
        ("free trial: 14 days → 30 days", "free trial: 14 days → 30 days", "free trial: 14 days → 30 days"),
        ("negation differs: '않는다' (old)", "“않는다”", "“않는다”"),
        ("same title, different text", "same title, different text", "제목은 같고 내용이 다름"),
        (
            "plan: 3 → 5; the new statement is hedged: 'maybe'; the new statement is the older one",
            "plan: 3 → 5; second unsure: “maybe”",
            "plan: 3 → 5; 뒤쪽은 불확실: “maybe”",
        ),
        ("only Tuesday, no longer Thursday", "only Tuesday, no longer Thursday", "Tuesday만, Thursday 아님"),
    ],
)
def test_the_evidence_speaks_the_language_of_the_turn(evidence: str, english: str, korean: str) -> None:
    assert spoken_evidence(evidence, "en") == english
    assert spoken_evidence(evidence, "ko") == korean


def test_no_english_sentence_is_left_of_what_the_rules_say() -> None:
    found = divergent("웹 상점은 헬름으로 배포한다.", "웹 상점은 헬름으로 배포하지 않는다.")
    assert found is not None
    for evidence in (found.reason, written(Reason("negation", {"cue": "않는다"}), 0.8)):
        assert not any(letter.isascii() and letter.isalpha() for letter in spoken_evidence(evidence, "ko"))
