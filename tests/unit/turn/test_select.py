"""Selection: the text never exceeds its budget, better ones come first, and everything left out has a reason."""

from __future__ import annotations

from datetime import UTC, date, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.layers.layer import Section
from memserver.text.token_count import count_tokens
from memserver.turn.candidates import Candidate
from memserver.turn.select import Page, select, with_variety

NOW = datetime(2026, 5, 4, tzinfo=UTC)
PAGE = Page("en", date(2026, 5, 4))
WORDS = st.text(alphabet="abc가나다 .\n#-`[]:", min_size=1, max_size=600).filter(lambda text: bool(text.strip()))


def candidate(name: str, text: str, score: float = 0.5, source: str = "long-term") -> Candidate:
    path = f"notes/{name}.md" if source == "brain-memory" else None
    layer = None if path else source
    tokens = count_tokens(text)
    return Candidate(
        id=name, source=source, title=name, text=text, tokens=tokens, score=score, moment=NOW, layer=layer, path=path
    )


@settings(max_examples=150)
@given(
    st.lists(st.tuples(WORDS, st.floats(0, 1), st.sampled_from(["long-term", "project", "brain-memory"])), max_size=25),
    st.integers(0, 1_500),
    st.booleans(),
)
def test_the_text_never_exceeds_its_budget(
    given_texts: list[tuple[str, float, str]], budget: int, talking: bool
) -> None:
    items = [candidate(f"c{place}", *each) for place, each in enumerate(given_texts)]
    items.sort(key=lambda item: (-item.score, item.id))
    page = Page("en", date(2026, 5, 4), Section("Current conversation", "- User: hello", 0.3) if talking else None)
    chosen = select(items, budget, 8, page, frozenset({"a"}))
    assert chosen.used == count_tokens(chosen.text) <= budget
    assert {item.id for item in chosen.taken} | {item.id for item, _ in chosen.left_out} == {item.id for item in items}
    assert len({item.id for item in chosen.taken}) == len(chosen.taken)


def test_a_roomy_budget_takes_everything() -> None:
    items = [candidate(f"c{n}", f"The service number {n} listens on port {8000 + n}.") for n in range(10)]
    chosen = select(items, 4_000, 8, PAGE, frozenset())
    assert len(chosen.taken) == 10
    assert all(f"[{n}]" in chosen.text for n in range(1, 11))


def test_a_long_text_is_cut_instead_of_keeping_the_others_out() -> None:
    long = candidate("long", "The deploy needs a window. " * 200, 0.9)
    short = [candidate(f"s{n}", f"Short note {n} about something else.", 0.5) for n in range(5)]
    chosen = select([long, *short], 400, 8, PAGE, frozenset({"deploy"}))
    assert {item.id for item in chosen.taken} == {"long", *(item.id for item in short)}
    assert next(item for item in chosen.taken if item.id == "long").reasons["cut"]


def test_brain_files_are_limited_and_the_reason_is_told() -> None:
    files = [candidate(f"f{n}", f"File note {n}.", 0.5, "brain-memory") for n in range(20)]
    chosen = select(files, 4_000, 8, PAGE, frozenset())
    assert len(chosen.taken) == 8
    assert {reason for _, reason in chosen.left_out} == {"limit"}


def test_repetitions_move_behind_what_says_something_new() -> None:
    same = "The build server runs Debian twelve and has eight cores and two disks."
    items = [candidate("a", same, 0.9), candidate("b", same, 0.8), candidate("c", "Lunch is at noon.", 0.7)]
    assert [item.id for item in with_variety(items, None)] == ["a", "c", "b"]
