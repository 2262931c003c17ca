"""Whose a new memory is."""

from __future__ import annotations

from pathlib import Path

import pytest

from memserver.errors import InvalidParams
from memserver.layers.placement import Placer
from memserver.model import Layer, Scope
from memserver.workspace.identity import ProjectIdentity
from memserver.workspace.staleness import FileChecker
from memserver.workspace.workspaces import Workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(str(tmp_path), ProjectIdentity("prj_1", "shop", str(tmp_path), "folder", ("path:x",)), None)


@pytest.fixture
def placer() -> Placer:
    return Placer(FileChecker())


@pytest.mark.parametrize("layer", [Layer.PROJECT, Layer.EPISODIC, Layer.SHORT_TERM])
async def test_what_belongs_to_a_named_workspace_is_its_projects(
    placer: Placer, workspace: Workspace, layer: Layer
) -> None:
    placement = await placer.place(layer, None, workspace, True, ())
    assert (placement.scope, placement.project_id) == (Scope.PROJECT, "prj_1")


@pytest.mark.parametrize("layer", [Layer.LONG_TERM, Layer.PROCEDURAL, Layer.EPISODIC])
async def test_what_does_not_name_its_workspace_speaks_for_all(
    placer: Placer, workspace: Workspace, layer: Layer
) -> None:
    placement = await placer.place(layer, None, workspace, False, ())
    assert (placement.scope, placement.project_id) == (Scope.GLOBAL, "")


async def test_a_scope_that_is_asked_for_is_honoured(placer: Placer, workspace: Workspace) -> None:
    assert (await placer.place(Layer.PROJECT, Scope.ORGANISATION, workspace, True, ())).project_id == ""
    assert (await placer.place(Layer.LONG_TERM, Scope.PROJECT, workspace, False, ())).project_id == "prj_1"


async def test_project_memory_needs_a_workspace(placer: Placer) -> None:
    with pytest.raises(InvalidParams) as raised:
        await placer.place(Layer.PROJECT, None, None, False, ())
    assert raised.value.field == "workspaceUri"


async def test_related_files_are_recorded_as_they_are(placer: Placer, workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "pay.py").write_text("charge()", encoding="utf-8")
    placement = await placer.place(Layer.PROJECT, None, workspace, True, ["pay.py", "missing.py"])
    [file] = placement.related_files
    assert (file.path, file.size) == (str((tmp_path / "pay.py").resolve()), 8)
    assert (await placer.place(Layer.PROJECT, None, workspace, True, ())).related_files == ()


async def test_files_that_a_text_names_are_recorded_with_what_it_says_of_them(
    placer: Placer, workspace: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "retry.py").write_text("LIMIT = 3\n", encoding="utf-8")
    [file] = await placer.files_named(["retry.py", "nowhere.py"], workspace, "LIMIT in retry.py is 3.")
    assert file.path == str((tmp_path / "src" / "retry.py").resolve())
    assert "LIMIT" in file.places
    assert await placer.files_named(["retry.py"], None, "LIMIT in retry.py is 3.") == ()
