"""Takes a statement apart: its claims, and in each the terms with their roles, values, names and cues.

Owns `analyse`, whose result can be kept and compared many times. A light reading without a grammar: the subject is what
stands before the first verb (English) or carries the topic particle (Korean); a term's role is the preposition before
it or the particle behind it. It compares nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from memserver.text.alternatives import compared_forms, scope_of
from memserver.text.cues import Cues, find_cues
from memserver.text.korean_roles import VALUE_MARK, read_korean_word
from memserver.text.sentences import split_clauses, split_sentences
from memserver.text.stems import english_stem
from memserver.text.values import Value, find_values
from memserver.text.verbs import AUXILIARIES, VERB_STEMS, VERBS
from memserver.text.words import words

# A statement longer than this is read clause by clause: people put several claims into one long sentence.
LONG_SENTENCE = 160
MAX_CLAIMS = 60
# A text taken apart is ten times as large as the text.
REMEMBERED_TEXTS = 256
REMEMBERED_TOKENS = 16_384

# A number behind a hyphen or a hash belongs to a name: web-02, #812.
_TOKEN = re.compile(r"§|#\d+|[A-Za-z][A-Za-z0-9_+#]*(?:[.@][A-Za-z0-9_+#]+|-\d+\b)*|[가-힣]+|[^\W\d_]+")
# A line break as a string or a log writes it: "\\nOne" is not "none"; but a path may go on so.
_WRITTEN_BREAK = re.compile(r"(?:\\r)?\\n(?![a-z])")
_COPULAS = words("is are was were be s re m am")
_DETERMINERS = words("the a an our my your its their this that these those his her every each all")
_GENERIC = words("i we you they he she it user team assistant everyone people one someone project us me")
_PREPOSITIONS = words(
    "in on at to with by as for from over into of per via under after before since until during against about "
    "between through than like without within"
)
_STOP = words(
    "the a an and or but so if then that this these those there here which who whom whose what when where why how "
    "i we you he she it they me us him her them my our your his its their mine ours yours just also very too "
    "really quite kinda please some any all each every both more most much many such own same other another again "
    "still already only even out off get gets got getting s t re ve ll m d let lets ok okay yes well currently "
    "always usually generally"
)


class Term(NamedTuple):
    """A content word: its normal form, its role ("in", "로", "=" for what a copula gives), and where it stands."""

    word: str
    role: str
    subject: bool
    name: bool


class Claim(NamedTuple):
    """One sentence or clause, taken apart. A named tuple, as its terms are: a turn makes dozens of them."""

    text: str
    terms: tuple[Term, ...]
    values: tuple[Value, ...]
    cues: Cues
    verb: str
    copular: bool
    question: bool
    bag: frozenset[str]
    subject: frozenset[str]
    names: frozenset[str]
    scopes: frozenset[tuple[int, str]]
    head: str
    """The word of the subject that the others describe."""
    subject_values: tuple[Value, ...]
    """Values that name the subject rather than say something of it: "version 3 of the schema has …"."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A text and its claims."""

    text: str
    claims: tuple[Claim, ...]
    bag: frozenset[str]


@lru_cache(maxsize=REMEMBERED_TEXTS)
def analyse(text: str) -> Statement:
    """Take a text apart into claims. The result depends on nothing else and may be cached."""
    return statement_of(text, map(claim_of, clauses_of(text)))


def statement_of(text: str, claims: Iterable[Claim]) -> Statement:
    """Put the claims of a text together."""
    claims = tuple(claims)
    return Statement(text, claims, frozenset(term for claim in claims for term in claim.bag))


def clauses_of(text: str) -> list[str]:
    """Return the sentences of a text, long ones cut into their clauses."""
    found: list[str] = []
    for sentence in split_sentences(_WRITTEN_BREAK.sub("\n", text) if "\\n" in text else text):
        found.extend(split_clauses(sentence) if len(sentence) > LONG_SENTENCE or ";" in sentence else [sentence])
        if len(found) >= MAX_CLAIMS:
            break
    return found[:MAX_CLAIMS]


