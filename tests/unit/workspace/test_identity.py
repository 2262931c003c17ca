from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memserver.workspace.git import Git
from memserver.workspace.identity import IdentityResolver

from .conftest import GitCall, KeysInMemory

MakeRepository = Callable[..., Path]


@pytest.fixture
def resolver(key_store: KeysInMemory) -> IdentityResolver:
    return IdentityResolver(key_store, Git())


async def test_worktrees_and_subfolders_share_the_identity(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver, tmp_path: Path
) -> None:
    main = make_repository("app")
    git_in(main, "worktree", "add", "-q", str(tmp_path / "app-fix"), "-b", "fix")
    (main / "src" / "깊은 폴더").mkdir(parents=True)
    first = await resolver.resolve(str(main))
    linked = await resolver.resolve(str(tmp_path / "app-fix"))
    below = await resolver.resolve(str(main / "src" / "깊은 폴더"))
    assert first.id == linked.id == below.id
    assert linked.root == str(tmp_path / "app-fix")
    assert below.root == str(main)
    assert linked.name == "app"


async def test_clones_share_the_identity_in_any_order_of_opening(
    make_repository: MakeRepository, git_in: GitCall, tmp_path: Path
) -> None:
    source = make_repository("app")
    clone = tmp_path / "elsewhere" / "app-copy"
    clone.parent.mkdir()
    git_in(tmp_path, "clone", "-q", str(source), str(clone))
    for order in ((source, clone), (clone, source)):
        resolver = IdentityResolver(KeysInMemory(), Git())
        ids = {(await resolver.resolve(str(folder))).id for folder in order}
        assert len(ids) == 1


async def test_clones_of_one_address_share_it_however_the_address_is_written(
    make_repository: MakeRepository, resolver: IdentityResolver
) -> None:
    one = make_repository("one", "git@github.com:Team/App.git", commit=False)
    two = make_repository("two", "https://token@github.com/team/app", commit=False)
    assert (await resolver.resolve(str(one))).id == (await resolver.resolve(str(two))).id


async def test_two_repositories_never_share(make_repository: MakeRepository, resolver: IdentityResolver) -> None:
    first, second = make_repository("a/app"), make_repository("b/app2")
    assert (await resolver.resolve(str(first))).id != (await resolver.resolve(str(second))).id


async def test_folders_without_git_stand_alone_and_keep_their_identity(
    tmp_path: Path, resolver: IdentityResolver
) -> None:
    first, second = tmp_path / "메모", tmp_path / "notes"
    first.mkdir()
    second.mkdir()
    one, two = await resolver.resolve(str(first)), await resolver.resolve(str(second))
    assert one.id != two.id
    assert one.kind == "folder"
    assert one.name == "메모"
    assert (await resolver.resolve(str(first))).id == one.id


async def test_identity_survives_init_first_commit_and_first_remote(
    tmp_path: Path, git_in: GitCall, resolver: IdentityResolver
) -> None:
    folder = tmp_path / "young"
    folder.mkdir()
    plain = await resolver.resolve(str(folder))
    git_in(folder, "init", "-q")
    unborn = await resolver.resolve(str(folder))
    (folder / "a.txt").write_text("a")
    git_in(folder, "add", ".")
    git_in(folder, "commit", "-q", "-m", "first")
    born = await resolver.resolve(str(folder))
    git_in(folder, "remote", "add", "origin", "https://example.com/young.git")
    published = await resolver.resolve(str(folder))
    assert plain.id == unborn.id == born.id == published.id


async def test_a_renamed_remote_and_a_moved_folder_keep_the_identity(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver, tmp_path: Path
) -> None:
    folder = make_repository("app", "https://example.com/old/app")
    before = await resolver.resolve(str(folder))
    git_in(folder, "remote", "set-url", "origin", "https://example.com/new/app")
    renamed = await resolver.resolve(str(folder))
    moved_to = tmp_path / "moved"
    folder.rename(moved_to)
    moved = await resolver.resolve(str(moved_to))
    assert before.id == renamed.id == moved.id


async def test_a_repository_without_remote_that_moved_is_known_by_its_first_commit(
    make_repository: MakeRepository, resolver: IdentityResolver, tmp_path: Path
) -> None:
    folder = make_repository("local-only")
    before = await resolver.resolve(str(folder))
    folder.rename(tmp_path / "renamed")
    assert (await resolver.resolve(str(tmp_path / "renamed"))).id == before.id


async def test_forks_with_one_history_and_different_remotes_are_different_projects(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver, tmp_path: Path
) -> None:
    upstream = make_repository("starter", "https://example.com/starter")
    fork = tmp_path / "product"
    git_in(tmp_path, "clone", "-q", str(upstream), str(fork))
    git_in(fork, "remote", "set-url", "origin", "https://example.com/product")
    third = tmp_path / "copy-without-remote"
    git_in(tmp_path, "clone", "-q", str(upstream), str(third))
    git_in(third, "remote", "remove", "origin")
    ids = {(await resolver.resolve(str(folder))).id for folder in (upstream, fork, third)}
    assert len(ids) == 3


