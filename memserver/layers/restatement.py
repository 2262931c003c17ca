"""Restates a spoken sentence so that it can be read alone: who "I" and "we" are, what "it" is, no polite tails.

Owns turning first person into "the user" and "the team" and resolving simple pronouns from the sentence before. A
sentence whose pronoun has no clear noun is refused, not guessed. Nothing else of what was said is changed.
"""

from __future__ import annotations

import re

from memserver.text.words import words

_HANGUL = re.compile(r"[가-힣]")
_OPENER = re.compile(
    r"^(?:(?:ok(?:ay)?|so|well|actually|also|and|but|btw|by the way|fyi|for the record|right|hm+|ah|oh"
    r"|yes|yeah|no(?=[,.!])|thanks"
    r"|thank you|please (?:remember|note)(?: that)?|remember(?: that)?|note that|keep in mind that"
    r"|just so you know)\b[,:.!]?\s+"
    r"|(?:아|어|음|네|예|응|참|그리고|그런데|근데|참고로|아니|사실|그래서)[,.!]?\s+)+",
    re.IGNORECASE,
)
# "Quick context before we start: the monorepo has …" – what comes after the colon is what is said.
_INTRODUCTION = re.compile(r"^[^:.,\"'`/]{3,50}:\s+(?=\S+\s\S+)")
_KOREAN_INTRODUCTION = re.compile(r"^[^:.,\"'`/]{2,30}(?::|말하면,|말씀드리면,|말하자면,|이야기인데,)\s+")
_TAIL = re.compile(
    r"(?:,|\s[-–—])\s*(?:please|thanks|thank you|that'?s|ok(?:ay)?|right|got it|so please"
    r"|if you don't mind)\b[^,]*?(?=[.!]?$)",
    re.IGNORECASE,
)
_KOREAN_TAIL = re.compile(
    r"(?:다)?는\s?(?:걸|것을|점)\s?(?:꼭\s)?(?:기억해|알아\s?둬|참고해|명심해)\s?(?:줘|주세요|둬"
    r"|두세요)?[.!]*$"
)

_PAST = words(
    "chose went got made wrote took kept had built ran set put cut hit led met sent spent told thought found gave "
    "began saw did was were came became held left lost said"
)
_MODALS = words(
    "will can must should may might could would cannot can't won't shouldn't mustn't couldn't wouldn't shall"
)
_NOT_VERBS = words(
    "and or to as from with in on at by for of if when then than but so the a an who which that about into over "
    "all both guys please too also again here there now soon later"
)
_IRREGULAR = {
    "have": "has", "are": "is", "am": "is", "do": "does", "were": "was", "don't": "doesn't", "haven't": "hasn't",
    "aren't": "isn't", "weren't": "wasn't", "go": "goes",
}  # fmt: skip
_CONTRACTIONS = {"'ve": "has", "'re": "is", "'m": "is", "'ll": "will", "'d": "would"}
_SUBJECTS = {"i": "the user", "we": "the team", "you": "the assistant"}
_PERSON = re.compile(
    r"\b(?P<who>I|we|you)(?![\w-])(?P<short>'ve|'re|'m|'ll|'d)?"
    r"(?P<adverbs>(?: (?:always|never|no longer|only|also|usually|generally|now|currently|all|just|really"
    r"|strongly|actually|still|mostly"
    r"|explicitly|already|recently|both))*)(?: (?P<verb>[a-z]+(?:'t)?))?",
    re.IGNORECASE,
)
_POSSESSIVES = (
    (re.compile(r"\bour\b", re.IGNORECASE), "the team's"),
    (re.compile(r"\bmy\b", re.IGNORECASE), "the user's"),
    (re.compile(r"\byour\b", re.IGNORECASE), "the assistant's"),
    (re.compile(r"\bus\b"), "the team"),
    (re.compile(r"\bme\b"), "the user"),
)
_KOREAN_PERSON = (
    (re.compile(r"(?<![가-힣])(?:저는|나는|전|난)(?=\s)"), "사용자는"),
    (re.compile(r"(?<![가-힣])(?:제가|내가)(?=\s)"), "사용자가"),
    (re.compile(r"(?<![가-힣])(?:우리는|저희는|우린|저흰)(?=\s)"), "팀은"),
    (re.compile(r"(?<![가-힣])(?:우리가|저희가)(?=\s)"), "팀이"),
    (re.compile(r"(?<![가-힣])(?:우리|저희)\s팀"), "팀"),
    (re.compile(r"(?<![가-힣])(?:우리|저희)(?=\s)"), "팀의"),
    (re.compile(r"(?<![가-힣])(?:제|내)(?=\s[가-힣A-Za-z])"), "사용자의"),
)

