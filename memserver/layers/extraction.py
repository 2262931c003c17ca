"""Finds what is worth remembering in a session, without a language model: precision before recall (SPEC 17–20).

Owns the walk over the messages: which sentences state a decision, preference, rule, fact or goal; which errors were
solved and how; which proposals the user accepted. The words for that stand in the pattern tables of each language. What
the assistant says by itself, questions, guesses, quotes, code and errands yield nothing. It stores nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memserver.claims.conversation import taken_back_by
from memserver.claims.texts import Read, judge_texts
from memserver.claims.verdict import restates
from memserver.layers.atomic_fact import AtomicFact, find_entities
from memserver.layers.conversation import SessionMessage, dated
from memserver.layers.extraction_patterns import Pattern
from memserver.layers.extraction_patterns_en import ENGLISH
from memserver.layers.extraction_patterns_ko import KOREAN
from memserver.layers.precedence import clearly_disagrees
from memserver.layers.proposals import accepted_proposals
from memserver.layers.restatement import restate, with_noun, without_introduction
from memserver.layers.solutions import solved_errors
from memserver.model import Category, Layer
from memserver.text.relative_dates import has_unanchored_date, make_dates_absolute
from memserver.text.sentences import split_sentences

# A sentence shorter than this says too little to stand alone; a longer one is a story, not a fact.
SHORTEST_SENTENCE = 10
SHORTEST_KOREAN_SENTENCE = 7
LONGEST_SENTENCE = 400
MAX_FACTS = 40
# Whoever takes something back does so soon.
MAX_LATER_MESSAGES = 20

_HANGUL = re.compile(r"[가-힣]")
_QUOTED_LINE = re.compile(r"^[ \t]*+>.*$", re.MULTILINE)
_LOG_LINE = re.compile(
    r"^(?:[ \t]{4,}+\S.*|[ \t]*+(?:(?:\[?\d{4}-\d\d-\d\d[T ].*)"
    r"|(?:\[?(?:ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|TRACE)\b.*)"
    r"|Traceback .*|File \".*"
    r"|at [\w.$<>]+\(.*|[A-Z]\w*(?:Error|Exception): .*|[$#] .*|npm ERR!.*|E[ \t]{2,}.*))$",
    re.MULTILINE,
)
_LONG_QUOTE = re.compile(r"[\"“「『](?:[^\"”」』]{12,})[\"”」』]")
_NAMED_TECHNOLOGY = re.compile(r"\b[A-Z][A-Za-z]*(?:\.js|[A-Z]\w*)\b")


def extract(messages: Sequence[SessionMessage], read: Read | None = None) -> list[AtomicFact]:
    """Return the facts of a session in the order in which they were said, without what was taken back in it."""
    facts: list[AtomicFact] = []
    messages = dated(messages)
    contents = [message.content for message in messages]
    for fact in sorted(_candidates(messages), key=lambda fact: fact.source_index):
        facts = _with(facts, fact, read)
    later = (contents[fact.source_index + 1 :][:MAX_LATER_MESSAGES] for fact in facts)
    kept = [fact for fact, said in zip(facts, later, strict=True) if taken_back_by(fact.content, said, read) is None]
    return kept[:MAX_FACTS]


def spoken_text(content: str) -> str:
    """Return what the speaker says: without code, quoted lines and logs."""
    return _LOG_LINE.sub("", _QUOTED_LINE.sub("", content))


def _candidates(messages: Sequence[SessionMessage]) -> Iterator[AtomicFact]:
    for index, message in enumerate(messages):
        if message.role == "user":
            yield from _stated(index, message)
    yield from accepted_proposals(messages)
    yield from solved_errors(messages)


def _stated(index: int, message: SessionMessage) -> Iterator[AtomicFact]:
    """Yield what the user states in plain sentences."""
    previous = ""
    for spoken in split_sentences(spoken_text(message.content)):
        sentence = _as_statement(make_dates_absolute(spoken, message.timestamp) if message.timestamp else spoken)
        sentence = with_noun(sentence, previous)
        pattern = _pattern_of(sentence)
        # A statement that hangs on an unknown day says nothing later.
        if pattern is not None and not has_unanchored_date(sentence):
            content = restate(sentence, previous)
            if content is not None:
                yield _fact(content, pattern, index)
        previous = sentence


_LASTING_REQUEST = re.compile(
    r"^(?:can|could|would|will) you (?:please )?(?P<when>always|never"
    r"|from now on) (?P<what>[^?]{4,})\?$",
    re.IGNORECASE,
)
_LASTING_KOREAN_REQUEST = re.compile(
    r"^(?P<what>(?=.*(?:항상|앞으로|절대|매번)).+\s?)(?:줄래요?|주실래요|주시겠어요"
    r"|줄\s?수\s?있어요?)\?$"
)
_REASON = re.compile(r"(?:었|았|했|됐|꿨|겼)으니까?[,\s]|하니까?[,\s]|므로[,\s]")


def _as_statement(sentence: str) -> str:
    """Turn "can you always …?" into what it asks for; leave everything else."""
    if request := _LASTING_REQUEST.match(sentence):
        return f"{request.group('when').capitalize()} {request.group('what')}."
    if request := _LASTING_KOREAN_REQUEST.match(sentence):
        return f"{request.group('what').rstrip()} 주세요."
    return sentence


def _pattern_of(sentence: str) -> Pattern | None:
    """Return the pattern of a sentence that states something, or None."""
    korean = bool(_HANGUL.search(sentence))
    shortest = SHORTEST_KOREAN_SENTENCE if korean else SHORTEST_SENTENCE
    if not shortest <= len(sentence) <= LONGEST_SENTENCE:
        return None
    language = KOREAN if korean else ENGLISH
    if language.blocked.search(sentence) or language.local.search(sentence) or _LONG_QUOTE.search(sentence):
        return None
    said = without_introduction(sentence)
    if language.task.search(sentence) and not language.lasting.search(sentence):
        # "We moved CI to …, so ignore the old folder": the reason is the statement.
        reason = _REASON.search(said)
        if not reason:
            return None
        said = said[: reason.end()]
    # "Remember that …" is an introduction, and of itself a reason to remember what follows; Korean says so at the end.
    readings = [said] if korean else [said, sentence]
    return next((each for text in readings for each in language.patterns if each.expression.search(text)), None)


def _fact(content: str, pattern: Pattern, index: int) -> AtomicFact:
    entities = find_entities(content)
    category = pattern.category
    if category is Category.DECISION and (entities.libraries or _NAMED_TECHNOLOGY.search(content)):
        category = Category.ARCHITECTURE
    layer = pattern.layer
    if category is Category.RULE and re.search(
        r"\bthe team|in this (?:repo|project|codebase)|^팀|팀은|팀의|이\s?(?:저장소|프로젝트)", content
    ):
        layer = Layer.PROJECT
    return AtomicFact(content, pattern.fact_type, category, pattern.confidence, entities, layer, index)


def _with(facts: list[AtomicFact], new: AtomicFact, read: Read | None) -> list[AtomicFact]:
    """Add a fact; a repetition strengthens the first, and of two that disagree the one said later stays."""
    for old in facts:
        if restates(old.content, new.content):
            stronger = replace(old, confidence=min(0.95, max(old.confidence, new.confidence) + 0.05))
            return [stronger if fact is old else fact for fact in facts]
    kept = [old for old in facts if not clearly_disagrees(judge_texts(old.content, new.content, read=read))]
    return [*kept, new]
