"""Words that change how a statement is meant: negation, change, hedge, exception, in Korean and English.

Owns those word lists and finding them in one sentence. What a negation or a change means for two statements is decided
elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memserver.text.hints import Hints


@dataclass(frozen=True, slots=True)
class Cues:
    """What a sentence signals; each field holds the words found, or is empty. `rest` is the sentence without them."""

    negation: str
    never: str
    change: str
    hedge: str
    exception: str
    rest: str

    @property
    def denied_in_person(self) -> bool:
        """Say whether somebody denies that something ever was: "I have never …", and no rule such as "never use …"."""
        return bool(self.never) and not self.never.lower().startswith("never")


class _Bilingual:
    """One kind of cue. Text without Hangul is only searched for the English words: that is most of the cost.

    `hints` are pieces of text of which every English match holds one; they are looked for first, being cheap. They are
    looked for in the whole sentence, in lower case: taking other cues out of it adds none.
    """

    def __init__(self, hints: str, english: str, korean: str) -> None:
        self._hints = Hints(hints.split("|"))
        self._english = re.compile(english, re.IGNORECASE)
        self._both = re.compile(f"{english}|{korean}", re.IGNORECASE)

    def may_stand_in(self, hangul: bool, lowered: str) -> bool:
        return hangul or self._hints.stand_in(lowered)

    def first(self, text: str, hangul: bool, lowered: str) -> str:
        if not self.may_stand_in(hangul, lowered):
            return ""
        match = (self._both if hangul else self._english).search(text)
        return match.group().strip() if match else ""

    def remove(self, text: str, hangul: bool) -> str:
        return (self._both if hangul else self._english).sub(" ", text)


_HEDGE = _Bilingual(
    "sure|certain|verified|confirmed|convinced|maybe|perhaps|probably|possibly|apparently|allegedly"
    "|presumably|supposedly|might|rumo|seem|think|guess|believe|suspect|assume|remember|not yet",
    r"\b(?:(?:i(?:'m| am)|we(?:'re| are)) )?not (?:entirely |really |quite |so )?"
    r"(?:sure|certain|verified|confirmed|convinced)(?: (?:if|how|why|whether|about|that))?"
    r"|\b(?:maybe|perhaps|probably|possibly|apparently|allegedly|presumably|supposedly|unverified|unconfirmed|might"
    r"|rumou?r\w*|seems?|(?:i|we) (?:think|guess|believe|suspect|assume)|if i remember|not yet (?:decided|clear))\b",
    r"아마도?|혹시|확실(?:하지|치|히는)\s?(?:않\w*|안\w*)?|확인(?:은|이|되지는)?\s?(?:안|못|되지)\s?\w*|일\s?수도"
    r"|(?:을|일|할|인|한|는)\s?것\s?같\w*|듯\s?(?:하|싶)\w*|같은데|는\s?말도|라는\s?소문\w*|추측\w*|모르겠\w*",
)
_NEVER = _Bilingual(
    "never|haven't|not once",
    r"\b(?:(?:i|we|he|she|they)(?:'ve| have|'s| has)? never(?: (?:actually|really|ever|personally))?"
    r"|never (?:actually|really|ever)?|haven't (?:ever|actually)|not once)\b",
    r"한\s?번도|(?:해\s?본|쓴|한|본|간|만난|사용한|다룬|배운|받은|참석한)\s?적(?:이|은|도)?\s?없\w*|전혀",
)
# Verbs that end something negate it: "we dropped support for Node 18".
_NEGATION = _Bilingual(
    "no|n't|any more|anymore|never|without|free of|neither|stop|drop|remov|discontinu|abandon|avoid"
    "|forbid|ban|deprecated|refuse",
    r"\b(?:no longer|not any ?more|any ?more|never|not|cannot"
    r"|(?:ca|wo|do|does|did|is|are|was|were|have|has|had|should|must|could|would)n't"
    r"|without|free of|neither|nor|none|no(?! one\b)|stop(?:s|ped|ping)?|drop(?:s|ped|ping)?"
    r"|remov(?:e|es|ed|ing)|discontinu(?:e|es|ed|ing)|abandon(?:s|ed)?|avoid(?:s|ed)?|forbid(?:s|den)?|ban(?:s|ned)?"
    r"|deprecated|refuse[sd]?)\b",
    r"더\s?이상|않\w*|없\w*|(?<![가-힣])(?:안|못)\s(?=[가-힣])|못\s?(?:하|한|합|해|했)\w*|(?<=지)\s?(?:마|말|맙)\w*|아니\w*|아닌\w*|아님"
    r"|금지\w*|중단\w*|폐지\w*|제거\w*|불가\w*",
)
_CHANGE = _Bilingual(
    "now|longer|any more|anymore|instead|as of|going forward|mov|chang|switch|replac|migrat|upgrad"
    "|downgrad|rais|lowered|increas|decreas|reduc|extended|shortened|rescheduled|postponed|adjusted"
    "|bumped|updat|took over|takes over|renamed|dropped|used to|revised|correct|turns out",
    r"\b(?:no longer|now|any ?more|instead(?: of)?|from now on|as of|going forward|mov(?:ed|ing)(?: (?:from|to|over))?"
    r"|chang(?:ed(?: to)?|e to|ing to)|switch(?:ed|es|ing)? (?:from|to|over)|replac(?:e|ed|es|ing)"
    r"|migrat(?:e|ed|es|ing)(?= (?:from|to|away|off|over))|upgrad(?:e|ed|es|ing)|downgrad(?:e|ed)|rais(?:e|ed|es)"
    r"|lowered|increas(?:e|ed|es)|decreas(?:e|ed)|reduc(?:e|ed)|extended|shortened|rescheduled|postponed|adjusted|bumped"
    r"|updat(?:e|ed)|took over|takes over|renamed|dropped|used to|revised|corrected|correction|turns out)\b",
    r"이제|이젠|더\s?이상|대신|앞으로는?|지금부터|(?:변경|수정|전환|교체|업그레이드|업데이트|연기|연장)(?:되|됐|된|했|하기|하였|함|됨|해)\w*"
    r"|바뀌\w*|바뀐\w*|바꿨\w*|바꾸\w*|바뀜|옮겼\w*|옮긴\w*|옮겨\w*|이전했\w*|올렸\w*|올린\w*|내렸\w*|늘렸\w*|늘어\w*|줄였\w*|줄어\w*"
    r"|미뤄\w*|미뤘\w*|당겨\w*|당겼\w*|정정\w*|새로운|새로|사실은",
)
_EXCEPTION = _Bilingual(
    "except|unless|when|if|only|is fine|for now|temporarily",
    r"\b(?:except(?:ion)?|unless|(?<=\w )(?:when|if)|only (?:for|in|on|when|if)|is fine (?:for|in|when)|for now"
    r"|temporarily)\b",
    r"예외\w*|제외\w*|(?<![가-힣])단,|임시로?|에\s?한해",
)
# The form of a negation without its sense: "not only", "no problem", "수밖에 없다".
_EMPTY_NEGATION = _Bilingual(
    "no|n't",
    r"\b(?:not (?:only|just|necessarily)|why (?:not|don't)|no (?:problem|worries|doubt|matter|wonder)"
    r"|don't (?:forget|know|worry)|(?:can't|cannot|couldn't) (?:wait|believe|agree more)|won't believe"
    r"|long time no \w+)\b",
    r"뿐(?:만)?\s?아니라|지\s?않\w*나요|지\s?않을까\w*|(?:문제|수밖에|틀림|상관)\s?없\w*",
)
_APPROXIMATE = re.compile(
    r"\b(?:about|around|roughly|approximately|some|nearly|almost)(?= {1,2}[§\d])"
    r"|(?<![가-힣])(?:약|대략)\s{1,2}(?=[§\d])",
    re.IGNORECASE,
)
# A figure, or the mark that stands for one which was taken out.
_FIGURE = re.compile(r"[§\d]")
_HANGUL = re.compile(r"[가-힣]")


def may_tell_change(sentence: str) -> bool:
    """Say whether a sentence may tell of a change; False is certain."""
    return _CHANGE.may_stand_in(_is_korean(sentence), sentence.lower())


def _is_korean(sentence: str) -> bool:
    return not sentence.isascii() and bool(_HANGUL.search(sentence))


def find_cues(sentence: str) -> Cues:
    """Return the cues of one sentence, and the sentence without them."""
    hangul = _is_korean(sentence)
    lowered = sentence.lower()
    rest = sentence
    hedge = _HEDGE.first(rest, hangul, lowered)
    if hedge:
        rest = _HEDGE.remove(rest, hangul)
    exception = _EXCEPTION.first(rest, hangul, lowered)
    change = _CHANGE.first(rest, hangul, lowered)
    negation = _NEGATION.first(rest, hangul, lowered)
    if negation:
        rest = _EMPTY_NEGATION.remove(rest, hangul)
        negation = _NEGATION.first(rest, hangul, lowered)
    never = _NEVER.first(rest, hangul, lowered)
    if never:
        rest = _NEVER.remove(rest, hangul)
    if negation or never:
        rest = _NEGATION.remove(rest, hangul)
    if change:
        rest = _CHANGE.remove(rest, hangul)
    if _FIGURE.search(rest):
        rest = _APPROXIMATE.sub("", rest)
    return Cues(never or negation, never, change, hedge, exception, rest)
