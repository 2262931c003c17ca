"""Finds what of a source cannot stand beside a statement of an answer: by value, name, choice, permission, negation.

Owns how near two sentences must be for each kind of difference. `answer_check` asks it statement by statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memserver.claims.claim import in_other_scopes
from memserver.growth.answer_arithmetic import any_agrees, derivable, within
from memserver.growth.answer_names import Name, choices, is_heading, lower_words, names, says_default, words_of
from memserver.growth.answer_periods import in_other_periods, outside_period
from memserver.growth.answer_stance import act_of, denied_verb, excluding, has_exception, negates, replied, stance
from memserver.growth.answer_statements import Nearness, Statement
from memserver.growth.answer_values import Quantity, quantities
from memserver.growth.answer_wording import is_derived, is_example, is_past, is_question, left_behind, speaks_of_an_end

Code = Literal["value", "name", "choice", "permission", "negation"]
QUOTE_CHARACTERS = 120
# How much of a source's sentence a statement must speak of, for each kind of difference.
LEAST_NEAR, MOST_PAIRS = 0.15, 8
FOR_VALUE, FOR_NAME, FOR_NEGATION, FOR_STANCE, FOR_ONE_WORD = 0.3, 0.3, 0.3, 0.45, 0.5
AT_LEAST_SHARED = 2
# How much of what is allowed or forbidden a sentence must speak of, and how much of what any source knows of it.
OF_ACT, OF_KNOWN_ACT = 0.5, 0.75
# A sentence that has the answer's own value speaks for it unless another is so much nearer.
NEARER = 0.15
_LEAST_BACKING = 0.01
# Measures in which much is told.
_TELLING = 4
IDENTIFIERS = frozenset({"path", "location", "flag", "constant", "address", "channel"})
_COMMON = frozenset({"span", "times", "people"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One contradiction: what kind, between which words, in which quotes, and of which source (from 1)."""

    code: Code
    source: int
    answer: str
    says: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Pair:
    """A statement of the answer and a sentence of a source: how near they are, and by how many words and values."""

    statement: Statement
    sentence: Statement
    near: float
    shared: int

    @property
    def is_close(self) -> bool:
        """Say whether both speak of the same: of two words, or of all that a short statement speaks of."""
        return self.shared >= AT_LEAST_SHARED or (
            bool(self.statement.words) and self.near >= FOR_ONE_WORD and self.statement.words <= self.sentence.words
        )


