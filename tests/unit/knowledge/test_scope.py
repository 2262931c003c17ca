from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.knowledge.scope import resolve_scope, usable_folders


@pytest.fixture
def brain(tmp_path: Path) -> Path:
    (tmp_path / "brain" / "notes" / "backend").mkdir(parents=True)
    (tmp_path / "brain" / "영업").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "brain" / "escape").symlink_to(tmp_path / "outside")
    return tmp_path / "brain"


def test_folders_become_relative_and_nested_ones_fold_into_the_outer(brain: Path) -> None:
    given_folders = ["notes/backend", "./notes/", str(brain / "영업"), "notes\\backend", "later/not-there-yet"]
    assert usable_folders(given_folders, str(brain)) == (("later/not-there-yet", "notes", "영업"), ())


@pytest.mark.parametrize("folder", ["..", "../outside", "/etc", "notes/../../outside", "escape", "C:\\x", "", "a\x00b"])
def test_folders_outside_the_brain_are_refused_and_the_others_still_hold(brain: Path, folder: str) -> None:
    scope = resolve_scope("researcher", {"researcher": ["notes", folder]}, str(brain))
    assert (scope.folders, scope.source) == (("notes",), "settings")
    assert [warning.endswith("lies outside the brain and is left out") for warning in scope.warnings] == [True]


def test_an_agent_whose_folders_are_all_refused_gets_nothing(brain: Path) -> None:
    scope = resolve_scope("researcher", {"researcher": ["../outside", "/etc"]}, str(brain), ["notes"])
    assert (scope.folders, scope.closed, scope.scoped, len(scope.warnings)) == ((), True, True, 3)
    assert not resolve_scope("researcher", {"researcher": ["../outside", "."]}, str(brain)).scoped
    assert not resolve_scope("researcher", {"researcher": []}, str(brain)).scoped


def test_the_brain_itself_means_everything(brain: Path) -> None:
    assert usable_folders(["notes", "."], str(brain)) == ((), ())
    assert usable_folders([str(brain)], str(brain)) == ((), ())


def test_settings_win_over_the_skill_file_and_names_ignore_case(brain: Path) -> None:
    own = ["영업", "../outside"]
    from_file = resolve_scope("sales", {}, str(brain), own)
    assert (from_file.folders, from_file.source) == (("영업",), "skill-file")
    assert len(from_file.warnings) == 1
    from_settings = resolve_scope("Sales", {"sales": ["notes"]}, str(brain), own)
    assert (from_settings.folders, from_settings.source) == (("notes",), "settings")
    assert not resolve_scope("other", {"sales": ["notes"]}, str(brain)).scoped
    assert not resolve_scope(None, {"sales": ["notes"]}, str(brain)).scoped


@given(st.lists(st.text(max_size=30), max_size=4))
def test_no_accepted_folder_ever_leaves_the_brain(folders: list[str]) -> None:
    accepted, _ = usable_folders(folders, "/srv/brain")
    for folder in accepted:
        assert ".." not in folder.split("/")
        assert not folder.startswith("/")
