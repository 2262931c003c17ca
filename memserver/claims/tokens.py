"""Cuts a statement into tokens: words by their stem, values in one form, identifiers, paths and quoted runs whole.

Owns what counts as one thing when two statements are compared. It knows nothing of what the words mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from memserver.text.alternatives import canonical, group_of, scope_of
from memserver.text.korean import STOP_WORDS, korean_stem
from memserver.text.stems import english_stem
from memserver.text.terms import ENGLISH_STOP_WORDS
from memserver.text.values import Value, find_values
from memserver.text.words import words

_TOKEN = re.compile(
    r"`(?P<code>[^`\n]{1,120})`|[\"“](?P<quote>[^\"“”\n]{1,80})[\"”]"
    # Latin letters only: a Korean particle follows a name without a space. No name of a file is longer.
    r"|(?P<path>(?a:(?:\.{0,2}/)?[\w.-]{1,255}(?:/[\w.*-]{1,255})+/?))"
    r"|(?P<word>(?a:(?:--?)?[A-Za-z_][\w+#@-]*(?:[.:][\w+#-]+)*(?:\(\))?))"
    r"|(?P<hangul>[가-힣]+)|(?P<tag>(?a:#\w+))|(?P<other>[^\W\d_]+)"
)
_IDENTIFIER = re.compile(r"_|[a-z][A-Z]|\d|[./#@:]|\(\)$|^-|-.*-")
_GENERIC = words(
    "we i you us our use used uses using run runs running set sets setting go goes make makes made put keep keeps kept "
    "take takes done do does get want need let lets please decided decision agreed rule note fyi team project thing "
    "one ones way there here ok okay yes"
)
SHORTEST_NOUN = 2
_GENERIC_KOREAN = words(
    "쓰 사용 하 되 있 이용 우리 저희 것 거 함 됨 씁 쓴 쓸 쓰기 합 한 정하 정했 결정 규칙 팀 프로젝트 갑시 가자"
)
# "배포하지", "배포했습니다" and "배포입니다" are 배포: a noun that is done, or that something is.
_DONE = re.compile(
    r"(?:(?:하|되|시키)(?:[고지며면는기여자던다게니]|려고|세요|십시오|도록|거나|는데|려면|지만|ㅁ)?"
    r"|(?:했|됐|시켰)(?:습니다|어요|다|고|지|음|던|으며|는데|지만|더니|을)?|(?:해|돼|되어|하여)(?:요|서|야|도|줘|주세요)?"
    r"|(?:합|됩)(?:니다|시다)|[한된](?:다)?|[할될함됨]"
    r"|이(?:다|며|고|에요)|입니다|예요|임)$"
)
_KOREAN_AUXILIARIES = words(
    "합니다 한다 해요 했다 했습니다 하다 하고 하지 됩니다 된다 됐다 되었습니다 않는다 않습니다 않아요 않고 않음 않기 "
    "않도록 안 못 있습니다 있다 있어요 있음 없습니다 없다 없어요 없음 입니다 이다 이에요 예요 아닙니다 아니다 주세요 "
    "줘 줘요 바랍니다 말고 마세요 이제 앞으로 부터 그리고 그런데 그래서 다만"
)
# A Korean word ends in one of these where it says in which place, case or time something holds.
ROLE_ENDINGS = ("에서는", "에서만", "에서", "에게는", "에게", "에는", "때는", "때", "으면", "하면", "면")


class Token(NamedTuple):
    """One token: the form in which it is compared, what it is, and how it was written."""

    key: str
    kind: str
    """word, stop, value, identifier, name, quote"""
    written: str
    role: str = ""
    """Of a Korean word: the ending that tells a place, case or time."""
    value: Value | None = None


def tokens_of(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text in order."""
    return tuple(_read(text))


def _read(text: str) -> Iterator[Token]:
    values = list(find_values(text))
    korean = bool(re.search("[가-힣]", text))
    position, end = 0, -1
    starts = {value.start: value for value in values if value.end > value.start}
    first = True
    while position < len(text):
        value = starts.get(position)
        if value is not None:
            yield Token(f"{value.kind}:{value.unit}:{value.normal}", "value", value.words, value=value)
            end = position = value.end
            first = False
            continue
        match = _TOKEN.match(text, position)
        if match is None or any(position < start < match.end() and match["word"] for start in starts):
            position += 1
            continue
        # What follows a Latin word or a value without a space is its particle.
        glued = match["hangul"] is not None and position == end
        for token in _tokens(match, korean, first):
            if not glued:
                yield token
                first = False
        end = position = match.end()


def _tokens(match: re.Match[str], korean: bool, first: bool) -> Iterator[Token]:
    written = match.group().strip('`"“”')
    if match["code"] or match["path"]:
        yield Token(written.lower(), "identifier", written)
    elif match["quote"]:
        yield Token(written.lower(), "quote", written)
    elif match["hangul"]:
        yield _korean(written)
    elif match["tag"]:
        yield Token(written.lower(), "identifier", written)
    elif match["word"]:
        yield _latin(written, korean, first)
    else:
        yield Token(written.lower(), "word", written)


def _latin(written: str, korean: bool, first: bool) -> Token:
    lowered = written.lower().rstrip(".:")
    if _IDENTIFIER.search(written) and not written.isalpha():
        return Token(lowered, "identifier", written)
    if lowered in ENGLISH_STOP_WORDS or lowered in _GENERIC:
        return Token(lowered, "stop", written)
    key = _one_name(lowered)
    if key == lowered and scope_of(key) is None and group_of(key) is None:
        key = english_stem(lowered) if lowered.isascii() and lowered.isalpha() else lowered
    named = (written[0].isupper() and not first) or (written.isupper() and len(written) > 1) or korean
    camel = written != written.lower() and written[1:] != written[1:].lower()
    return Token(key, "name" if named or camel else "word", written)


@lru_cache(maxsize=16_384)
def _korean(written: str) -> Token:
    role = next((ending for ending in ROLE_ENDINGS if written.endswith(ending) and len(written) > len(ending)), "")
    stem = korean_stem(korean_stem(written))
    done = _DONE.search(stem)
    if done and done.start() >= SHORTEST_NOUN:
        stem = stem[: done.start()]
    key = _one_name(stem)
    stop = bool({stem, written} & (STOP_WORDS | _GENERIC_KOREAN | _KOREAN_AUXILIARIES))
    return Token(key, "stop" if stop else "word", written, role)


def _one_name(word: str) -> str:
    """Return the one name of a thing or a scope that has several: "prod" and "운영" are production."""
    scope = scope_of(word)
    return scope[1] if scope else canonical(word)
