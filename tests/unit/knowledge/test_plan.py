from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.knowledge.plan import IndexPlan, KnownFile, make_plan
from memserver.knowledge.scan import FileState, Skipped


def state(path: str, content: str, time: int = 1) -> FileState:
    return FileState(path, len(content), time, 0, path)


def known(path: str, content: str, time: int = 1) -> KnownFile:
    return KnownFile(f"id-{path}", path, len(content), time, f"sha:{content}")


def planned(before: dict[str, str], after: dict[str, str], time: int = 2) -> IndexPlan:
    """Plan from contents; a file that kept path and content also kept its time."""
    states = [state(p, c, 1 if before.get(p) == c else time) for p, c in after.items()]
    return make_plan([known(p, c) for p, c in before.items()], states, lambda s: f"sha:{after[s.path]}")


def test_nothing_moved_means_nothing_is_hashed() -> None:
    def never(_: FileState) -> str:
        raise AssertionError("hashed without need")

    plan = make_plan([known("a.md", "one")], [state("a.md", "one"), state("b.md", "second")], never)
    assert [s.path for s in plan.new] == ["b.md"]
    assert plan.unchanged == 1
    assert make_plan([known("a.md", "one")], [state("a.md", "longer", 2)], never).changed


def test_touched_changed_new_and_removed() -> None:
    plan = make_plan(
        [known("touched.md", "same"), known("changed.md", "old!"), known("gone.md", "gone for good")],
        [state("touched.md", "same", 9), state("changed.md", "new!", 9), state("new.md", "x")],
        lambda s: "sha:same" if s.path == "touched.md" else f"sha:{s.path}",
    )
    assert [pair.state.path for pair in plan.touched] == ["touched.md"]
    assert [s.path for s in plan.changed] == ["changed.md"]
    assert [s.path for s in plan.new] == ["new.md"]
    assert [file.path for file in plan.removed] == ["gone.md"]


def test_renamed_files_keep_their_identity() -> None:
    plan = planned({"old/메모.md": "hello", "b.md": "other"}, {"새 폴더/메모.md": "hello", "b.md": "other"})
    assert [(pair.known.id, pair.state.path) for pair in plan.renamed] == [("id-old/메모.md", "새 폴더/메모.md")]
    assert not plan.new
    assert not plan.removed


def test_of_several_with_one_content_the_same_name_is_preferred() -> None:
    plan = planned({"a/x.md": "same", "a/y.md": "same"}, {"b/y.md": "same", "b/other.md": "same"})
    assert {pair.known.path: pair.state.path for pair in plan.renamed} == {"a/y.md": "b/y.md", "a/x.md": "b/other.md"}


def test_empty_files_are_never_taken_for_each_other() -> None:
    plan = planned({"a.md": ""}, {"b.md": ""})
    assert not plan.renamed


def test_another_recipe_means_chunking_again() -> None:
    plan = make_plan([known("a.md", "one"), known("b.md", "two")], [state("a.md", "one")], lambda _: "x", recipe="2")
    assert [s.path for s in plan.changed] == ["a.md"]


def test_what_could_not_be_seen_is_not_removed() -> None:
    files = [known("locked/a.md", "a"), known("open.md", "b")]
    plan = make_plan(files, [], lambda _: None, unseen=[Skipped("locked", "unreadable", folder=True)])
    assert [file.path for file in plan.removed] == ["open.md"]
    assert make_plan(files, [], lambda _: None, complete=False) == IndexPlan()
    assert make_plan(files, [], lambda _: None, unseen=[Skipped(".", "missing", folder=True)]) == IndexPlan()


CONTENTS = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["", "one", "two", "six", "seven"]))


@given(CONTENTS, CONTENTS)
def test_carrying_out_the_plan_gives_what_is_on_disk(before: dict[str, str], after: dict[str, str]) -> None:
    plan = planned(before, after)
    store = {f"id-{path}": (path, content) for path, content in before.items()}
    for file in plan.removed:
        del store[file.id]
    for pair in (*plan.renamed, *plan.touched):
        store[pair.known.id] = (pair.state.path, store[pair.known.id][1])
    by_path = dict(store.values())
    for changed in (*plan.new, *plan.changed):
        by_path[changed.path] = after[changed.path]
    assert by_path == after
    assert plan.unchanged == sum(1 for path in after if before.get(path) == after[path])