def possible_terms(clause: str) -> frozenset[str]:
    """Return all terms that `claim_of` can find in an English clause, and maybe more: read without looking closer."""
    found = _TOKEN.findall(clause)
    if "@" in clause or clause.find(".", 0, -1) >= 0:
        # Of "react@18.2.0" the version is taken out as a value, and the name remains.
        found += [part for word in found if "." in word or "@" in word for part in _JOINTS.split(word)]
    return frozenset(filter(None, map(_term_of.__getitem__, found)))


def claim_of(text: str) -> Claim:
    """Take one sentence or clause apart."""
    values = find_values(text)
    cues = find_cues(_blank(text, values))
    korean = bool(re.search(r"[가-힣]", text))
    terms, verb, copular, before = _korean_terms(cues.rest) if korean else _english_terms(cues.rest)
    subject = [term.word for term in terms if term.subject]
    return Claim(
        text=text,
        terms=terms,
        values=values,
        cues=cues,
        verb=verb,
        copular=copular,
        question="?" in text,
        bag=frozenset(term.word for term in terms),
        subject=frozenset(subject),
        names=frozenset(term.word for term in terms if term.name),
        scopes=frozenset(scope for term in terms if (scope := scope_of(term.word))),
        head=subject[-1] if subject else "",
        subject_values=values[:before],
    )


def _blank(text: str, values: tuple[Value, ...]) -> str:
    """Take the values out; the words of a switch stay out too, since on and off are compared as values."""
    parts, position = [], 0
    for value in values:
        parts.append(text[position : value.start])
        parts.append(" §")
        position = value.end
    parts.append(text[position:])
    return "".join(parts)


# Words with a form of their own; all others are compared by their stem.
_FORMS = compared_forms() | {"사용": "쓰", "이용": "쓰", "활용": "쓰", "utilise": "use", "utilize": "use"}


def _normal(word: str) -> str:
    lowered = word.lower()
    form = _FORMS.get(lowered) or _FORMS.get(lowered.removesuffix("s"))
    if form is not None:
        return form
    return english_stem(lowered) if lowered.isascii() and lowered.isalpha() else lowered


def as_written(claim: Claim, word: str) -> str:
    """Return a term in the form that its claim writes, since the stem of an English word is nothing to show."""
    for token in _TOKEN.findall(claim.text):
        if _normal(token) == word:
            return str(token) if word in claim.names else token.lower()
    return word


_JOINTS = re.compile(r"[.@]")
# Words that are passed over wherever they stand.
_NEVER_TERMS = (
    AUXILIARIES | _STOP | (_PREPOSITIONS - {"like"}) | {word for word in _GENERIC if _normal(word) not in VERB_STEMS}
)


class _TermOf(dict[str, str]):
    """The term of each word met lately, "" for one that is passed over: asked for every word of every text compared."""

    def __missing__(self, word: str) -> str:
        if len(self) >= REMEMBERED_TOKENS:
            self.clear()
        term = self[word] = "" if word.lower() in _NEVER_TERMS else _normal(word)
        return term


_term_of = _TermOf()


def _english_terms(text: str) -> tuple[tuple[Term, ...], str, bool, int]:
    """Return the terms, the verb, whether it is a copula, and how many values stand before it."""
    tokens = [match.group() for match in _TOKEN.finditer(text)]
    lowered = [token.lower() for token in tokens]
    pivot, copular = _pivot(lowered)
    terms: list[Term] = []
    verb, role = "", ""
    for index, token in enumerate(tokens):
        word = lowered[index]
        if token == VALUE_MARK:
            continue
        if index >= pivot and word in _PREPOSITIONS and not (word == "like" and not verb and not copular):
            role = word
            continue
        if word in AUXILIARIES or word in _STOP or (word in _PREPOSITIONS and word != "like"):
            continue
        normal = _normal(token)
        if index >= pivot and not verb and not copular and (normal in VERB_STEMS or word in VERBS):
            verb = normal
            terms.append(Term(normal, "verb", False, False))
            continue
        if word in _GENERIC:
            continue
        subject = index < pivot
        name = token[0].isupper() and (index > 0 or (len(tokens) > 1 and not _ordinary(word, lowered, index)))
        terms.append(Term(normal, "" if subject else role or ("=" if copular else ""), subject, name))
    return tuple(terms), verb, copular, tokens[:pivot].count(VALUE_MARK)


