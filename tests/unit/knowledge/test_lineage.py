"""Which notes are meant by what notes say, and the lines that follow."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from memserver.claims.references import Reference
from memserver.knowledge.chunk import chunk_document
from memserver.knowledge.lineage import Place, Speaker, lineage, wanted_names
from memserver.knowledge.successions import note_names


def lines(notes: Mapping[str, str]) -> dict[str, tuple[list[str], list[str]]]:
    """Return the notes after and before each note of a brain, by path."""
    paths = list(notes)
    speakers, known = [], {}  # type: list[Speaker], dict[Reference, list[tuple[int, str]]]
    for number, (path, text) in enumerate(notes.items()):
        document = chunk_document(path, text)
        names = note_names(path, document.title, document.front)
        for name in names:
            known.setdefault(name, []).append((number, path))
        if document.succession.statements:
            speakers.append(Speaker(number, path, names, document.succession.statements))
    wanted = wanted_names(speakers)
    places = lineage(speakers, {name: those for name, those in known.items() if name in wanted})
    return {
        paths[number]: ([paths[each] for each in place.successors], [paths[each] for each in place.predecessors])
        for number, place in places.items()
    }


def test_a_chain_knows_its_end_from_both_sides() -> None:
    found = lines({"a.md": "Superseded-By: b.md", "b.md": "# B\n", "c.md": "# C\n\nSupersedes [B](b.md)"})
    assert found == {"a.md": (["b.md", "c.md"], []), "b.md": (["c.md"], ["a.md"]), "c.md": ([], ["b.md", "a.md"])}


def test_a_number_is_that_of_the_same_series_and_folder() -> None:
    notes = {
        "adr/0001-a.md": "# 1. A\n\nSuperseded by ADR 2",
        "adr/0002-b.md": "# 2. B",
        "rfcs/0002-c.md": "# 2. C",
        "rfcs/0003-d.md": "# 3. D\n\nReplaces: 2",
        "week-2.md": "# Week 2",
    }
    assert {path: after for path, (after, _) in lines(notes).items() if after} == {
        "adr/0001-a.md": ["adr/0002-b.md"], "rfcs/0002-c.md": ["rfcs/0003-d.md"],
    }  # fmt: skip


def test_a_link_is_followed_from_the_folder_of_the_note_or_of_the_brain() -> None:
    notes = {
        "a/old.md": "> This page is superseded by [it](../b/new.md#top)",
        "b/new.md": "# New",
        "a/new.md": "# Another",
        "c/x.md": "# X\n\nThis page has been replaced by b/new.md",
        "d/y.md": "# Y\n\nThis page has been replaced by [the third](nowhere.md)",
        "e/third.md": "# The third",
    }
    after = {path: after for path, (after, _) in lines(notes).items() if after}
    assert after == {"a/old.md": ["b/new.md"], "c/x.md": ["b/new.md"], "d/y.md": ["e/third.md"]}


def test_a_name_that_several_notes_have_is_nobodys() -> None:
    twice = {"a/x.md": "# Login", "b/y.md": "# Login", "c/z.md": '# Z\n\nSuperseded by "Login"'}
    assert lines(twice) == {}
    assert lines({**twice, "c/w.md": "# Login"})["c/z.md"] == (["c/w.md"], [])


def test_circles_and_notes_that_name_themselves_are_left_out() -> None:
    assert lines({"a.md": "# A\n\nSuperseded by a.md"}) == {}
    assert lines({"a.md": "# A\n\nSuperseded by b.md", "b.md": "# B\n\nSuperseded by a.md"}) == {}
    beside = {"a.md": "# A\n\nSuperseded by b.md", "b.md": "# B\n\nSuperseded by a.md", "c.md": "# C\n\nReplaces: a.md"}
    assert lines(beside) == {"a.md": (["c.md"], []), "c.md": ([], ["a.md"])}


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=20))
def test_no_note_comes_after_itself(pairs: list[tuple[int, int]]) -> None:
    notes = {f"{number}.md": f"# N{number}\n" for number in range(8)}
    for old, new in pairs:
        notes[f"{new}.md"] += f"\nReplaces: {old}.md\n"
    for path, (after, before) in lines(notes).items():
        assert path not in after
        assert path not in before
        assert not set(after) & set(before)


def test_a_very_long_line_is_cut_off() -> None:
    places = lineage(
        [_one(number) for number in range(400)],
        {Reference("file", f"n{number}"): [(number, f"n{number}.md")] for number in range(401)},
    )
    assert max(len(place.successors) for place in places.values()) == 200
    assert places[399] == Place((400,), places[399].predecessors)


def _one(number: int) -> Speaker:
    path = f"n{number}.md"
    document = chunk_document(path, f"# N\n\nSuperseded by n{number + 1}.md")
    return Speaker(number, path, frozenset(), document.succession.statements)
