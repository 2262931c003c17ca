"""What a statement permits or forbids, and which verb it negates; in English and Korean.

Owns two narrow questions, "is it allowed?" and "is this verb negated here and not there?". A statement with an
exception, or with both stances, has none: what holds with an exception contradicts little.
"""

from __future__ import annotations

import re

from memserver.claims.claim import claim_of
from memserver.growth.answer_statements import Statement, subject_key, subject_words, word_stem

FORBIDDEN, ALLOWED = -1, 1

_FORBIDS = re.compile(
    r"\b(?:may|can|must|should|shall)(?: not|n't)\b|\bcannot\b|\b(?:no one|nobody|none|no \w+) (?:may|can|is allowed)\b"
    r"|\b(?:not|n't|never|no longer|isn't|aren't) (?:be |been )?(?:allowed|permitted|possible|supported|okay|ok|fine)\b"
    r"|\b(?:forbidden|prohibited|banned|disallowed|off limits|out of bounds)\b|\bnever be\b"
    r"|수 없|수가 없|수는 없|안 ?(?:된|됩|돼|되)|금지|불가|허용하지 ?않|허용되지 ?않|허용 ?안|막혀|막는|말 것"
    r"|마세요|마십시오|못 ?(?:한|합|하)",
    re.IGNORECASE,
)
_ALLOWS = re.compile(
    r"\b(?:may|can|could)\b(?!(?: not|n't))|\b(?:allowed|permitted|okay|ok|fine|free to|welcome to|no problem)\b"
    r"|수 ?있|해도 ?(?:된|됩|돼|되|괜찮|좋|상관)|[아어해]도 ?(?:된다|됩니다|돼|괜찮)|가능|허용(?!하지|되지| 안)"
    r"|괜찮습니다|자유롭게",
    re.IGNORECASE,
)
_EXCEPTION = re.compile(
    r"\b(?:unless|except|only|other than|apart from|outside of|provided|as long as|without)\b|예외|제외|다만|에만|한해"
    r"|경우에만|때만|아니면|빼고|이외|(?<=[가-힣])만 ",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:not|never|no longer|n't|cannot|isn't|aren't|wasn't|won't|doesn't|don't|didn't|can't)\s+"
    r"(?:(?:be|been|get|yet|ever|automatically|directly)\s+)?(?P<verb>[a-z]{3,})(?:\s(?:the|a|an|any"
    r"|any of)?\s?(?P<object>[a-z]{3,}))?",
    re.IGNORECASE,
)
_KOREAN_NEGATED = re.compile(
    r"(?P<verb>[가-힣]{2,})(?:하|되|시키)?지 ?(?:않|못|마|말)|(?<![가-힣])안 (?P<after>[가-힣]{2,})"
)
_ANY_NEGATION = re.compile(
    r"\b(?:not|no|never|nor|without|cannot|instead|unless|nobody|none|except|only)\b|n't\b"
    r"|않|없|못|안 |아니|말|대신|금지|불가|마세요|제외",
    re.IGNORECASE,
)
_EXCLUDING = tuple(
    tuple(re.compile(side, re.IGNORECASE) for side in pair)
    for pair in (
        (
            r"\b(?:mandatory|compulsory|required|obligatory|must)\b|필수|해야 ?(?:한|합|해|됩|된|만)",
            r"\boptional\b|\bvoluntary\b|선택 ?사항|선택적",
        ),
        (r"\bpublic(?:ly)?\b|(?<!비)공개", r"\bprivate(?:ly)?\b|비공개"),
        (r"\binternal(?:ly)?\b|내부", r"\bexternal(?:ly)?\b|외부"),
        (
            r"\b(?:enabled|active|activated|switched on|turned on)\b|(?<!비)활성",
            r"\b(?:disabled|inactive|switched off|turned off)\b|비활성",
        ),
        (r"\bautomatic(?:ally)?\b|\bby itself\b|자동", r"\bmanual(?:ly)?\b|\bby hand\b|수동|손으로|직접"),
        (r"\basynchronous(?:ly)?\b|\basync\b|비동기", r"(?<!a)\bsynchronous(?:ly)?\b|\bsync\b|(?<!비)동기"),
        (r"\balways\b|항상", r"\bnever\b|절대"),
        (r"(?<!un)\bencrypted\b|(?<!미)암호화", r"\bunencrypted\b|\bplain ?text\b|평문"),
        (r"\bincluded?\b|포함", r"\bexcluded?\b|\bleft out\b|제외"),
        (r"\bbefore\b|이전|전에", r"\bafter\b|이후|후에|뒤에"),
        (r"\bascending\b|오름차순", r"\bdescending\b|내림차순"),
        (r"\bfree of charge\b|\bfor free\b|무료", r"\bpaid\b|\bcharged\b|유료"),
        (r"\bmonthly\b|매월|매달", r"\bweekly\b|매주"),
        (r"\bweekly\b|매주", r"\bdaily\b|매일"),
        (r"\bdaily\b|매일", r"\bmonthly\b|매월|매달"),
    )
)
_EMPTY_VERBS = frozenset({"get", "have", "has", "use", "make", "take", "give", "need", "let", "set", "run", "see"})
_CLAUSE_END = re.compile(r"[,;:.]\s")
_ACT_WORDS, _ACT_CHARACTERS = 4, 60
_YES = re.compile(r"^\W*(?:yes|yeah|yep|sure|certainly|of course|네|예|응|그럼요|물론)\b", re.IGNORECASE)
_NO = re.compile(r"^\W*(?:no|nope|아니요|아뇨|아니오|아닙니다)\b(?! (?:one|longer|problem))", re.IGNORECASE)
_ASKS = re.compile(
    r"\b(?:may|can|could|allowed|permitted|okay|ok|fine|possible)\b|해도 ?(?:돼|되|될|괜찮)|[아어]도 ?(?:돼|되"
    r"|될)|수 ?있|가능",
    re.IGNORECASE,
)


