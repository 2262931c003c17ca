"""Proposals are files a person decides on: readable, repeatable, and never written over once edited."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from memserver.knowledge.ignore import IgnoreRules
from memserver.knowledge.proposals import Proposal, Proposals
from tests.unit.kit import StillClock

PROPOSAL = Proposal("research", "환불 정책", "환불 정책은 어디에 있나", "추정: 14일.", ("notes/policy.md",))


def test_a_proposal_says_where_it_comes_from(tmp_path: Path) -> None:
    path = Proposals(tmp_path, StillClock()).write(PROPOSAL)
    text = path.read_text(encoding="utf-8")
    assert path == tmp_path / "proposals/research/환불-정책.md"
    assert "origin: research" in text
    assert "- notes/policy.md" in text
    assert text.endswith("# 환불 정책은 어디에 있나\n\n추정: 14일.\n")


def test_the_same_proposal_again_leaves_the_file_alone(tmp_path: Path) -> None:
    clock = StillClock()
    proposals = Proposals(tmp_path, clock)
    before = proposals.write(PROPOSAL).read_bytes()
    clock.advance(days=1)
    assert proposals.write(PROPOSAL).read_bytes() == before


def test_a_newer_one_replaces_what_nobody_edited(tmp_path: Path) -> None:
    proposals = Proposals(tmp_path, StillClock())
    first = proposals.write(PROPOSAL)
    second = proposals.write(Proposal("research", "환불 정책", "환불 정책은 어디에 있나", "추정: 30일."))
    assert second == first
    assert "30일" in second.read_text(encoding="utf-8")


def test_what_a_person_edited_stays_and_the_newer_one_goes_beside_it(tmp_path: Path) -> None:
    proposals = Proposals(tmp_path, StillClock())
    first = proposals.write(PROPOSAL)
    first.write_text(first.read_text(encoding="utf-8") + "확인함.\n", encoding="utf-8")
    second = proposals.write(PROPOSAL)
    assert second != first
    assert first.read_text(encoding="utf-8").endswith("확인함.\n")


def test_a_draft_of_another_question_stays_though_the_name_is_the_same(tmp_path: Path) -> None:
    proposals = Proposals(tmp_path, StillClock())
    one = proposals.write(replace(PROPOSAL, item="need_1"))
    other = proposals.write(replace(PROPOSAL, body="추정: 30일.", item="need_2"))
    assert (one.name, other.name) == ("환불-정책.md", "환불-정책-2.md")
    assert "14일" in one.read_text(encoding="utf-8")
    assert proposals.write(replace(PROPOSAL, body="추정: 60일.", item="need_1")) == one


def test_a_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    path = Proposals(tmp_path, StillClock()).write(Proposal("map", "../../escape", "t", "b"))
    assert path.resolve().is_relative_to(tmp_path / "proposals/map")


def test_proposals_are_not_read_as_knowledge(tmp_path: Path) -> None:
    assert IgnoreRules(str(tmp_path)).ignores_folder("proposals")
