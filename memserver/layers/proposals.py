"""Proposals of the assistant that the user accepted: only the acceptance makes them facts.

Owns matching a user's short reply ("yes, do that", "그렇게 하자", "In Redis.") with what the assistant proposed or
asked just before. An errand ("shall I run the tests?") is no decision, and an answer with a "but" accepts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memserver.claims.texts import claims_in
from memserver.layers.atomic_fact import AtomicFact, find_entities
from memserver.layers.conversation import SessionMessage
from memserver.layers.extraction_patterns import Language
from memserver.layers.extraction_patterns_en import ENGLISH
from memserver.layers.extraction_patterns_ko import KOREAN
from memserver.model import Category, FactType, Layer
from memserver.text.sentences import split_sentences

ACCEPTED_CONFIDENCE = 0.7
LONGEST_REPLY = 60
LONGEST_CHOICE_WORDS = 5
# A proposal this short ("I'd lean towards Zod.") needs the sentence before it to be understood.
SELF_CONTAINED_WORDS = 8

_HANGUL = re.compile(r"[가-힣]")
_ALTERNATIVES = re.compile(
    r"\bor\b|(?:할|을|일|릴|쓸|갈|둘|될)까요.*(?:할|을|일|릴|쓸|갈|둘|될)까요|[가-힣A-Za-z](?:이나|나"
    r"|랑|아니면)\s.*까요|중(?:에|에서)?\s",
    re.IGNORECASE,
)


# "S3 please", "S3로 가죠": only the thing chosen counts.
_POLITE_END = re.compile(
    r"[,\s]*\bplease\b[.!]*$|(?:으로|로)\s?(?:가죠|하죠|가자|하자|해요|할게요|갑시다|합시다"
    r"|해\s?주세요|해\s?줘|부탁해요|부탁드려요)[.!]*$"
)


def accepted_proposals(messages: Sequence[SessionMessage]) -> Iterator[AtomicFact]:
    """Yield a decision for every proposal that the next message of the user accepts."""
    for index in range(1, len(messages)):
        reply, proposal = messages[index], messages[index - 1]
        if reply.role != "user" or proposal.role != "assistant":
            continue
        text = reply.content.strip()
        if not text or len(text) > LONGEST_REPLY or "?" in text:
            continue
        language = KOREAN if _HANGUL.search(proposal.content) else ENGLISH
        sentences = split_sentences(proposal.content)
        content = _accepted(text, sentences, language) or _chosen(text, sentences, language)
        if content:
            yield AtomicFact(
                content,
                FactType.DECISION,
                Category.DECISION,
                ACCEPTED_CONFIDENCE,
                find_entities(content),
                Layer.PROJECT,
                index,
            )


def _accepted(reply: str, sentences: list[str], language: Language) -> str | None:
    spoken = KOREAN if _HANGUL.search(reply) else ENGLISH
    if not spoken.accepts.match(reply) or spoken.declines.search(reply):
        return None
    for position in range(len(sentences) - 1, -1, -1):
        sentence = sentences[position]
        if language.proposes.search(sentence):
            if language.chore.search(sentence):
                return None
            start = position - 1 if position and len(sentence.split()) < SELF_CONTAINED_WORDS else position
            return _framed(" ".join(sentences[start : position + 1]), language, "accepted")
    return None


def _chosen(reply: str, sentences: list[str], language: Language) -> str | None:
    """Match a short answer with the question that offered it."""
    if not sentences or len(reply.split()) > LONGEST_CHOICE_WORDS:
        return None
    question = sentences[-1]
    if "?" not in question or not _ALTERNATIVES.search(question):
        return None
    spoken = KOREAN if _HANGUL.search(reply) else ENGLISH
    if spoken.declines.search(reply):
        return None
    answer = _words(_POLITE_END.sub("", reply))
    if not answer or not answer <= _words(question):
        return None
    return _framed(question, language, "chosen", reply.strip(" .!"))


def _words(text: str) -> frozenset[str]:
    """Return what a text speaks of."""
    return frozenset().union(*(claim.content for claim in claims_in(text)))


def _framed(proposal: str, language: Language, kind: str, answer: str = "") -> str:
    proposal = proposal.strip()
    if language is KOREAN:
        if kind == "accepted":
            return f"사용자가 받아들인 제안: {proposal}"
        return f"사용자의 선택은 '{answer}'이다. 물음: {proposal}"
    if kind == "accepted":
        return f"The user accepted this proposal of the assistant: {proposal}"
    return f"The user chose '{answer}' when asked: {proposal}"
