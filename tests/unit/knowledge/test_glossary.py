from __future__ import annotations

import os
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.errors import StorageFailed
from memserver.knowledge.glossary import TEMPLATE, create_glossary, glossary_file, parse_glossary
from memserver.knowledge.organisation import TEMPLATE as ORGANISATION_TEMPLATE
from memserver.knowledge.organisation import create_organisation, organisation_file, parse_organisation

MIXED = textwrap.dedent(
    """\
    # 용어집

    Free words about the file.

    - SLA: promised response time (aliases: 서비스 수준, service level)
    - 배포 열차: 매주 금요일의 정기 배포 (별칭: release train)
    - docs - https://example.com/docs
    - no meaning here
    - : nothing before
    - SLA: told twice

    **runway** — months until the money is gone
    - **GTM (go-to-market)**: 시장 진입
    This is **only emphasis** in a sentence.

    | 용어 | 영문 | 뜻 |
    |---|---|---|
    | 온보딩 | onboarding | 새 사람을 맞이하는 절차 |
    | broken |

    ```
    - not: an entry
    ```
    """
)


def test_every_way_of_writing_an_entry_is_read() -> None:
    glossary = parse_glossary(MIXED)
    terms = {term.term: term for term in glossary.terms}
    assert terms["SLA"].meaning == "promised response time"
    assert terms["SLA"].aliases == ("서비스 수준", "service level")
    assert terms["배포 열차"].aliases == ("release train",)
    assert terms["docs"].meaning == "https://example.com/docs"
    assert terms["runway"].meaning == "months until the money is gone"
    assert terms["GTM"].aliases == ("go-to-market",)
    assert terms["온보딩"].aliases == ("onboarding",)
    assert terms["온보딩"].line == 18
    assert "not" not in terms
    assert "only emphasis" not in terms


def test_bad_lines_are_warnings_with_their_numbers() -> None:
    warnings = parse_glossary(MIXED).warnings
    assert [warning.split(":")[0] for warning in warnings] == ["line 8", "line 9", "line 10", "line 19"]


def test_templates_hold_no_entries_and_never_overwrite(tmp_path: Path) -> None:
    assert parse_glossary(TEMPLATE).terms == ()
    assert parse_glossary(TEMPLATE).warnings == ()
    assert parse_glossary(TEMPLATE).text == ""
    assert create_glossary(str(tmp_path))
    (tmp_path / ".astra" / "glossary.md").write_text("- mine: kept")
    assert not create_glossary(str(tmp_path))
    assert (tmp_path / ".astra" / "glossary.md").read_text() == "- mine: kept"
    uncommented = TEMPLATE.replace("<!--", "").replace("-->", "")
    assert {term.term for term in parse_glossary(uncommented).terms} == {"brain", "배포 열차", "SLA", "runway"}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / ".astra").write_text("a file in the way")
    with pytest.raises(StorageFailed):
        create_glossary(str(tmp_path))


def test_the_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    file = glossary_file(str(tmp_path))
    assert file.get() is None
    create_glossary(str(tmp_path))
    first = file.get()
    assert first is not None
    assert file.get() is first
    file.path.write_text("- 용어: 뜻")
    os.utime(file.path, ns=(5, 5))
    second = file.get()
    assert second is not None
    assert second.terms[0].term == "용어"
    file.path.write_bytes(b"\x00\x01")
    assert file.get() is None
    assert file.problem
    file.path.unlink()
    assert file.get() is None
    assert file.problem is None


def test_organisation_rules_come_without_comments_and_front_matter(tmp_path: Path) -> None:
    text = "---\nowner: mina\n---\n# 조직\n\n<!-- internal -->\n- 배포는 금요일\n"
    assert parse_organisation(text) == "# 조직\n\n- 배포는 금요일"
    assert parse_organisation("# Only\n\n## headings\n<!-- x -->") == ""
    assert create_organisation(str(tmp_path))
    assert organisation_file(str(tmp_path)).get() == ""
    assert parse_organisation(ORGANISATION_TEMPLATE + "- 배포는 금요일\n") == "- 배포는 금요일"


@given(st.text(alphabet="-*|:()\n#` ab가나—=<!>", max_size=200) | st.text(max_size=200))
def test_any_text_is_a_glossary(text: str) -> None:
    glossary = parse_glossary(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    for term in glossary.terms:
        assert term.term
        assert term.meaning
        assert 1 <= term.line <= lines
    parse_organisation(text)
