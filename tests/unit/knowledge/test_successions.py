"""What notes are called and what they say that they replace: plain forms, what only looks like one, and any text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.claims.references import TITLE, Reference
from memserver.knowledge.chunk import chunk_document
from memserver.knowledge.note_mentions import TARGET
from memserver.knowledge.successions import FILE, note_names


def said(text: str, path: str = "adr/0003-a.md") -> list[tuple[bool, str]]:
    """Return what a note says: whether it replaces, and the surest name of the other."""
    statements = chunk_document(path, text).succession.statements
    return [(each.replaces, f"{each.other[0].kind} {each.other[0].number}".strip()) for each in statements]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PEP: 5\nTitle: A\nStatus: Superseded\nSuperseded-By: 387\n\nText", [(False, "387")]),
        ("PEP: 5\nTitle: A\nStatus: Superseded\nSuperseded-By: 649, 0749\n\nText", [(False, "649"), (False, "749")]),
        ("PEP: 5\nTitle: A\nStatus: Final\nReplaces: 345\n\nText", [(True, "345")]),
        ("RFC: 9\nTitle: A\nObsoletes: RFC 7, 8\n\nText", [(True, "rfc 7"), (True, "rfc 8")]),
        ("---\nstatus: superseded by [ADR-0005](0005-x.md)\n---\n# T", [(False, "target 0005-x.md")]),
        ("---\nreplaced_by: ADR 12\n---\n# T", [(False, "adr 12")]),
        ("---\nsupersedes: [old-auth, 0002-b.md]\n---\n# T", [(True, "target old-auth"), (True, "target 0002-b.md")]),
        ("---\nsuperseded_by: '[[New auth|the new one]]'\n---\n# T", [(False, "target new auth")]),
        ("---\nsuperseded_by: 12\n---\n# T", [(False, "12")]),
        ("---\nsuperseded_by: Use Postgres\n---\n# T", [(False, "target use postgres")]),
        ("---\n대체 문서: 새문서.md\n---\n# T", [(False, "target 새문서.md")]),
        ("# 3. A\n\n## Status\n\nSuperseded by [5. Use X](0005-x.md)\n\n## Context\n", [(False, "target 0005-x.md")]),
        ("# 3. A\n\n## Status\n\nAccepted. Supersedes ADR 7, 8 and ADR 9.\n", [(True, f"adr {n}") for n in (7, 8, 9)]),
        ("# 3. A\n\n* Status: Accepted (supersedes [ADR-1](0001.md))\n", [(True, "target 0001.md")]),
        ("# A\n\n> This page is superseded by other.md", [(False, "target other.md")]),
        ("# A\n\n> **Note:** This page has been replaced by [it](../b/new.md#top).", [(False, "target ../b/new.md")]),
        ("# A\n\nThis page is deprecated. See [new](new.md).", [(False, "target new.md")]),
        ("# A\n\nThis ADR supersedes ADR-4.", [(True, "adr 4")]),
        ("# A\n\nThis PEP has been superseded by :pep:`440`.", [(False, "pep 440")]),
        ("# A\n\n**Superseded by:** [[New auth]]", [(False, "target new auth")]),
        ("# A\n\n- Status: Deprecated in favour of ADR-12", [(False, "adr 12")]),
        ("# A\n\n이 결정은 ADR-7을 대체합니다.", [(True, "adr 7")]),
        ("# A\n\n이 문서는 기존 ADR-7과 ADR-8을 대체한다.", [(True, "adr 7"), (True, "adr 8")]),
        ("# A\n\nADR-7로 대체됨", [(False, "adr 7")]),
        ("# A\n\n상태: ADR-7로 대체됨", [(False, "adr 7")]),
        ("# A\n\n이 문서는 [새 설계](new.md)로 대체되었습니다.", [(False, "target new.md")]),
        ("# A\n\n> 더 이상 유효하지 않습니다. → 새문서.md", [(False, "target 새문서.md")]),
    ],
)  # fmt: skip
def test_plain_forms_are_read(text: str, expected: list[tuple[bool, str]]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\nThe cache replaces ADR-4's Redis. Kafka replaces RabbitMQ.",
        "# A\n\nADR-9 supersedes ADR-4.",
        "# A\n\nThis ADR supersedes ADR-4 in part.",
        "# A\n\nThis ADR does not supersede ADR-4, and may be superseded by ADR-9.",
        "# A\n\nSupersedes ADR-4?",
        "# A\n\nADR-3은 ADR-9로 대체됨",
        "# A\n\n이 결정은 ADR-7의 일부를 대체합니다.",
        "# A\n\n반차를 연차로 대체할 수 있다.",
        "# Index\n\n- A\n  - Superseded by ADR-5\n\n## ADR-4\n\nSuperseded by ADR-6\n\n### Status\n\nReplaced by ADR 7",
        "# A\n\n```\nSuperseded by ADR-5\n```\n",
        "---\nsuperseded_by: none\nupdates: 4\namends: ADR-3\n---\n# A",
        "---\nstatus: proposed\nsupersedes: ADR-2\n---\n# A",
        "# A\n\n## Status\n\nRejected. Supersedes ADR-2\n",
    ],
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    assert said(text) == []


def test_data_and_source_say_nothing() -> None:
    assert said("Superseded-By: 5\n", "conf/a.yaml") == []
    assert said('"""Replaces: ADR-5."""\n', "src/a.py") == []
    assert note_names("conf/7-a.yaml", "A", {}) == frozenset()


@pytest.mark.parametrize(
    ("path", "title", "front", "name"),
    [
        ("docs/adr/0005-use-x.md", "5. Use X", {}, Reference("adr", "5")),
        ("docs/adr/0005-use-x.md", "5. Use X", {}, Reference("", "5")),
        ("docs/adr/0005-use-x.md", "5. Use X", {}, Reference(TITLE, "use x")),
        ("docs/decisions/0005.md", "", {}, Reference("adr", "5")),
        ("pep-0484.md", "Type Hints", {}, Reference("pep", "484")),
        ("x.md", "Type Hints", {"pep": ["484"]}, Reference("pep", "484")),
        ("rfc2616.txt", "", {}, Reference("rfc", "2616")),
        ("x.md", "TEP-12: Use Y", {}, Reference("tep", "12")),
        ("x.md", "Use Y", {"id": ["ADR-012"]}, Reference("adr", "12")),
        ("ko/결정-9-배포.md", "배포", {}, Reference("결정", "9")),
        ("a/B c.md", "", {}, Reference(FILE, "b c")),
    ],
)
def test_a_note_has_the_names_of_its_path_title_and_number(
    path: str, title: str, front: dict[str, list[str]], name: Reference
) -> None:
    assert name in note_names(path, title, front)


def test_a_day_is_no_number() -> None:
    assert not [each for each in note_names("2024-05-01-standup.md", "Standup", {}) if each.number == "2024"]


PIECES = st.sampled_from(
    ["Superseded by ", "supersedes ", "Replaces: ", "Status: ", "## Status\n", "# ", "---\n", "[", "](", ")", "[[",
     "]]", "ADR-", "ADR 7", " and ", ", ", "0005-x.md", "\n", "\n\n", ":pep:`", "`", "→", "이 결정은 ", "을 대체합니다",
     "로 대체됨", " ", "a", "7", "\"", "> "]
)  # fmt: skip


@given(
    st.lists(PIECES | st.text(max_size=8), max_size=40).map("".join), st.sampled_from(["a.md", "adr/7.txt", "é/..md"])
)
@settings(max_examples=300, deadline=None)
def test_any_text_is_read(text: str, path: str) -> None:
    document = chunk_document(path, text)
    for statement in document.succession.statements:
        assert statement.other
        assert all(name.kind == TARGET or name.number for name in statement.other)
    note_names(path, document.title or text, document.front)


@pytest.mark.parametrize(
    "piece",
    ["Supersedes ", "Superseded by ADR 7, ", "[", "[[a", "[a](", "ADR 7 and ", "superseded_by: a, ", "이 결정은 ",
     "기존 ", "a.b", "./", "더 이상 유효하지 않", "\n# Status", "- "]
)  # fmt: skip
def test_a_long_text_is_read_in_passing(piece: str) -> None:
    """Nothing here takes more than linear time: otherwise this test would not end."""
    long = piece * 50_000
    for text in (long, f"---\nsuperseded_by: {long}\n---\n", f"# A\n\n## Status\n\n{long}", f"# A\n\nStatus: {long}"):
        assert len(chunk_document("adr/1.md", text).succession.statements) <= 50
    note_names("adr/1.md", long, {"id": [long], long: [long]})
