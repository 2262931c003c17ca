from __future__ import annotations

from pathlib import Path

import pytest

from memserver.turn.brain_files import BrainFiles

GLOSSARY = ".astra/glossary.md"


@pytest.fixture
def brain(tmp_path: Path) -> Path:
    (tmp_path / ".astra").mkdir()
    return tmp_path


def test_what_is_wrong_in_a_file_is_said_with_its_name_and_line(brain: Path) -> None:
    (brain / ".astra/requirements.yaml").write_text("types:\n  - id: a\n    objects: [b]\n", "utf-8")
    (brain / GLOSSARY).write_text("- SLA: four hours\n- runway\n", "utf-8")
    files = BrainFiles(brain)
    assert files.task_types()[1] == [
        'requirements.yaml, line 2: a type needs at least one element under "elements"',
    ]
    assert files.glossary(GLOSSARY)[1] == [
        "glossary.md, line 2: no meaning after the term (write `- term: meaning`)",
    ]


@pytest.mark.parametrize("name", ["organization.md", "requirements.yaml", "glossary.md"])
def test_a_file_that_is_no_text_is_named(brain: Path, name: str) -> None:
    (brain / ".astra" / name).write_bytes(b"\x00\x01\x02" * 100)
    files = BrainFiles(brain)
    found = {
        "organization.md": files.organisation()[1],
        "requirements.yaml": files.task_types()[1],
        "glossary.md": files.glossary(GLOSSARY)[1],
    }
    assert found.pop(name) == [f"{name}: not text (binary, or an encoding that cannot be told)"]
    assert not any(found.values())