class Comparison:
    """Compares the statements of one answer with the sentences of its sources."""

    def __init__(
        self, answer: str, prompt: str, statements: Sequence[Statement], sentences: Sequence[Statement]
    ) -> None:
        self._prompt = prompt
        self._found: dict[Statement, list[Pair]] = {}
        self._first = statements[0]
        self._sentences = sentences
        self._nearness = Nearness(sentences, prompt)
        self._asked = quantities(prompt)
        self._asked_names = {name.key for name in names(prompt)}
        self._said = [value for statement in statements for value in quantities(statement.text)]
        self._answer = answer.casefold()
        self._common = lower_words([each.text for each in (*statements, *sentences)] + [prompt])
        self._choices = choices(" \n".join(sentence.text for sentence in sentences))

    def contradiction(self, statement: Statement) -> Finding | None:
        """Return the plainest contradiction of a statement, None without one."""
        if is_question(statement.text) or is_example(statement.text):
            return None
        pairs = self._pairs(statement)
        if statement is self._first and not statement.words and replied(statement.text, self._prompt):
            # A bare yes or no says what was asked.
            asked = Statement(self._prompt.rstrip(" ?"), statement.sources)
            return next(self._stance(asked, self._pairs(asked), replied(statement.text, self._prompt)), None)
        for compare in (self._value, self._name, self._choice, self._opposite, self._stance, self._verb):
            found = next(compare(statement, pairs), None)
            if found is not None:
                return found
        return None

    def is_borne_out(self, statement: Statement) -> bool:
        """Say whether a source speaks of the same with the same values."""
        pairs = self._pairs(statement)
        if not pairs or pairs[0].near < FOR_STANCE or pairs[0].shared < AT_LEAST_SHARED:
            return False
        given = [value for pair in pairs for value in quantities(pair.sentence.text)]
        return all(any_agrees(value, given) for value in quantities(statement.text))

    def _bound(self, statement: Statement) -> Sequence[Statement]:
        """Return the sentences of the sources that a statement cites, of all where it cites none."""
        return [each for each in self._sentences if each.sources & statement.sources] or self._sentences

    def _pairs(self, statement: Statement) -> list[Pair]:
        """Return the sentences that speak of the same, the nearest first: of the cited sources, if any is cited."""
        if statement not in self._found:
            self._found[statement] = self._nearest(statement)
        return self._found[statement]

    def _nearest(self, statement: Statement) -> list[Pair]:
        pairs = []
        for sentence in self._bound(statement):
            near, shared = self._nearness.of(statement, sentence)
            if shared and near >= LEAST_NEAR and not in_other_scopes(statement.claim, sentence.claim):
                pairs.append(Pair(statement, sentence, near, shared))
        return sorted(pairs, key=lambda pair: -pair.near)[:MOST_PAIRS]

    def _value(self, statement: Statement, pairs: Sequence[Pair]) -> Iterator[Finding]:
        stated = [value for value in quantities(statement.text) if not value.pointer]
        if not stated or is_derived(statement.text):
            return
        for value in stated:
            if any_agrees(value, self._asked):
                continue
            backing = max((pair.near for pair in pairs if any_agrees(value, _valid(pair.sentence))), default=0.0)
            for pair in pairs:
                if pair.near < max(FOR_VALUE, backing + NEARER * bool(backing)):
                    break
                other = self._rival(value, pair) if pair.is_close or _is_only_one(value, pair) else None
                if other is not None:
                    yield _finding("value", pair, value.words, other.words, kind=value.kind)

    def _rival(self, value: Quantity, pair: Pair) -> Quantity | None:
        """Return the value of a source that stands where the answer has another."""
        given = _valid(pair.sentence)
        if in_other_periods(quantities(pair.statement.text), given, value.kind):
            return None
        if any_agrees(value, given) or self._follows(value, pair):
            return None
        # "At least 12" and "up to 128" go together.
        rivals = [other for other in given if _may_stand_for(value, other, pair) and other.bound * value.bound >= 0]
        if not rivals or any(within(value, other) for other in rivals):
            return None
        unsaid = [other for other in rivals if not any_agrees(other, self._said) and not any_agrees(other, self._asked)]
        return min(unsaid, key=lambda other: abs(other.amount - value.amount)) if unsaid else None

    def _follows(self, value: Quantity, pair: Pair) -> bool:
        """Say whether a value follows from others of its sentence, or of its source with a number of the user."""
        if value.kind == "time" and not speaks_of_an_end(pair.statement.text):
            return False
        if derivable(value, [*quantities(pair.sentence.text), *self._asked]):
            return True
        source = [each for each in self._sentences if each.sources == pair.sentence.sources] if self._asked else []
        given = [other for each in source for other in quantities(each.text)]
        return any(derivable(value, [asked, other]) for asked in self._asked for other in given)

    def _name(self, statement: Statement, pairs: Sequence[Pair]) -> Iterator[Finding]:
        if is_heading(statement.text):
            return
        for name in names(statement.text):
            if self._is_common(name) or name.key in self._asked_names or name.key in self._prompt.casefold():
                continue
            own = Statement(name.words, frozenset()).words
            backing = max(
                (
                    self._nearness.of(statement, pair.sentence, own)[0] + _LEAST_BACKING
                    for pair in pairs
                    if name.key in pair.sentence.text.casefold()
                ),
                default=0.0,
            )
            for pair in pairs:
                if pair.near < max(FOR_NAME, backing + NEARER * bool(backing)):
                    break
                close = pair.is_close or (name.kind in IDENTIFIERS and pair.shared and not backing)
                rival = self._rival_name(name, pair, backing > 0) if close else None
                if rival is not None:
                    yield _finding("name", pair, name.words, rival.words, kind=name.kind.split()[0])

    def _rival_name(self, name: Name, pair: Pair, known: bool) -> Name | None:
        if name.key in pair.sentence.text.casefold() or is_heading(pair.sentence.text):
            return None
        for other in names(pair.sentence.text):
            if other.kind != name.kind or other.key in self._answer or other.key in self._asked_names:
                continue
            if self._is_common(other) or (name.kind == "one word" and name.before != other.before):
                continue
            # A word in lower case is a name only where both have one neighbour.
            if "plain" in {name.before, other.before} and (not name.after or name.after != other.after):
                continue
            if name.kind == "person" or not known:
                return other
        return None

    def _is_common(self, name: Name) -> bool:
        """Say whether what is written like a name is an ordinary word somewhere in the turn."""
        return name.kind in {"person", "one word"} and any(part in self._common for part in name.key.split())

    def _choice(self, statement: Statement, pairs: Sequence[Pair]) -> Iterator[Finding]:
        """Compare what two statements say holds by default."""
        if not says_default(statement.text):
            return
        mine = {word for word in words_of(statement.text) if word in self._choices}
        near = [pair for pair in pairs if says_default(pair.sentence.text)]
        # A source that tells one default tells that of what was asked, however short it is.
        told = [each for each in self._bound(statement) if says_default(each.text)]
        if not near and len(told) == 1:
            near = [Pair(statement, told[0], 0.0, 0)]
        for pair in near:
            theirs = {word for word in words_of(_default_clause(pair.sentence.text)) if word in self._choices}
            if len(mine) == 1 and len(theirs) == 1 and mine != theirs:
                yield _finding("choice", pair, *mine, *theirs)

    def _stance(self, statement: Statement, pairs: Sequence[Pair], reply: int = 0) -> Iterator[Finding]:
        replies = reply or (replied(statement.text, self._prompt) if statement is self._first else 0)
        mine = reply or stance(statement.text) or replies
        if not mine or replies == -mine or has_exception(statement.text):
            return
        act = act_of(statement.text)
        known = {word for word in act if self._nearness.weight([word])}
        backed = max((pair.near for pair in pairs if stance(pair.sentence.text) == mine), default=0.0)
        for pair in pairs:
            if pair.near < max(FOR_STANCE, backed + NEARER * bool(backed)):
                return
            if pair.shared < AT_LEAST_SHARED or not _speaks_of(act, known, pair.sentence):
                continue
            if stance(pair.sentence.text) != -mine or has_exception(pair.sentence.text):
                continue
            if not outside_period(quantities(statement.text), pair.sentence.text, statement.text):
                yield _finding("permission", pair, statement.text, pair.sentence.text)

    def _opposite(self, statement: Statement, pairs: Sequence[Pair]) -> Iterator[Finding]:
        """Compare words that exclude each other, such as mandatory and optional."""
        if negates(statement.text):
            return
        for pair in pairs:
            if pair.near < FOR_STANCE or not pair.is_close or negates(pair.sentence.text):
                continue
            mine, theirs = excluding(statement.text, pair.sentence.text)
            if mine and mine not in self._prompt.casefold():
                yield _finding("choice", pair, mine, theirs)

    def _verb(self, statement: Statement, pairs: Sequence[Pair]) -> Iterator[Finding]:
        if is_past(statement.text) or has_exception(statement.text):
            return
        for pair in pairs:
            if pair.near < FOR_NEGATION:
                return
            verb = denied_verb(statement, pair.sentence, self._nearness.prompt.words) if _says_the_same(pair) else ""
            if verb and not has_exception(pair.sentence.text):
                yield _finding("negation", pair, statement.text, pair.sentence.text, word=verb)


