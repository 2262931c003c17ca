"""Takes an answer and its sources apart for comparing: statements, what each of them cites, and how near two are.

Owns what counts as a statement of the answer and to which sources it is bound. It judges nothing. Code, list numbers
and citation marks are no part of a statement.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from memserver.claims.claim import Claim, claim_of
from memserver.claims.tokens import Token, tokens_of
from memserver.growth.answer_arithmetic import any_agrees
from memserver.growth.answer_values import quantities
from memserver.growth.citations import cited_numbers, without_marks
from memserver.text.sentences import split_sentences, without_code
from memserver.text.stems import english_stem

# An answer is compared after it was given, but somebody may wait for its footer: what is read is bounded.
MOST_STATEMENTS = 40
MOST_SOURCES = 24
MOST_SENTENCES = 100
SOURCE_CHARACTERS = 4_000
ANSWER_CHARACTERS = 12_000
SENTENCE_CHARACTERS = 600
# Korean words are compared by their beginning: endings change with the speaker.
_KOREAN_BEGINNING = 2
_PROMPT_WEIGHT, _VALUE_WEIGHT = 0.5, 1.0
_TERSE = 2
# Words that turn a statement around and are not what it speaks of.
_NO_SUBJECT = frozenset({"nev", "never", "always", "whatev", "없습", "없다", "있습", "있다", "해요", "합니", "됩니"})
_RAREST, _LEAST_WEIGHT = 0.5, 0.3
_IRREGULAR = {
    "sent": "send", "kept": "keep", "gave": "give", "given": "give", "written": "write", "wrote": "write",
    "paid": "pay", "held": "hold", "built": "build", "lost": "lose", "shown": "show", "seen": "see", "read": "read",
    "made": "make", "taken": "take", "took": "take", "got": "get", "went": "go", "left": "leave", "bought": "buy",
    "sold": "sell", "told": "tell", "found": "find", "chosen": "choose", "broken": "break", "thrown": "throw",
}  # fmt: skip
# A full stop inside a name or a bullet says nothing.
_LABEL = re.compile(r"^\s*(?:\d{1,2}[.)]|\(?\d{1,2}\)|[-*•·]|[a-z]\))\s+", re.MULTILINE)


@dataclass(frozen=True)
class Statement:
    """One sentence: of an answer, with the numbers of the sources it is bound to, or of a source, with its number."""

    text: str
    sources: frozenset[int]

    @cached_property
    def claim(self) -> Claim:
        """Its claim, which also says in which scope it holds."""
        return claim_of(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """What it speaks of: its content without values."""
        return content_words(self.text)


@lru_cache(maxsize=2_048)
def content_words(text: str) -> frozenset[str]:
    """Return what a text speaks of: its words in the form in which they are compared, without values."""
    return frozenset(subject_words(text))


def subject_words(text: str) -> list[str]:
    """Return the same in order, as often as they stand there."""
    found = (subject_key(token) for token in tokens_of(text) if token.kind not in {"stop", "value"})
    return [word for word in found if word not in _NO_SUBJECT]


def subject_key(token: Token) -> str:
    """Return the form in which a word is compared between an answer and a source."""
    key = token.key
    if "가" <= key[:1] <= "힣":
        return key[:_KOREAN_BEGINNING]
    return word_stem(key) if key in _IRREGULAR else key


def word_stem(word: str) -> str:
    """Return the stem of an English word in lower case, of common irregular verbs as well."""
    return english_stem(_IRREGULAR.get(word, word))


def statements_of(answer: str) -> list[Statement]:
    """Return the statements of an answer; one without a mark of its own has those of its paragraph."""
    found: list[Statement] = []
    for paragraph in re.split(r"\n\s*\n", without_code(answer[:ANSWER_CHARACTERS])):
        whole = cited_numbers(paragraph)
        for sentence in _parts(_LABEL.sub("", paragraph)):
            numbers = cited_numbers(sentence) or whole
            text = without_marks(sentence).strip()
            if any(sign.isalnum() for sign in text):
                found.append(Statement(text[:SENTENCE_CHARACTERS], frozenset(numbers)))
            if len(found) >= MOST_STATEMENTS:
                return found
    return found


def _parts(text: str) -> Iterator[str]:
    for sentence in split_sentences(text):
        yield from sentence.split("; ")


def sentences_of(sources: Sequence[str]) -> list[Statement]:
    """Return the sentences of the sources, each with the number of its source."""
    found: list[Statement] = []
    for number, text in enumerate(sources[:MOST_SOURCES], 1):
        for sentence in split_sentences(text[:SOURCE_CHARACTERS]):
            # One word is a heading; it says nothing.
            if " " in sentence:
                found.append(Statement(sentence[:SENTENCE_CHARACTERS], frozenset({number})))
            if len(found) >= MOST_SENTENCES:
                return found
    return found


class Nearness:
    """How near a statement of the answer is to a sentence of a source, by the words that both speak of."""

    def __init__(self, sentences: Sequence[Statement], prompt: str) -> None:
        self.prompt = Statement(prompt[:SENTENCE_CHARACTERS], frozenset())
        counts = Counter(word for sentence in sentences for word in sentence.words)
        self._wholes: dict[str, float] = {}
        self._weights: Mapping[str, float] = {
            word: max(_LEAST_WEIGHT, math.log((len(sentences) + 1) / (count + _RAREST)))
            for word, count in counts.items()
        }

    def of(self, statement: Statement, sentence: Statement, without: frozenset[str] = frozenset()) -> tuple[float, int]:
        """Return the share of the sentence that the statement speaks of, and how many words that are.

        What the question named need not be said again: its words count half. `without` are words that are in doubt.
        """
        shared = (statement.words & sentence.words) - without
        if not shared and len(statement.words) > _TERSE and not quantities(statement.text):
            return 0.0, 0
        asked = (self.prompt.words & sentence.words) - shared - without
        values = sum(any_agrees(value, quantities(sentence.text)) for value in quantities(statement.text))
        said = self.weight(shared) + _PROMPT_WEIGHT * self.weight(asked) + _VALUE_WEIGHT * values
        whole = min(self._whole(sentence), self._whole(statement) + 1.0)
        # A statement of a word or two leaves its subject to the question.
        terse = len(statement.words) <= _TERSE
        return (said / whole if whole else 0.0), len(shared) + values + (len(asked) if shared or terse else 0)

    def _whole(self, sentence: Statement) -> float:
        found = self._wholes.get(sentence.text)
        if found is None:
            found = self._wholes[sentence.text] = self.weight(sentence.words)
        return found

    def weight(self, words: Iterable[str]) -> float:
        """Return how much some words say among these sources."""
        return sum(self._weights.get(word, 0.0) for word in words)
