"""What a memory speaks of, in words that a file can hold: names, values, quoted strings, and its other words.

Owns reading the memory's text. Which of the words stand in a file, and where, is the business of `places_in_file`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memserver.text.words import words
from memserver.workspace.outline import NUMBER, number_token, string_tokens
from memserver.workspace.text_outline import prose_tokens

MOST_WORDS = 48

_TICKED = re.compile(r"`{1,3}([^`\n]{1,200})`{1,3}")
_QUOTED = re.compile(r"\"([^\"\n]{1,200})\"|(?<!\w)'([^'\n]{1,200})'(?!\w)|[“「『]([^”」』\n]{1,200})[”」』]")
_PATH = re.compile(
    r"(?<![A-Za-z0-9_.@-])(?:[A-Za-z0-9_.@-]*+(?:/[A-Za-z0-9_.@-]++)+"
    r"|[A-Za-z0-9_-]++\.(?:py|pyi|ts|tsx|js|jsx|go|rs|java|md|toml|ya?ml|json|ini|cfg|rb|c|h|cpp|cs|kt|swift|sh|sql|css"
    r"|html|txt|env)(?![A-Za-z0-9_]))"
)
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*(?:\.[A-Za-z_$][A-Za-z0-9_$]*)*(\()?")
_SETTING = re.compile(r"(?<![\w.-])[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)+(?![\w-])")
_NUMBER = re.compile(r"(?<![\w.-])(\d[\d_]*(?:,\d{3})*(?:\.\d+)*)(\s?%|\s?퍼센트)?")
_LINE = re.compile(r"(?:\blines?\s+|:|\bL)(\d{1,6})\b|(\d{1,6})\s?(?:번째\s?)?(?:줄|행)")
_SIGNATURE = re.compile(
    r"\b(?:parameters?|arguments?|keywords?|kwargs?|args?)\b|인자|인수|매개변수|파라미터|시그니처|[\w)]\(\s*\w+\s*[,)=]",
    re.IGNORECASE,
)
_CODE_WORD = re.compile(r"[A-Za-z_$][\w$]*|\d+(?:\.\d+)?")
_HANGUL = re.compile(r"[가-힣]")
_COUNTS = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "twelve": "12", "twice": "2", "두": "2", "세": "3", "네": "4", "다섯": "5", "여섯": "6",
    "일곱": "7", "여덟": "8", "아홉": "9", "열": "10",
}  # fmt: skip
_COMMON = words(
    """a an the and or but not no is are was were be been being it its this that these those of to in on at by for from
    with without into over under as if then else when while where which who whom whose what how why than so such only
    also too very more most less least each every any all some none one other another same new old first last before
    after between during until since because therefore thus does do did done has have had having can could may might
    must shall should will would use uses used using make makes made set sets get gets take takes takes give gives
    given there here they them their we our you your he she his her i me my us file files line lines value values code
    function functions method methods class classes module modules name names called calls call run runs self true
    false null return returns returned raise raises raised import def type types argument arguments parameter
    parameters default defaults option options both either neither yet still never always out up down off own"""
)


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """The words of a memory. A hard word is a name or a value, which it means exactly; a soft one is any other."""

    names: tuple[str, ...]
    """Names that may be defined in a file, dotted as they were written, the clearest first."""
    hard: frozenset[str]
    soft: frozenset[str]
    prose: frozenset[str]
    lines: tuple[int, ...]
    quotes: tuple[frozenset[str], ...] = ()
    """The words of the pieces of code that it quotes."""
    of_docs: bool = False
    of_signature: bool = False
    """Whether it speaks of documentation, of what a function takes."""


def spoken_words(text: str) -> SpokenWords:
    """Read a memory's text."""
    text = text[:20_000]
    lines = tuple(dict.fromkeys(int(match.group(1) or match.group(2)) for match in _LINE.finditer(text)))[:4]
    plain = _PATH.sub(lambda match: " " if _is_path(match.group()) else match.group(), text)
    names: dict[str, int] = {}
    hard: dict[str, None] = {}
    soft: dict[str, None] = {}
    for match in _TICKED.finditer(plain):
        _read_code(match.group(1), names, hard)
    for match in _QUOTED.finditer(plain):
        said = next(group for group in match.groups() if group is not None)
        for token in string_tokens(said):
            (hard if token[1:].lower() not in _COMMON else soft)[token[1:]] = None
    _read_names(plain, names, hard, soft)
    _read_numbers(plain, hard, soft)
    ordered = sorted(names, key=lambda name: (names[name], -len(name)))
    return SpokenWords(
        names=tuple(ordered[:MOST_WORDS]),
        hard=frozenset(list(hard)[:MOST_WORDS]),
        soft=frozenset([word for word in soft if word not in hard][:MOST_WORDS]),
        prose=frozenset(word.lstrip(NUMBER) for word in prose_tokens(plain) if word not in _COMMON and len(word) > 1),
        lines=lines,
        quotes=tuple(quote for match in _TICKED.finditer(plain) if len(quote := _code_words(match.group(1))) > 1)[:8],
        of_docs="docstring" in plain.lower(),
        of_signature=bool(_SIGNATURE.search(plain)),
    )


def _read_names(plain: str, names: dict[str, int], hard: dict[str, None], soft: dict[str, None]) -> None:
    korean = bool(_HANGUL.search(plain))
    for match in _NAME.finditer(plain):
        name = match.group().rstrip("(")
        if match.group(1) or _is_code(name):
            names.setdefault(name, 1)
            for part in name.split("."):
                if part.lower() not in _COMMON or len(name.split(".")) > 1:
                    hard[part] = None
        elif name.lower() not in _COMMON and len(name) > 1:
            # Who writes Korean writes a Latin word because the code does.
            (hard if korean and len(name) > 2 else soft)[name] = None
            names.setdefault(name, 3 if not name[0].isupper() or match.start() == 0 else 2)
    for match in _SETTING.finditer(plain):
        soft[match.group()] = soft[match.group().lower()] = None
        names.setdefault(match.group(), 2)


def _read_numbers(plain: str, hard: dict[str, None], soft: dict[str, None]) -> None:
    for number, percent in _NUMBER.findall(plain):
        value = number_token(number.replace(",", ""))[1:]
        hard[value] = None
        if percent and value.count(".") < 2:
            hard[number_token(repr(float(value) / 100))[1:]] = None
    for word, count in _COUNTS.items():
        if re.search(rf"\b{word}\b", plain.lower()):
            soft[count] = None


def _code_words(code: str) -> frozenset[str]:
    """Return the words of a quoted piece of code; a name alone, however long, is none."""
    if _NAME.fullmatch(code.strip().removesuffix(")")):
        return frozenset()
    return frozenset(_CODE_WORD.findall(code))


def _read_code(code: str, names: dict[str, int], hard: dict[str, None]) -> None:
    found = _NAME.fullmatch(code.strip().removesuffix(")"))
    if found:
        names[found.group().rstrip("(")] = 0
    elif _SETTING.fullmatch(code.strip()):
        names[code.strip()] = 0
        hard[code.strip()] = None
    for match in _NAME.finditer(code):
        name = match.group().rstrip("(")
        if not found and "." in name:
            names.setdefault(name, 1)
        for part in name.split("."):
            hard[part] = None


def _is_path(text: str) -> bool:
    return "." in text or text.count("/") > 1


def _is_code(name: str) -> bool:
    if "." in name:
        return True
    inner = name[1:]
    if "_" in name or "$" in name:
        return True
    if name.isupper():
        return False
    return any(letter.isupper() for letter in inner) or any(letter.isdigit() for letter in inner)