def _valid(sentence: Statement) -> list[Quantity]:
    """Return the values that a source's sentence says hold: without those that it says were left."""
    found = list(quantities(sentence.text))
    left = left_behind(sentence.text) if found else ()
    kept = [value for value in found if not any(start <= value.start < end for start, end in left)]
    # What stands in the place of nothing else is not left.
    return [value for value in found if value in kept or not any(other.measures_as(value) for other in kept)]


def _says_the_same(pair: Pair) -> bool:
    """Say whether two statements have so many words in common that one could be the other's denial."""
    mine, theirs = pair.statement.words, pair.sentence.words
    shared = len(mine & theirs)
    return shared > AT_LEAST_SHARED or (shared == AT_LEAST_SHARED and 2 * shared >= min(len(mine), len(theirs)))


def _may_stand_for(value: Quantity, other: Quantity, pair: Pair) -> bool:
    """Say whether two values measure one thing; "fails 9 times" counts what "4 failures" counts."""
    if other.measures_as(value):
        return True
    times, thing = (value, other) if value.unit == "times" else (other, value)
    if value.kind != "amount" or other.kind != "amount" or times.unit != "times" or len(thing.unit) < _TELLING:
        return False
    words = (pair.statement if times is value else pair.sentence).words
    return any(word.startswith(thing.unit[:_TELLING]) for word in words)


def _is_only_one(value: Quantity, pair: Pair) -> bool:
    """Say whether both statements have one value of a measure and little else: then they speak of the same."""
    near = FOR_ONE_WORD if value.unit in _COMMON or value.kind == "label" else FOR_VALUE
    return (
        bool(pair.statement.words)
        and pair.shared > 0
        and pair.near >= near
        and all(
            sum(each.measures_as(value) for each in quantities(text)) == 1
            for text in (pair.statement.text, pair.sentence.text)
        )
    )


def _speaks_of(act: frozenset[str], known: set[str], sentence: Statement) -> bool:
    """Say whether a sentence is about what a statement allows or forbids."""
    shared = len(act & sentence.words)
    return shared >= OF_ACT * len(act) and shared >= OF_KNOWN_ACT * len(known)


def _default_clause(text: str) -> str:
    """Return the part of a sentence that says what holds by default."""
    parts = [part for part in text.replace(";", ".").split(".") if says_default(part)]
    return parts[0] if parts else text


def _finding(code: Code, pair: Pair, mine: str, theirs: str, **values: str) -> Finding:
    return Finding(
        code=code,
        source=min(pair.sentence.sources),
        answer=pair.statement.text[:QUOTE_CHARACTERS],
        says=pair.sentence.text[:QUOTE_CHARACTERS],
        values={"answer": mine[:QUOTE_CHARACTERS], "source": theirs[:QUOTE_CHARACTERS], **values},
    )