def _ordinary(word: str, lowered: list[str], index: int) -> bool:
    """Guess whether a capital at the start of a sentence is only due to its place."""
    following = lowered[index + 1] if index + 1 < len(lowered) else ""
    return word.endswith("s") or word in VERBS or following in AUXILIARIES or not following


def _pivot(lowered: list[str]) -> tuple[int, bool]:
    """Return where the predicate begins, and whether a copula opens it."""
    for index, word in enumerate(lowered):
        if word in AUXILIARIES and (index > 0 or word in ("do", "don")) and not (word == "s" and index > 1):
            following = next((w for w in lowered[index + 1 :] if w not in _STOP and w not in AUXILIARIES), "")
            participle = following.endswith("ed") or following in (
                "written",
                "kept",
                "built",
                "rebuilt",
                "done",
                "run",
                "set",
                "held",
                "made",
            )
            return index, word in _COPULAS and not participle
    for index, word in enumerate(lowered):
        if index == 0:
            if word in VERBS and len(lowered) > 1 and lowered[1] not in AUXILIARIES:
                return 0, False
            continue
        if lowered[index - 1] in _DETERMINERS:
            continue
        if word in VERBS or (word.endswith("s") and english_stem(word) in VERB_STEMS):
            return index, False
    return 0, False


def _korean_terms(text: str) -> tuple[tuple[Term, ...], str, bool, int]:
    """Read Korean words with their particles; the topic and what stands before it is the subject."""
    read: list[tuple[str, str, bool]] = []
    values, before = 0, 0
    for eojeol in text.split():
        parts = read_korean_word(eojeol)
        values += eojeol.count(VALUE_MARK)
        if not before and any(role == "topic" for _, role, _ in parts):
            before = values
        read.extend(parts)
    topic = next((i for i, (_, role, _) in enumerate(read) if role == "topic"), None)
    if topic is None:
        topic = next((i for i, (_, role, _) in enumerate(read) if role == "subject"), -1)
    terms: list[Term] = []
    verb, copular = "", False
    for index, (word, role, latin) in enumerate(read):
        copular = copular or role == "="
        normal = _normal(word)
        # "사용자 세션은" speaks of other sessions than "관리자 세션은".
        describes = normal in _DESCRIBING_KOREAN and not role and index < topic
        passed_over = normal in _GENERIC_KOREAN or normal in _STOP_KOREAN or (latin and normal in _STOP)
        if not normal or (passed_over and not describes):
            continue
        if role == "verb":
            verb = normal
        name = latin and word[0].isupper()
        terms.append(Term(normal, role, index <= topic, name))
    return _with_inherited_roles(terms), verb, copular, before


def _with_inherited_roles(terms: list[Term]) -> tuple[Term, ...]:
    """Give a word without a particle the role of the noun it stands before: "별도 저장소에" is one phrase."""
    following = ""
    for index in range(len(terms) - 1, -1, -1):
        term = terms[index]
        if term.role:
            following = "" if term.role == "verb" else term.role
        elif following:
            terms[index] = Term(term.word, following, term.subject, term.name)
    return tuple(terms)


_GENERIC_KOREAN = words("우리 저희 나 저 내 제 사용자 팀 여러분 모두 프로젝트 유저")
_DESCRIBING_KOREAN = words("사용자 유저")
_STOP_KOREAN = words(
    "그 이 저 것 수 때 등 및 또 더 좀 잘 모든 각 약 매 위해 대해 대한 통해 동안 경우 하 되 있 이다 그리고 그래서 "
    "하지만 그런데 반드시 꼭 한다 한다고 합니다 했다 된다 됐다 해요 돼요 했어 하자 항상 앞으로 지금 현재 이번 "
    "다시 별로 정말 너무 아주 그냥 바로 보통 주로 말 뒤 후 부터 까지 돼"
)