_OPENING_PRONOUN = re.compile(
    r"^(?:it|this|that|they|these|those|he|she)\b(?!\s(?:repo|repository|project|codebase|quarter|week"
    r"|month|year|sprint"
    r"|workspace|package|service|module|monorepo|app)\b)",
    re.IGNORECASE,
)
_OBJECT_PRONOUN = re.compile(r"^((?:please )?\w+) (?:them|it)\b(?! when)", re.IGNORECASE)
_INNER_PRONOUN = re.compile(r"\b(?:it(?! when\b)|its|they|them|their|he|she|him|his|her|hers|theirs)\b", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:by|of|with|like|about|from|for|on|do|did) (?:that|this|those|these)(?=[.,;!]|$| (?:in|at"
    r"|on)\b)",
    re.IGNORECASE,
)
_KOREAN_POINTING = re.compile(
    r"(?<![가-힣])(?:그렇게|이렇게|저렇게|그것|이것|저것|그거|이거|걔|그쪽|그게|이게|그건|이건|그걸"
    r"|이걸|거기|여기)"
)
_SUBJECT_PHRASE = re.compile(
    r"^((?:the|our|my|a|this) (?:[\w'-]+ ){0,3}?[\w'-]+) (?:is|are|was|were|has|have|had|runs?|uses?"
    r"|must|should|will|needs?|lives?"
    r"|does|listens?|talks?|stores?|owns?|handles?|depends?|broke|failed)\b",
    re.IGNORECASE,
)
_OBJECT_PHRASE = re.compile(
    r"\b(?:like|love|hate|dislike|prefer|use|have|want|write|wrote)s? ((?:[\w-]+ ){0,2}[\w-]+)[.!]?$", re.IGNORECASE
)
_LEAST_WORDS_BEFORE_PRONOUN = 3


def restate(sentence: str, previous: str = "") -> str | None:
    """Return the sentence so that it stands alone, or None when a pronoun in it has no clear noun."""
    text = without_introduction(sentence)
    if _HANGUL.search(text):
        return _restate_korean(text)
    text = _TAIL.sub("", text)
    resolved = _resolve(text, previous)
    if resolved is None:
        return None
    return _closed(_capital(_third_person(resolved)))


def without_introduction(sentence: str) -> str:
    """Return the sentence without interjections and without the announcement of what it is about."""
    text = _OPENER.sub("", sentence.strip()).strip()
    pattern = _KOREAN_INTRODUCTION if _HANGUL.search(text) else _INTRODUCTION
    return pattern.sub("", text)


def with_noun(sentence: str, previous: str) -> str:
    """Return the sentence with its opening pronoun resolved, where the sentence before gives the noun."""
    opening = _OPENING_PRONOUN.match(sentence)
    noun = _SUBJECT_PHRASE.match(previous) if opening else None
    return noun.group(1) + sentence[opening.end() :] if opening and noun else sentence


def _restate_korean(text: str) -> str | None:
    if _KOREAN_POINTING.search(text):
        return None
    text = _KOREAN_TAIL.sub("다.", text)
    for pattern, subject in _KOREAN_PERSON:
        text = pattern.sub(subject, text)
    return _closed(text.strip())


def _resolve(text: str, previous: str) -> str | None:
    """Put nouns for pronouns; None where the sentence before does not give one."""
    text = with_noun(text, previous)
    if _OPENING_PRONOUN.match(text):
        return None
    imperative = _OBJECT_PRONOUN.match(text)
    if imperative:
        noun = _OBJECT_PHRASE.search(previous)
        return f"{imperative.group(1)} {noun.group(1)}{text[imperative.end() :]}" if noun else None
    inner = _INNER_PRONOUN.search(text)
    hanging = inner is not None and len(text[: inner.start()].split()) < _LEAST_WORDS_BEFORE_PRONOUN
    return None if hanging or _POINTING.search(text) else text


def _third_person(text: str) -> str:
    text = _PERSON.sub(_subject, text)
    for pattern, owner in _POSSESSIVES:
        text = pattern.sub(owner, text)
    return re.sub(r"^[Ll]et'?s\b", "The team decided: let us", text).replace("decided: let us ", "decided to ")


def _subject(match: re.Match[str]) -> str:
    subject = _SUBJECTS[match.group("who").lower()]
    adverbs = match.group("adverbs") or ""
    verb = match.group("verb") or ""
    short = match.group("short")
    if short:
        return f"{subject} {_CONTRACTIONS[short.lower()]}{adverbs} {verb}".rstrip()
    return f"{subject}{adverbs} {_inflected(verb)}".rstrip() if verb else subject + adverbs


def _inflected(verb: str) -> str:
    lowered = verb.lower()
    if lowered in _IRREGULAR:
        return _IRREGULAR[lowered]
    if lowered in _MODALS or lowered in _PAST or lowered.endswith(("ed", "ing")) or lowered in _NOT_VERBS:
        return verb
    if lowered.endswith(("s", "x", "ch", "sh", "z")):
        return verb + "es"
    if lowered.endswith("y") and lowered[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _closed(text: str) -> str:
    text = text.strip().rstrip(" ,;:~")
    return text if text.endswith((".", "!", "?", "。")) else text + "."