async def test_a_starter_that_is_pointed_elsewhere_does_not_drag_its_next_clone_along(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver, tmp_path: Path
) -> None:
    starter = make_repository("starter-bare", "https://example.com/starter")
    products = []
    for name in ("product-a", "product-b"):
        folder = tmp_path / name
        shutil.copytree(starter, folder)
        products.append(folder)
    shutil.rmtree(starter)
    first = await resolver.resolve(str(products[0]))
    git_in(products[0], "remote", "set-url", "origin", "https://example.com/product-a")
    assert (await resolver.resolve(str(products[0]))).id == first.id
    assert (await resolver.resolve(str(products[1]))).id != first.id


async def test_another_repository_at_the_same_path_is_another_project(
    make_repository: MakeRepository, resolver: IdentityResolver, tmp_path: Path
) -> None:
    folder = make_repository("place")
    before = await resolver.resolve(str(folder))
    shutil.rmtree(folder)
    (make_repository("other")).rename(folder)
    after = await resolver.resolve(str(folder))
    assert before.id != after.id
    shutil.rmtree(folder)
    empty = make_repository("place", commit=False)
    assert (await resolver.resolve(str(empty))).id not in (before.id, after.id)


async def test_merged_history_of_another_repository_does_not_join_the_two(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver
) -> None:
    host, library = make_repository("host"), make_repository("library")
    git_in(host, "fetch", "-q", str(library), "main")
    git_in(host, "merge", "-q", "--allow-unrelated-histories", "-s", "ours", "-m", "join", "FETCH_HEAD")
    assert (await resolver.resolve(str(host))).id != (await resolver.resolve(str(library))).id


async def test_an_orphan_main_branch_does_not_change_the_identity(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver
) -> None:
    folder = make_repository("odd")
    git_in(folder, "branch", "-m", "develop")
    before = await resolver.resolve(str(folder))
    git_in(folder, "checkout", "-q", "--orphan", "main")
    git_in(folder, "commit", "-q", "-m", "fresh start")
    assert (await resolver.resolve(str(folder))).id == before.id


async def test_a_folder_connected_to_a_known_remote_joins_it_and_names_its_former_id(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver
) -> None:
    known = await resolver.resolve(str(make_repository("known", "https://example.com/app")))
    fresh_folder = make_repository("fresh", commit=False)
    fresh = await resolver.resolve(str(fresh_folder))
    git_in(fresh_folder, "remote", "add", "origin", "https://example.com/app.git")
    joined = await resolver.resolve(str(fresh_folder))
    assert fresh.id != known.id == joined.id
    assert joined.former_ids == (fresh.id,)
    assert (await resolver.resolve(str(fresh_folder))).former_ids == ()


async def test_submodules_and_shallow_clones(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver, tmp_path: Path
) -> None:
    library, app = make_repository("library"), make_repository("app")
    git_in(app, "submodule", "add", "-q", str(library), "vendor/library")
    app_identity = await resolver.resolve(str(app))
    inner = await resolver.resolve(str(app / "vendor" / "library"))
    assert inner.id != app_identity.id
    assert inner.id == (await resolver.resolve(str(library))).id
    git_in(tmp_path, "clone", "-q", "--depth", "1", f"file://{app}", str(tmp_path / "shallow"))
    shallow = await resolver.resolve(str(tmp_path / "shallow"))
    assert shallow.id == app_identity.id
    assert not any(key.startswith("root:") for key in shallow.keys)


async def test_a_name_given_in_the_configuration_joins_and_separates(
    make_repository: MakeRepository, git_in: GitCall, resolver: IdentityResolver, tmp_path: Path
) -> None:
    one, two = make_repository("one"), make_repository("two")
    for folder in (one, two):
        git_in(folder, "config", "memserver.project", "우리 제품")
    first = await resolver.resolve(str(one))
    assert first.id == (await resolver.resolve(str(two))).id
    assert first.name == "우리 제품"
    clone = tmp_path / "clone"
    git_in(tmp_path, "clone", "-q", str(one), str(clone))
    assert (await resolver.resolve(str(clone))).id != first.id


async def test_works_without_git_installed(
    make_repository: MakeRepository, git_in: GitCall, key_store: KeysInMemory, tmp_path: Path
) -> None:
    folder = make_repository("app", "https://example.com/app")
    git_in(folder, "worktree", "add", "-q", str(tmp_path / "wt"), "-b", "wt")
    without = IdentityResolver(key_store, Git(executable="/no/such/git"))
    blind = await without.resolve(str(folder))
    assert blind.id == (await without.resolve(str(tmp_path / "wt"))).id
    assert (await IdentityResolver(key_store, Git()).resolve(str(folder))).id == blind.id


async def test_a_second_look_writes_nothing(
    make_repository: MakeRepository, resolver: IdentityResolver, key_store: KeysInMemory
) -> None:
    folder = make_repository("app", "https://example.com/app")
    await resolver.resolve(str(folder))
    writes = key_store.writes
    await resolver.resolve(str(folder))
    assert key_store.writes == writes


async def test_two_windows_that_open_a_new_project_agree(make_repository: MakeRepository) -> None:
    folder = make_repository("app")
    first = await IdentityResolver(KeysInMemory(), Git()).resolve(str(folder))
    second = await IdentityResolver(KeysInMemory(), Git()).resolve(str(folder))
    assert first.id == second.id


async def test_a_repository_of_dot_files_at_home_does_not_swallow_projects(
    git_in: GitCall, resolver: IdentityResolver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "work" / "notes").mkdir(parents=True)
    git_in(home, "init", "-q")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    assert (await resolver.resolve(str(home / "work" / "notes"))).kind == "folder"
    assert (await resolver.resolve(str(home))).kind == "git"
