"""What a prompt names is looked up and there; what nothing stored mentions is missing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memserver.clock import to_iso
from memserver.ids import new_id
from memserver.model import Provenance, RelatedFile
from memserver.retrieval.named import MAX_PASSAGES, Named, find_named
from memserver.retrieval.postings import PostingKeeper
from memserver.storage.files import FileRecord
from memserver.storage.passages import NewPassage, Visibility
from memserver.storage.searched_records import SearchedRecord
from memserver.text.indexed_words import FileNames
from memserver.text.terms import index_terms, query_terms
from tests.unit.kit import START, Kit, disagreements, open_kit

BRAIN = "/brain"
COMMIT = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d"
SEEN = Visibility(("",), BRAIN, to_iso(START))


async def note(kit: Kit, path: str, text: str, **front: list[str]) -> None:
    async with kit.store.database.write() as transaction:
        record = FileRecord(new_id("file", START), path, path, 1, 1, "", {"front": front})
        number = await kit.store.files.put(transaction, BRAIN, record, to_iso(START))
        passage = NewPassage(0, path, text, FileNames(path, path, (), front).terms(path, 0, text), 9, korean=False)
        await kit.store.passages.add(transaction, [(None, number, [passage])])


def related(*paths: str) -> tuple[RelatedFile, ...]:
    return tuple(RelatedFile(path, "", 1, 1) for path in paths)


async def find(kit: Kit, prompt: str, visibility: Visibility = SEEN) -> tuple[list[str], Named]:
    """Return the texts that a prompt names; with the postings of a search and without them it must be the same."""
    found = await find_named(kit.store, prompt, visibility)
    postings, _ = await PostingKeeper(kit.store.passages).of(query_terms(prompt))
    assert await find_named(kit.store, prompt, visibility, postings) == found
    texts = dict(await kit.rows("SELECT id, text FROM passages"))
    return [texts[passage] for passage in found.passages], found


@pytest.fixture
async def kit(tmp_path: Path) -> AsyncIterator[Kit]:
    async with open_kit(tmp_path) as kit:
        await kit.add("The refund job was fixed in PAY-481.", external_id="D1:2")
        await kit.add("PAY-4810 is about invoices.")
        await kit.add("481 customers pay late.")
        await kit.add("We follow ADR-0007 for logging.")
        await kit.add("Issue #12 was closed; 13 remain.")
        await kit.add("The cache was introduced in 1a2b3c4d5e.")
        await kit.add("We keep two replicas.", provenance=Provenance(git_commit=COMMIT))
        await kit.add("build_index reads every page; rebuild_index does not.")
        await kit.add("The parser gives up after three errors.", related_files=related("/p/src/app/Parser.py"))
        await kit.add("The other parser never gives up.", related_files=related("/p/lib/parser.py", "/p/lib/other.py"))
        await kit.add("A note on parser.py in general.")
        await note(kit, "ops/deploy.md", "Deploy on Thursday.")
        await note(kit, "web/deploy.md", "Deploy by hand.")
        await note(kit, "plan.md", "Replace the depot.", issue=["DEP-77"])
        yield kit


@pytest.mark.parametrize(
    ("prompt", "texts"),
    [
        ("What is the status of PAY-481?", ["The refund job was fixed in PAY-481."]),
        ("PAY-481은 어떻게 됐어?", ["The refund job was fixed in PAY-481."]),
        ("what does ADR 7 say?", ["We follow ADR-0007 for logging."]),
        ("was #12 closed?", ["Issue #12 was closed; 13 remain."]),
        ("what came with 1a2b3c4?", ["We keep two replicas.", "The cache was introduced in 1a2b3c4d5e."]),
        (f"what came with {COMMIT}?", ["We keep two replicas.", "The cache was introduced in 1a2b3c4d5e."]),
        ("how does build_index work?", ["build_index reads every page; rebuild_index does not."]),
        ("see D1:2.", ["The refund job was fixed in PAY-481."]),
        ("what of src/app/parser.py?", ["The parser gives up after three errors."]),
        ("what of /p/lib/parser.py?", ["The other parser never gives up."]),
        ("what of parser.py?", ["The other parser never gives up.", "The parser gives up after three errors.",
                                "A note on parser.py in general."]),
        ("read web/deploy.md", ["Deploy by hand."]),
        ("read C:\\brain\\ops\\deploy.md", ["Deploy on Thursday."]),
        ("read deploy.md", ["Deploy by hand.", "Deploy on Thursday."]),
        ("what is planned for DEP-77?", ["Replace the depot."]),
        ("When do we deploy?", []),
        ("read nothing.md", []),
    ],
)  # fmt: skip
async def test_what_is_named_is_there(kit: Kit, prompt: str, texts: list[str]) -> None:
    found, named = await find(kit, prompt)
    assert (found, named.missing, named.only_names) == (texts, (), False)


async def test_what_more_names_lead_to_comes_first(kit: Kit) -> None:
    found, _ = await find(kit, "Does PAY-481 (D1:2) touch build_index?")
    assert found == [
        "The refund job was fixed in PAY-481.", "build_index reads every page; rebuild_index does not.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("prompt", "missing", "only"),
    [
        ("What is the status of PAY-999?", ("PAY-999",), True),
        ("PAY-999 상태 알려줘", ("PAY-999",), True),
        ("PAY-999: how long do we keep replicas?", ("PAY-999",), False),
        ("How do PAY-481 and PAY-999 differ?", ("PAY-999",), False),
        ("what is in 9f8e7d6c?", ("9f8e7d6c",), True),
        ("what about #481?", ("#481",), True),
        ("find mem_01m7r5s1t7ctd5jpwq4rqd", ("mem_01m7r5s1t7ctd5jpwq4rqd",), True),
        ("how does unknown_symbol work?", (), False),
    ],
)
async def test_what_nothing_mentions_is_missing(
    kit: Kit, prompt: str, missing: tuple[str, ...], only: bool
) -> None:  # fmt: skip
    _, named = await find(kit, prompt)
    assert (named.missing, named.only_names) == (missing, only)


async def test_what_may_not_be_seen_is_not_named(kit: Kit) -> None:
    elsewhere = Visibility(("another",), None, to_iso(START))
    assert await find(kit, "status of PAY-481", elsewhere) == ([], Named((), ("PAY-481",), True))
    assert await find(kit, "read deploy.md", elsewhere) == ([], Named())
    before = Visibility(("",), BRAIN, to_iso(START), as_of="2026-01-01T00:00:00.000Z")
    assert (await find(kit, "status of PAY-481", before))[1].only_names


async def test_a_memory_is_named_by_its_id(kit: Kit) -> None:
    [[memory_id]] = await kit.rows("SELECT id FROM memories WHERE content LIKE 'We keep%'")
    assert (await find(kit, f"Is {memory_id} still right?"))[0] == ["We keep two replicas."]


async def test_a_ticket_that_only_a_record_of_the_tiers_mentions_is_not_missing(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        async with kit.store.database.write() as transaction:
            await kit.store.tier_texts.put(
                transaction, "decisions", "d1", "", "We chose Kafka for OPS-5.", "chose kafka ops 5", None
            )
        assert (await find_named(kit.store, "status of OPS-5?", SEEN)).missing == ()
        assert (await find_named(kit.store, "status of OPS-55?", SEEN)).missing == ("OPS-55",)


async def test_records_are_named_by_their_id_and_what_they_mention_as_of_their_moment(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        text = "Kafka for the queue, see OPS-5"
        passage = NewPassage(0, "", text, " ".join(index_terms(text)), 9, korean=False)
        decision = SearchedRecord(
            "decisions", "dec_01m7r5s1t7ctd5jpwq4rqd", "Queue", to_iso(START), None, (), (passage,)
        )
        async with kit.store.database.write() as transaction:
            await kit.store.searched.put(transaction, decision, "")
        seen = replace(SEEN, records=("decisions",))
        assert (await find(kit, "status of OPS-5?", seen))[0] == [text]
        assert (await find(kit, "what of dec_01m7r5s1t7ctd5jpwq4rqd?", seen))[0] == [text]
        assert await find(kit, "status of OPS-5?", replace(seen, records=())) == ([], Named((), ("OPS-5",), True))
        assert (await find(kit, "status of OPS-5?", replace(seen, as_of="2026-01-01T00:00:00.000Z")))[1].only_names


async def test_of_many_the_newest_are_named_and_files_follow_their_memory(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for number in range(50):
            await kit.add(f"Statement {number} on AB-1.", related_files=related(f"/p/src/main.py{number % 2}"))
        texts, _ = await find(kit, "AB-1")
        assert texts == [f"Statement {number} on AB-1." for number in range(49, 49 - MAX_PASSAGES, -1)]
        assert await disagreements(kit) == []
        async with kit.store.database.write() as transaction:
            await transaction.run("UPDATE memories SET related_files = '[]' WHERE content LIKE 'Statement 1%'")
            await transaction.run("DELETE FROM memories WHERE content LIKE 'Statement 2%'")
        assert await disagreements(kit) == []


WORDS = st.sampled_from(
    ["cache", "retry", "build_index", "parseLine", "PAY-1", "PAY-12", "#1", "#12", "a1b2c3d", "12", "pay"]
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.lists(WORDS, min_size=1, max_size=5), min_size=1, max_size=6), asked=WORDS)
async def test_a_name_leads_to_just_the_texts_that_hold_it(
    tmp_path_factory: pytest.TempPathFactory, texts: Sequence[Sequence[str]], asked: str
) -> None:
    async with open_kit(tmp_path_factory.mktemp("held")) as kit:
        for number, each in enumerate(texts):
            await kit.add(f"Note {number}: {' or '.join(each)}.")
        found, named = await find(kit, f"what of {asked} then")
        is_name = not asked.isalnum() or asked in {"parseLine", "a1b2c3d"}
        holding = {number for number, each in enumerate(texts) if asked in each and is_name}
        assert {int(text.split(":")[0].split()[1]) for text in found} == holding
        assert bool(named.missing) == (not holding and asked[0] in "P#a")
