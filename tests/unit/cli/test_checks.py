"""The doctor looks at real things and says what to do."""

from __future__ import annotations

from pathlib import Path

from memserver.cli.checks import endpoint_checks, environment_checks, folder_checks, unwritable
from memserver.config import Settings


def test_nothing_is_broken_where_the_tests_run() -> None:
    assert [finding.name for finding in environment_checks() if finding.state == "broken"] == []


def test_a_folder_that_can_be_written_is_fine_and_stays_empty(tmp_path: Path) -> None:
    assert unwritable(tmp_path / "new") == ""
    assert list((tmp_path / "new").iterdir()) == []


def test_a_data_folder_that_cannot_be_is_broken_and_has_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    data, notes = folder_checks(tmp_path / "file" / "data", tmp_path / "none")
    assert data.state == "broken"
    assert "--data-dir" in data.remedy
    assert notes.state == "note"
    assert "--brain" in notes.remedy


async def test_an_endpoint_is_asked_only_when_one_is_configured() -> None:
    assert await endpoint_checks(Settings()) == []


async def test_an_endpoint_that_does_not_answer_is_named() -> None:
    (finding,) = await endpoint_checks(Settings(ollama_url="http://127.0.0.1:9", default_model="any"))
    assert finding.state == "limited"
    assert "reached" in finding.detail
