from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.citations import check_citations
from memserver.growth.confidence import Band, Confidence, ConfidenceSignals, band_of, judge_confidence
from memserver.growth.escalation import EscalationReason, decide_escalation
from memserver.growth.footer import footer_line, self_check_remark
from memserver.growth.gaps import GapSeverity, detect_gaps
from memserver.growth.hedges import find_hedges
from memserver.growth.judge import Judgement
from memserver.growth.reflection import Reflection, recurrent_misses, reflect
from memserver.growth.requirements import Coverage

NOW = datetime(2025, 4, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Source:
    id: str
    title: str
    path: str | None = None


SOURCES = [
    Source("a", "Retry policy for the payments gateway and what follows"),
    Source("b", "결제 재시도 정책", "docs/payments/retry.md"),
    Source("c", "CI"),
]


class TestHedges:
    @pytest.mark.parametrize(
        ("answer", "count"),
        [
            ("It is 5433.", 0),
            ("It might be 5433, I think.", 2),
            ("아마 5433일 것 같습니다.", 2),
            ("그럴 수도 있고, 확실하지 않습니다.", 2),
            ("Run `maybe` now.\n```\nperhaps = 1\n```\n> probably\nDone.", 0),
            ("> probably\nbut perhaps not", 1),
            ("The mighty unlikelihood of May.", 0),
        ],
    )
    def test_they_are_counted_in_the_answers_own_voice(self, answer: str, count: int) -> None:
        assert len(find_hedges(answer)) == count


class TestCitations:
    @pytest.mark.parametrize(
        ("answer", "cited"),
        [
            ("As [1] says, five times.", ("a",)),
            ("See [1, 2].", ("a", "b")),
            ("See [1–3].", ("a", "b", "c")),
            ("결제 재시도 정책에 따르면 세 번입니다.", ("b",)),
            ("It is in `docs/payments/retry.md`.", ("b",)),
            ("It is in retry.md.", ("b",)),
            ("Sources: [1] Retry policy for the payments g… (2025-03-20)", ("a",)),
            ("Sources: Retry policy for the payments… (2025-03-20)", ("a",)),
            ("RETRY POLICY FOR THE PAYMENTS GATEWAY and what follows", ("a",)),
            ("See [1]-[3].", ("a", "b", "c")),
            ("Five times [1][2].", ("a", "b")),
            ("Five times[1]. Then (as agreed)[3] it stops.", ("a", "c")),
            ("다섯 번[1]입니다.", ("a",)),
            ("According to [1]: five times.", ("a",)),
            ("Five times 【1】【2†source】, ［3］.", ("a", "b", "c")),
            ("Five times [^1], \\[2\\], [출처 3].", ("a", "b", "c")),
            ("xs[1] and [2](https://example.com)", ()),
            ("f()[1] or xs[1][2] = 3, see [the page][1]\n\n[1]: https://example.com", ()),
            ("```\nsee [1]\n```", ()),
            ("A special CI run.", ()),
        ],
    )
    def test_a_source_is_cited_by_number_title_or_path(self, answer: str, cited: tuple[str, ...]) -> None:
        assert check_citations(answer, SOURCES).cited == cited

    @pytest.mark.parametrize(
        ("answer", "unknown"),
        [
            ("See [7].", ("[7]",)),
            ("Five times 【7】.", ("[7]",)),
            ("출처: 【2】 결제 재시도 정책; [1][3]", ()),
            ("Sources: [1] Retry policy; Gartner Report 2024", ("Gartner Report 2024",)),
            ("출처: 없음", ()),
            ("Sources: none", ()),
            ("출처: [2] 결제 재시도 정책 (2024-08-04)", ()),
        ],
    )
    def test_what_was_not_given_is_reported(self, answer: str, unknown: tuple[str, ...]) -> None:
        assert check_citations(answer, SOURCES).unknown == unknown

    @given(st.text())
    def test_any_answer_can_be_checked(self, answer: str) -> None:
        assert set(check_citations(answer, SOURCES).cited) <= {"a", "b", "c"}


class TestConfidence:
    def test_good_evidence_well_used_is_high(self) -> None:
        result = judge_confidence(ConfidenceSignals(chunk_count=5, top_score=0.82, has_citation=True))
        assert result.score >= 90
        assert result.band is Band.HIGH

    def test_doubtful_model_knowledge_is_very_low(self) -> None:
        result = judge_confidence(ConfidenceSignals(hedge_count=2, model_knowledge_only=True))
        assert result.score < 50
        assert result.band is Band.VERY_LOW

    @pytest.mark.parametrize(
        ("score", "band"),
        [(100, "high"), (90, "high"), (89, "medium"), (70, "medium"), (69, "low"), (50, "low"), (49, "very-low")],
    )
    def test_bands(self, score: int, band: str) -> None:
        assert band_of(score) == band

    signals = st.builds(
        ConfidenceSignals,
        chunk_count=st.integers(0, 60),
        top_score=st.floats(0, 1),
        conflict_count=st.integers(0, 9),
        ambiguity_detected=st.booleans(),
        hedge_count=st.integers(0, 30),
        has_citation=st.booleans(),
        unknown_citations=st.integers(0, 9),
        model_knowledge_only=st.booleans(),
        missing_coverage=st.integers(0, 9),
    )

    @given(signals)
    def test_the_parts_add_up_to_the_score(self, given: ConfidenceSignals) -> None:
        result = judge_confidence(given)
        assert result.score == min(100, max(0, sum(result.parts.values())))

    @given(signals)
    def test_more_doubt_never_raises_it(self, given: ConfidenceSignals) -> None:
        score = judge_confidence(given).score
        for worse in (
            replace(given, hedge_count=given.hedge_count + 1),
            replace(given, conflict_count=given.conflict_count + 1),
            replace(given, missing_coverage=given.missing_coverage + 1),
            replace(given, unknown_citations=given.unknown_citations + 1),
            replace(given, model_knowledge_only=True),
            replace(given, ambiguity_detected=True),
        ):
            assert judge_confidence(worse).score <= score


def covered(*missing: str, high_impact: bool = False) -> Coverage:
    return Coverage(ran=True, task_id="t", label="T", missing=missing, high_impact=high_impact)


GOOD = Confidence(95, Band.HIGH)
BAD = Confidence(20, Band.VERY_LOW)


class TestEscalation:
    def test_a_good_answer_needs_nobody(self) -> None:
        assert decide_escalation(GOOD, covered("owner"), ["LOW", "MEDIUM"]) is None

    def test_each_reason_is_named(self) -> None:
        result = decide_escalation(BAD, covered("rollback", high_impact=True), ["HIGH"])
        assert result is not None
        assert result.reasons == tuple(EscalationReason)


class TestGaps:
    @pytest.mark.parametrize(
        ("coverage", "chunks", "severity", "weak"),
        [
            (covered(), 3, GapSeverity.NONE, False),
            (covered(), 0, GapSeverity.LOW, True),
            (covered("a"), 3, GapSeverity.MEDIUM, False),
            (covered("a", "b", "c"), 3, GapSeverity.HIGH, False),
            (covered("a", high_impact=True), 0, GapSeverity.HIGH, True),
            (Coverage(ran=False), 0, GapSeverity.LOW, True),
        ],
    )
    def test_severity(self, coverage: Coverage, chunks: int, severity: GapSeverity, weak: bool) -> None:
        report = detect_gaps(coverage, chunks)
        assert (report.severity, report.weak_grounding) == (severity, weak)


class TestFooter:
    def test_a_dispute_is_no_contradiction_between_sources(self) -> None:
        disputed = decide_escalation(GOOD, covered(), ["HIGH"])
        line = footer_line(GOOD, "en", given=1, cited=1, escalation=disputed)
        assert line.endswith("please have it reviewed (a source is in dispute)")

    def test_it_says_what_matters_on_one_line(self) -> None:
        line = footer_line(
            BAD,
            "en",
            given=5,
            cited=2,
            missing_labels=("Owner", "Deadline", "Agenda", "Date"),
            unknown_citations=("[7]",),
            escalation=decide_escalation(BAD, covered()),
        )
        assert line == (
            "Confidence 20/100 (very low) · 2 of 5 sources cited · cites sources that were not given: [7] · "
            "missing: Owner, Deadline, Agenda and 1 more · please have it reviewed (very low confidence)"
        )

    def test_it_speaks_korean(self) -> None:
        assert footer_line(GOOD, "ko", given=0, cited=0) == "신뢰도 95/100 (높음) · 저장된 출처 없음"

    def test_the_self_check_adds_its_verdict_and_its_failure_nothing(self) -> None:
        verdict = Judgement(ran=True, answered=True, grounded=False, contradiction=True)
        assert "not supported" in self_check_remark(verdict, "en")
        assert self_check_remark(Judgement(ran=False, error="timeout"), "en") == ""

    def test_nothing_quoted_breaks_the_line(self) -> None:
        line = footer_line(GOOD, "en", given=1, cited=0, unknown_citations=("a\n[MEMORY CONTEXT]\nb",))
        assert "\n" not in line


def record(*missing: str, task_id: str | None = "t", prompt: str = "write " * 100) -> Reflection:
    coverage = Coverage(ran=task_id is not None, task_id=task_id, label="T", missing=missing)
    return reflect(
        time=NOW,
        prompt=prompt,
        confidence=GOOD,
        coverage=coverage,
        gaps=detect_gaps(coverage, 2),
        escalated=False,
        retrieval_count=2,
        top_score=0.7,
    )


class TestReflection:
    def test_the_preview_is_short(self) -> None:
        assert len(record().prompt_preview) <= 120

    def test_the_preview_holds_no_secret_not_even_half_of_one(self) -> None:
        key = "sk-ant-api03-" + "a" * 95
        preview = record(prompt=f"{'please ' * 15}use {key} to deploy").prompt_preview
        assert "sk-ant" not in preview
        assert "[redacted" in preview

    def test_elements_missed_three_times_are_recurrent(self) -> None:
        records = [
            record("owner", "date"),
            record("owner", "deadline"),
            record("owner", "deadline"),
            record("deadline"),
        ]
        assert recurrent_misses(records, "t", 3) == ("deadline", "owner")
        assert recurrent_misses(records, "t", 4) == ()

    def test_other_tasks_do_not_count(self) -> None:
        records = [record("owner"), record("owner"), record("owner", task_id="other"), record("owner", task_id=None)]
        assert recurrent_misses(records, "t", 3) == ()
        assert recurrent_misses(records, None) == ()
