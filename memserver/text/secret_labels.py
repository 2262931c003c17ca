"""Secrets that are recognised by the label in front of them: `password = …`, `비밀번호: …`, `Bearer …`, `user:…@host`.

Owns the labels in Korean and English and the judgement whether what follows is a value or merely talk about one. It
only says where a secret stands; replacing it is the business of `redaction`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memserver.text.secret_providers import Span
from memserver.text.words import words

_ENGLISH_LABEL = (
    r"(?:pass(?:word|wd|phrase|code)|passwd|pwd|secret(?:[ _-]?(?:access[ _-]?)?key)?"
    r"|(?:access|auth|refresh|bearer|session|id|bot|deploy|personal[ _-]access|api)[ _-]?token|token"
    r"|(?:api|access|auth|account|client|service|private|priv|encryption|signing|master|storage|license)[ _-]?key"
    r"|client[ _-]?secret|otp|pin[ _-]?code)"
)
# "max_tokens", "token count", "secret name" speak about tokens, they do not hold one.
_NOT_AFTER = r"(?<![A-Za-z])(?<!max_)(?<!max )(?<!num_)(?<!min_)(?<!n_)(?<!per )(?<!public )(?<!public_)"
_KOREAN_LABEL = (
    r"(?:비밀\s?번호|패스워드|비번|암호|인증\s?(?:키|토큰)|(?:액세스|접근|접속|api|API|리프레시|봇)\s?(?:키|토큰)"
    r"|토큰|시크릿(?:\s?키)?|비밀\s?키|개인\s?키|보안\s?키|인증서\s?비밀번호)"
)
_QUOTED = r"\"(?P<dq>[^\"\n]{1,400})\"|'(?P<sq>[^'\n]{1,400})'|`(?P<bq>[^`\n]{1,400})`"
_BARE = r"(?P<bare>[^\s\"'`,;，、]{1,400})"

_ASSIGNED = re.compile(
    rf"{_NOT_AFTER}(?P<label>(?:[A-Za-z0-9]{{1,30}}[_-]){{0,4}}[A-Za-z0-9]{{0,20}}?{_ENGLISH_LABEL})(?:[_-][A-Za-z0-9]{{1,20}})?[\"'\])]{{0,2}}"
    rf"[ \t]{{0,4}}(?:=>|:=|==?|:(?!:))[ \t]{{0,4}}(?:{_QUOTED}|{_BARE})",
    re.IGNORECASE,
)
_SPOKEN = re.compile(
    rf"{_NOT_AFTER}(?P<label>{_ENGLISH_LABEL})(?: for [\w@.-]{{1,40}}(?: [\w@.-]{{1,40}})?)?"
    rf" (?:(?:is|was|has been)(?: now)?(?: (?:changed|set|reset|updated) to)?|to|as) (?:{_QUOTED}|{_BARE})",
    re.IGNORECASE,
)
_KOREAN = re.compile(
    rf"(?P<label>{_KOREAN_LABEL})(?P<joint>[ \t]{{0,3}}[:=：][ \t]{{0,3}}|(?:은|는|이|가|을|를)?[ \t]{{1,3}})"
    rf"(?:{_QUOTED}|{_BARE})"
)
# Most notes have none of these words; looking for them is far cheaper than for whole labels.
_ANY_LABEL = re.compile(r"pass|pwd|secret|token|key|otp|pin", re.IGNORECASE)
_FLAG = re.compile(r"(?<![\w-])(?:--password|--token|--secret|-p)[= ](?P<bare>[^\s\"'`]{6,200})")
_BEARER = re.compile(r"\b(?:Bearer|bearer|BEARER)[ \t]+(?P<bare>[A-Za-z0-9._~+/-]{12,2000}=*)")
_BASIC = re.compile(r"\b[Bb]asic[ \t]+(?P<bare>[A-Za-z0-9+/]{12,400}={0,2})(?![A-Za-z0-9])")
_CONNECTION = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s:/@?#]{0,100}:(?P<bare>[^\s/]{1,200})@[\w\[]")
_RESIDENT = re.compile(
    r"(?<!\d)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?P<dash>[ \t]?-[ \t]?)?[1-8]\d{6}(?![\d-])"
)
_RESIDENT_LABEL = re.compile(r"(?:주민|외국인)\s?(?:등록)?\s?번호[^\n]{0,12}$")

_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?!-----END)[\s\S]){0,20000}(?:-----END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)?-----)?"
)

# Words that stand where a value could stand, but describe it.
_DESCRIPTIONS = words(
    """string str text varchar char number int integer bool boolean bytes any none null nil undefined true false yes no
    required optional missing invalid wrong empty blank unset hidden masked redacted encrypted hashed rotated expired
    revoked unknown default example placeholder changeme todo tbd secretstr field input password secret token key value
    env environment vault keychain here there not never must should may can will the a an in on at from for to of and or
    stored kept saved managed set needed used based only in-memory unchanged correct valid
    """
)
_REFERENCE = re.compile(
    r"\$[A-Z_{(]|%[A-Z_]+%|<[A-Za-z]|[{(\[]|\*{2,}|x{3,}|X{3,}|\.{2,}|…|os\.|process\.|env\.|ENV\[|config\.|settings\.|self\.|this\.|req(?:uest)?\.|args\."
    r"|secrets\.|vault:|arn:|https?://|/|~/|\./|op://|your[-_ ]|my[-_]|some[-_]|example|getpass|input\("
)
_CODE = re.compile(r"[A-Za-z_][\w.]*(?:\(|\[|\.[a-z_]+[A-Za-z_]*$|::)|^[A-Z][a-z]+(?:Str|Type|Field)?[|)]")
_PLAIN_WORD = re.compile(r"[A-Za-z]+(?:[-_][A-Za-z]+)*[.!?:)]?$")
_HANGUL = re.compile(r"[가-힣]")
_STRONG = re.compile(r"(?=.*[A-Za-z])(?=.*(?:\d|[^\w\s가-힣.,:;-]))")


def _value(match: re.Match[str]) -> tuple[str, int, int, bool]:
    for name in ("dq", "sq", "bq"):
        if name in match.re.groupindex and match.group(name) is not None:
            return match.group(name), match.start(name), match.end(name), True
    bare = match.group("bare")
    trimmed = bare.rstrip(".)]}>:!?")
    # A closing bracket or full stop belongs to the sentence; what is left of only such signs is no value.
    return trimmed, match.start("bare"), match.start("bare") + len(trimmed), False


def _is_reference(value: str) -> bool:
    return bool(_REFERENCE.match(value)) or value.lower().strip(".:") in _DESCRIPTIONS


def _is_assigned_value(value: str, quoted: bool, label: str, rest: str) -> bool:
    """Judge what follows `label =` or `label:`."""
    if len(value) < 4 or _is_reference(value) or _CODE.match(value):
        return False
    if value.isdigit():
        return len(value) >= 4 and "token" not in label.lower()
    if not quoted and _HANGUL.search(value):
        return False
    if _PLAIN_WORD.match(value) and not quoted:
        # "password: must be long" goes on in words; "password: swordfish" ends there.
        return value.lower() == value and not re.match(r"[ \t]+[A-Za-z가-힣]", rest) and len(value) >= 6
    return " " not in value or bool(_STRONG.match(value))


def _is_spoken_value(value: str, quoted: bool) -> bool:
    """Judge what follows "the password is": only what no sentence would go on with."""
    if len(value) < 6 or _is_reference(value) or _CODE.match(value) or " " in value:
        return False
    if _HANGUL.search(value):
        return quoted and any(c.isdigit() for c in value)
    return quoted or (
        bool(_STRONG.match(value)) and not re.fullmatch(r"[A-Za-z]+[-'’/][A-Za-z]+|\d+[A-Za-z]{1,7}", value)
    )


def _is_spoken_korean(value: str, quoted: bool, label: str) -> bool:
    if value.isdigit():
        return len(value) >= 4 and "번" in label
    return _is_spoken_value(value, quoted)


def _labelled(text: str) -> Iterator[Span]:
    for match in _ASSIGNED.finditer(text):
        value, start, end, quoted = _value(match)
        if _is_assigned_value(value, quoted, match.group("label"), text[match.end() : match.end() + 3]):
            yield Span(start, end, _kind_of(match.group("label")))
    for match in _SPOKEN.finditer(text):
        value, start, end, quoted = _value(match)
        if _is_spoken_value(value, quoted):
            yield Span(start, end, _kind_of(match.group("label")))


def _korean(text: str) -> Iterator[Span]:
    for match in _KOREAN.finditer(text):
        value, start, end, quoted = _value(match)
        if not quoted:
            # The particle or copula is glued to the value: "hunter2야", "abc123입니다".
            glued = re.match(r"[^가-힣]*", value)
            value = (glued.group() if glued else "").rstrip(".,")
            end = start + len(value)
        assigned = any(sign in match.group("joint") for sign in ":=：")
        label = match.group("label")
        if (
            _is_assigned_value(value, quoted, _kind_of(label), "")
            if assigned
            else _is_spoken_korean(value, quoted, label)
        ):
            yield Span(start, end, _kind_of(label))


def _kind_of(label: str) -> str:
    lowered = label.lower()
    if "token" in lowered or "토큰" in lowered:
        return "token"
    if "key" in lowered or "키" in lowered:
        return "api-key"
    if "secret" in lowered or "시크릿" in lowered:
        return "secret"
    return "password"


def _resident_numbers(text: str) -> Iterator[Span]:
    for match in _RESIDENT.finditer(text):
        # Without the dash it could be any 13 digits, such as a time in milliseconds.
        if match.group("dash") or _RESIDENT_LABEL.search(text, max(0, match.start() - 24), match.start()):
            yield Span(match.start(), match.end(), "resident-number")


def labelled_spans(text: str) -> Iterator[Span]:
    """Yield where labelled secrets stand, in no particular order; spans may overlap."""
    if "-----BEGIN" in text:
        for match in _PRIVATE_KEY.finditer(text):
            yield Span(match.start(), match.end(), "private-key")
    if _ANY_LABEL.search(text):
        yield from _labelled(text)
    if _HANGUL.search(text):
        yield from _korean(text)
    for pattern, kind in ((_FLAG, "password"), (_BEARER, "bearer-token"), (_BASIC, "basic-auth")):
        for match in pattern.finditer(text):
            value, start, end, _ = _value(match)
            if not _is_reference(value) and any(c.isdigit() for c in value):
                yield Span(start, end, kind)
    if "://" in text:
        for match in _CONNECTION.finditer(text):
            if not _is_reference(match.group("bare")):
                yield Span(match.start("bare"), match.end("bare"), "connection-password")
    yield from _resident_numbers(text)
