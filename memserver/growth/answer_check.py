"""Holds an answer against the passages that it was given, statement by statement: what contradicts, with both quotes.

True or silent: a finding needs a sentence of a source that speaks of the same thing in the same scope, and a value,
name, choice or stance in it that cannot stand beside the answer's. What a source also says, what follows from it, what
the user said and what is only an example is never a finding. Bounded: nobody waits long for a footer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memserver.growth.answer_comparison import Comparison, Finding
from memserver.growth.answer_statements import sentences_of, statements_of

MOST_FINDINGS = 5


@dataclass(frozen=True, slots=True)
class AnswerCheck:
    """What was found: contradictions, and how many statements a source bears out in values or words."""

    contradictions: tuple[Finding, ...] = ()
    supported: int = 0
    unknown: int = 0


def check_answer(answer: str, sources: Sequence[str], prompt: str = "") -> AnswerCheck:
    """Compare an answer with the texts of its sources, in the order of their numbers."""
    statements, sentences = statements_of(answer), sentences_of(sources)
    if not statements or not sentences:
        return AnswerCheck(unknown=len(statements))
    comparison = Comparison(answer, prompt, statements, sentences)
    found: list[Finding] = []
    supported = 0
    for statement in statements:
        finding = comparison.contradiction(statement)
        if finding is not None:
            found.append(finding)
        elif comparison.is_borne_out(statement):
            supported += 1
    unknown = len(statements) - len(found) - supported
    return AnswerCheck(tuple(found[:MOST_FINDINGS]), supported, unknown)
