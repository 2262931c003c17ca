"""Recent sessions in a few words, as SPEC 48–50 asks."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from memserver.layers.medium_term import compact_recent_sessions, recent_sessions
from tests.unit.kit import Kit


def _session(session_id: str, *said: tuple[str, str], **fields: Any) -> dict[str, Any]:
    return {"id": session_id, "history": [{"role": role, "content": content} for role, content in said], **fields}


def test_nothing_comes_of_nothing() -> None:
    assert compact_recent_sessions(None, "a", 3) == []
    assert compact_recent_sessions([], "a", 3) == []
    assert compact_recent_sessions([_session("b", ("user", "hi"))], "a", 0) == []
    assert compact_recent_sessions([_session("b", ("user", "hi"))], "a", -1) == []


def test_at_most_the_limit_and_five_more_are_kept_in_stored_order() -> None:
    sessions = [_session(f"s{number}", ("user", f"question {number}")) for number in range(20)]
    assert [each.id for each in compact_recent_sessions(sessions, "s1", 2)] == ["s0", *(f"s{n}" for n in range(2, 8))]


def test_the_active_one_and_the_empty_ones_are_skipped() -> None:
    sessions = [
        _session("active", ("user", "now")),
        _session("", ("user", "no id")),
        {"id": "no history"},
        _session("nothing said", ("user", "  "), ("assistant", "")),
        _session("system only", ("system", "be kind")),
        _session("kept", ("assistant", "hello")),
        _session("summary only", ("system", "x"), summary="We talked"),
    ]
    assert [each.id for each in compact_recent_sessions(sessions, "active", 9)] == ["kept", "summary only"]


def test_the_first_question_and_the_end_of_the_last_answer_are_kept() -> None:
    question, answer = "first   question\n" + "가" * 300, "나" * 300 + " the end"
    [kept] = compact_recent_sessions(
        [_session("s", ("user", question), ("assistant", "early"), ("user", "more"), ("assistant", answer))], None, 1
    )
    assert kept.first_user == ("first question " + "가" * 300)[:200]
    assert kept.last_assistant == answer[-200:]
    assert kept.title == kept.first_user[:50]
    assert kept.text == f"{kept.first_user} …\n… {kept.last_assistant}"


def test_what_is_shown_of_a_session_is_not_cut_inside_a_word() -> None:
    said = " ".join(f"word{number:03}" for number in range(60))
    [kept] = compact_recent_sessions([_session("s", ("user", said), ("assistant", said))], None, 1)
    assert (len(kept.first_user), len(kept.last_assistant)) == (200, 200)
    began, ended = kept.text.splitlines()
    assert (began[-9:], ended[:9]) == ("word024 …", "… word035")


def test_a_summary_stands_for_the_session_and_times_are_read() -> None:
    [kept] = compact_recent_sessions(
        [_session("s", ("user", "q"), title="Title", summary="x" * 900, timestamp="2026-05-04T00:00:00Z")], None, 1
    )
    assert (kept.title, len(kept.summary), kept.text) == ("Title", 600, kept.summary)
    assert kept.timestamp == 1777852800000
    [untimed] = compact_recent_sessions([_session("s", ("user", "q"), timestamp="yesterday")], None, 1)
    assert untimed.timestamp == 0


def test_messages_that_the_user_never_saw_are_not_used() -> None:
    session = {
        "id": "s",
        "history": [{"role": "user", "content": "hidden", "internal": True}, {"role": "user", "content": "seen"}],
    }
    [kept] = compact_recent_sessions([session], None, 1)
    assert kept.first_user == "seen"


@given(
    st.lists(st.dictionaries(st.sampled_from(["id", "history", "title", "summary"]), st.text() | st.none())),
    st.integers(),
)
def test_any_sessions_can_be_cut_down(sessions: list[dict[str, Any]], limit: int) -> None:
    for session in sessions:
        session["history"] = [{"role": "user", "content": session.get("history")}]
    assert len(compact_recent_sessions(sessions, None, limit)) <= max(0, limit + 5)


async def _store(kit: Kit, session_id: str, project: str, day: int) -> None:
    record = {"id": session_id, "title": "t", "firstUser": "q", "lastAssistant": "", "summary": "", "timestamp": day}
    columns = {"id": session_id, "project_id": project, "ended_at": f"2026-05-{day:02}T00:00:00.000Z"}
    async with kit.store.database.write() as transaction:
        await kit.store.sessions.put(transaction, columns, record)


async def test_stored_sessions_of_the_project_follow_those_of_the_request(kit: Kit) -> None:
    for session_id, project, day in (
        ("old", "p", 1),
        ("new", "p", 9),
        ("both", "p", 5),
        ("now", "p", 8),
        ("else", "q", 7),
    ):
        await _store(kit, session_id, project, day)
    given = [_session("both", ("user", "from the client"))]
    found = await recent_sessions(kit.store, given, "now", "p", 2)
    assert [each.id for each in found] == ["both", "new", "old"]
    assert found[0].first_user == "from the client"
    assert await recent_sessions(kit.store, given, "now", "p", 0) == []
