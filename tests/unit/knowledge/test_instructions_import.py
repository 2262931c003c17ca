from __future__ import annotations

import json
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.errors import InvalidParams, NotFound
from memserver.knowledge.import_items import split_markdown
from memserver.knowledge.instructions_import import import_from

CLAUDE = textwrap.dedent(
    """\
    # Shop

    The shop runs on FastAPI and Postgres.

    ## Coding conventions

    Before every commit:

    - run `make lint`
    - write tests
      - in pytest
    <!-- note to self -->

    ## 선호

    1. 답변은 한국어로 한다

    @docs/more.md

    ```sh
    make deploy
    ```
    """
)


def test_an_instruction_file_is_split_by_bullets_and_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text(CLAUDE)
    result = import_from(str(tmp_path / "CLAUDE.md"))
    found = [(item.content, item.category, item.line) for item in result.items]
    assert found == [
        ("The shop runs on FastAPI and Postgres.", "rule", 3),
        ("Before every commit:\nrun `make lint`", "convention", 9),
        ("Before every commit:\nwrite tests\n  - in pytest", "convention", 10),
        ("답변은 한국어로 한다", "preference", 16),
        ("```sh\nmake deploy\n```", "preference", 20),
    ]
    assert result.items[1].title == "Shop › Coding conventions: run make lint"
    assert {item.origin for item in result.items} == {"CLAUDE.md"}
    assert {item.tags for item in result.items} == {("claude",)}


def test_a_workspace_is_searched_for_everything_known(tmp_path: Path) -> None:
    files = {
        "AGENTS.md": "- use uv\n",
        ".cursor/rules/api.mdc": '---\ndescription: API rules\nglobs: ["src/api/**"]\n---\nReturn problem details.\n',
        ".github/copilot-instructions.md": "한국어 주석을 쓴다.\n",
        "memory-bank/techContext.md": "# Tech\n\nPostgres 16.\n",
        "node_modules/x/AGENTS.md": "- never\n",
        "README.md": "not an instruction\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    result = import_from(str(tmp_path))
    by_origin = {item.origin: item for item in result.items}
    assert set(by_origin) == set(files) - {"README.md", "node_modules/x/AGENTS.md"}
    assert "glob:src/api/**" in by_origin[".cursor/rules/api.mdc"].tags
    assert by_origin[".cursor/rules/api.mdc"].title.startswith("API rules")
    assert by_origin["memory-bank/techContext.md"].category == "stack"


def test_the_graph_of_the_memory_server_is_read_and_bad_lines_named(tmp_path: Path) -> None:
    lines = [
        json.dumps(
            {
                "type": "entity",
                "name": "민지",
                "entityType": "person",
                "observations": ["likes tea", "민지 leads ops", 3],
            },
            ensure_ascii=False,
        ),
        '{"type": "relation", "from": "민지", "to": "Shop", "relationType": "works_on"}',
        "{broken",
        '{"type": "entity", "name": ""}',
        "[1, 2]",
        "",
    ]
    (tmp_path / "memory.jsonl").write_text("\n".join(lines))
    result = import_from(str(tmp_path / "memory.jsonl"))
    assert [item.content for item in result.items] == ["민지: likes tea", "민지 leads ops", "민지 works on Shop"]
    assert result.items[0].tags == ("mcp-memory", "person")
    assert result.items[2].line == 2
    assert [warning.split(":")[0] for warning in result.warnings] == [
        "memory.jsonl, line 3",
        "memory.jsonl, line 4",
        "memory.jsonl, line 5",
    ]


def test_a_folder_of_notes_can_be_called_a_memory_bank(tmp_path: Path) -> None:
    (tmp_path / "progress.md").write_text("## Done\n\n- login works\n")
    with pytest.raises(InvalidParams):
        import_from(str(tmp_path))
    assert import_from(str(tmp_path), "memory-bank").items[0].content == "login works"


def test_wrong_requests_are_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        import_from(str(tmp_path / "missing.md"))
    with pytest.raises(InvalidParams) as refused:
        import_from(str(tmp_path), "word-document")
    assert refused.value.field == "format"


def test_files_without_text_are_named(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_bytes(b"\x00\x01")
    (tmp_path / "AGENTS.md").write_text("# Only a heading\n")
    result = import_from(str(tmp_path))
    assert result.items == []
    assert len(result.warnings) == 2


@given(st.text(alphabet="#-*1. \n`:=@ab가나<!->", max_size=200) | st.text(max_size=200))
def test_any_text_is_split_and_items_point_at_their_lines(text: str) -> None:
    text = text.replace("\r", "\n")
    for item in split_markdown(text, "x.md", title="x", tags=(), category="rule"):
        assert item.content.strip()
        assert 1 <= item.line <= text.count("\n") + 1
