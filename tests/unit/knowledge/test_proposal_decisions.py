"""Decisions about proposals: accepted files become notes, nothing a person wrote is lost, paths stay inside."""

from __future__ import annotations

from pathlib import Path

import pytest

from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.knowledge.front_matter import parse_front_matter
from memserver.knowledge.proposal_decisions import ProposalDecisions, ProposalFile
from memserver.knowledge.proposals import Proposal, Proposals
from tests.unit.kit import StillClock


@pytest.fixture
def proposals(tmp_path: Path) -> Proposals:
    return Proposals(tmp_path, StillClock())


@pytest.fixture
def decisions(tmp_path: Path) -> ProposalDecisions:
    return ProposalDecisions(tmp_path, StillClock())


def write(proposals: Proposals, body: str = "The owner is Mina.", name: str = "담당자는 누구?") -> Path:
    return proposals.write(Proposal("research", name, "Who owns it?", body, ["mem_1"], "learn_1"))


def accept(decisions: ProposalDecisions, proposal: ProposalFile) -> str:
    note = decisions.accept(proposal, "Mina", proposal.body)
    decisions.remove(proposal)
    return note


def test_a_proposal_is_listed_as_it_was_written(proposals: Proposals, decisions: ProposalDecisions) -> None:
    write(proposals)
    [found] = decisions.all()
    assert found.path == "proposals/research/담당자는-누구.md"
    assert (found.title, found.origin, found.status, found.item) == ("Who owns it?", "research", "proposed", "learn_1")
    assert (found.evidence, found.edited) == (("mem_1",), False)


def test_an_accepted_proposal_is_a_note_with_its_provenance(
    tmp_path: Path, proposals: Proposals, decisions: ProposalDecisions
) -> None:
    path = write(proposals)
    note = accept(decisions, decisions.all()[0])
    text = (tmp_path / note).read_text(encoding="utf-8")
    head = parse_front_matter(text)
    assert note == "knowledge/담당자는-누구.md"
    assert "The owner is Mina." in text
    assert (head.text("status"), head.text("accepted_by"), head.text("date")) == ("accepted", "Mina", "2026-05-04")
    assert (head.text("item"), head.texts("evidence")) == ("learn_1", ("mem_1",))
    assert not path.exists()


def test_what_a_person_wrote_into_it_is_what_becomes_knowledge(
    tmp_path: Path, proposals: Proposals, decisions: ProposalDecisions
) -> None:
    path = write(proposals)
    path.write_text(path.read_text(encoding="utf-8") + "\nAnd Joon stands in. 준이 대신한다.\n", encoding="utf-8")
    [found] = decisions.all()
    assert found.edited
    assert "준이 대신한다." in (tmp_path / accept(decisions, found)).read_text(encoding="utf-8")


def test_a_proposal_changed_in_between_is_left(proposals: Proposals, decisions: ProposalDecisions) -> None:
    path = write(proposals)
    [found] = decisions.all()
    decisions.accept(found, "Mina", found.body)
    path.write_text(path.read_text(encoding="utf-8") + "one more line\n", encoding="utf-8")
    assert not decisions.remove(found)
    assert "one more line" in path.read_text(encoding="utf-8")


def test_a_note_of_the_same_name_is_never_written_over(
    tmp_path: Path, proposals: Proposals, decisions: ProposalDecisions
) -> None:
    own = tmp_path / "knowledge" / "담당자는-누구.md"
    own.parent.mkdir()
    own.write_text("my own note", encoding="utf-8")
    write(proposals)
    assert accept(decisions, decisions.all()[0]) == "knowledge/담당자는-누구-2.md"
    assert own.read_text(encoding="utf-8") == "my own note"


def test_accepting_again_after_an_interruption_makes_no_second_note(
    proposals: Proposals, decisions: ProposalDecisions
) -> None:
    write(proposals)
    [found] = decisions.all()
    first = decisions.accept(found, "Mina", found.body)
    assert decisions.accept(found, "Mina", found.body) == first


def test_a_rejected_proposal_says_so_and_is_not_proposed_again(
    proposals: Proposals, decisions: ProposalDecisions
) -> None:
    path = write(proposals)
    rejected = decisions.reject(decisions.all()[0].path, "Joon", "not ours")
    assert (rejected.status, rejected.head["rejected_by"], rejected.head["note"]) == ("rejected", "Joon", "not ours")
    assert write(proposals) == path
    assert decisions.all()[0].status == "rejected"
    with pytest.raises(Conflict):
        decisions.accept(decisions.all()[0], "Mina", "x")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.md",
        "knowledge/x.md",
        "/etc/passwd",
        "proposals/../x.md",
        "proposals/a.txt",
        "proposals/\0.md",
        "proposals/" + "a" * 5_000 + ".md",
    ],
)
def test_only_files_among_the_proposals_can_be_named(decisions: ProposalDecisions, path: str) -> None:
    with pytest.raises(InvalidParams):
        decisions.get(path)


def test_a_link_out_of_the_folder_is_no_proposal(
    tmp_path: Path, proposals: Proposals, decisions: ProposalDecisions
) -> None:
    write(proposals)
    outside = tmp_path / "outside.md"
    outside.write_text("secret", encoding="utf-8")
    (tmp_path / "proposals" / "link.md").symlink_to(outside)
    assert len(decisions.all()) == 1
    with pytest.raises(InvalidParams):
        decisions.get("proposals/link.md")


def test_a_proposal_that_is_gone(decisions: ProposalDecisions) -> None:
    assert decisions.all() == []
    with pytest.raises(NotFound):
        decisions.get("proposals/research/nothing.md")