def stance(text: str) -> int:
    """Return whether a statement allows (1) or forbids (-1); 0 when neither or both."""
    forbids = bool(_FORBIDS.search(text))
    allows = bool(_ALLOWS.search(_FORBIDS.sub(" ", text)))
    return allows - forbids


def act_of(text: str) -> frozenset[str]:
    """Return the words that say what is allowed or forbidden: behind an English cue, before a Korean one."""
    found: set[str] = set()
    for match in (*_FORBIDS.finditer(text), *_ALLOWS.finditer(text)):
        korean = not match.group().isascii()
        part = (
            text[max(0, match.start() - _ACT_CHARACTERS) : match.start()]
            if korean
            else text[match.end() :][:_ACT_CHARACTERS]
        )
        parts = _CLAUSE_END.split(part)
        tokens = [
            subject_key(token)
            for token in claim_of(parts[-1 if korean else 0]).tokens
            if token.kind not in {"stop", "value"}
        ]
        found.update(tokens[-_ACT_WORDS:] if korean else tokens[:_ACT_WORDS])
    return frozenset(found)


def replied(answer: str, prompt: str) -> int:
    """Return the stance of a bare yes or no to a question of permission; 0 for anything else."""
    if not _ASKS.search(prompt):
        return 0
    return ALLOWED if _YES.search(answer) else FORBIDDEN if _NO.search(answer) else 0


def has_exception(text: str) -> bool:
    """Say whether a statement holds only in part."""
    return bool(_EXCEPTION.search(text))


def negated_verbs(statement: Statement) -> frozenset[str]:
    """Return the stems of the verbs that a statement negates."""
    found = set()
    for match in _NEGATED.finditer(statement.text):
        verb = match["verb"].lower()
        # "Never get access": the verb says nothing, what it is done to does.
        said = verb if verb not in _EMPTY_VERBS else (match["object"] or "").lower()
        found.add(word_stem(said))
    for match in _KOREAN_NEGATED.finditer(statement.text):
        found.add((match["verb"] or match["after"])[:2])
    return frozenset(found)


def _first_word(statement: Statement) -> str:
    return next(iter(subject_words(statement.text)), "")


def negates(text: str) -> bool:
    """Say whether anything in a statement is negated."""
    return bool(_ANY_NEGATION.search(text))


def denied_verb(one: Statement, other: Statement, prompt: frozenset[str] = frozenset()) -> str:
    """Return a verb that one statement negates and the other states plainly; "" when there is none.

    Both must be about one thing: what either speaks of first stands in the other, or in the question.
    """
    if not all(_first_word(mine) in theirs.words | prompt for mine, theirs in ((one, other), (other, one))):
        return ""
    for denying, plain in ((one, other), (other, one)):
        if negates(plain.text):
            continue
        said = {subject_key(token) for token in plain.claim.tokens}
        said |= {word_stem(token.written.lower()) for token in plain.claim.tokens}
        for verb in sorted(negated_verbs(denying)):
            if verb in said:
                return verb
    return ""


def excluding(one: str, other: str) -> tuple[str, str]:
    """Return two words of two statements that cannot both hold; empty when there are none."""
    for words in _EXCLUDING:
        mine, theirs = ({index for index, pattern in enumerate(words) if pattern.search(text)} for text in (one, other))
        if len(mine) == 1 and len(theirs) == 1 and mine != theirs:
            found = [words[index].search(text) for (index,), text in ((mine, one), (theirs, other))]
            return str(found[0] and found[0].group().lower()), str(found[1] and found[1].group().lower())
    return "", ""
