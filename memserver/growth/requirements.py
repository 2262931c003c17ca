"""The requirement graph: which task a prompt asks for, what its result must contain, and whether an answer does.

Task types are data (`data/requirements.json`, extended by the user's own file, see `requirement_files`). A type is
detected when one of its objects stands in the prompt together with one of its actions: "write the meeting minutes" is a
task, "where are the meeting minutes?" is not. Nothing here reads files or remembers turns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memserver.growth.deadlines import names_deadline
from memserver.growth.owners import names_owner
from memserver.text.phrases import may_contain, phrase_pattern

# A request states its task at its beginning or its end; what lies between in a long prompt is pasted material.
_HEAD_CHARACTERS = 600
_TAIL_CHARACTERS = 300
# The result of a task is shorter than this; what lies beyond is pasted.
_ANSWER_CHARACTERS = 40_000
# As much of a line as is looked at to see whether a label is followed by anything.
_LINE_CHARACTERS = 400

# Every repetition below is bounded or can begin in one place only: an answer of any length is read in linear time.
_DETECTORS: Mapping[str, re.Pattern[str]] = {
    "@date": re.compile(
        r"\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b|\b\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?\b|\d{1,2}\s*월\s*\d{1,2}\s*일|\d{4}\s*년"
        r"|\b(?:\d{1,2}(?:st|nd|rd|th)?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,4}\b"
        r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|[월화수목금토일]요일|\b(?:today|tomorrow|yesterday)\b|오늘|내일|어제",
        re.IGNORECASE,
    ),
    "@time": re.compile(
        r"\b\d{1,2}:\d{2}\b|\b\d{1,2}\s*[ap]\.?m\b|(?:오전|오후)\s*\d{1,2}\s*시|\d{1,2}\s*시(?!간)", re.IGNORECASE
    ),
    "@time-range": re.compile(r"\d{1,2}:\d{2}\s*(?:-|–|~|to|until)\s*\d{1,2}:\d{2}|시부터.{0,12}시까지", re.IGNORECASE),
    # A deadline in the flow of a sentence: "by Friday", "14일까지".
    "@due": re.compile(
        r"\b(?:by|before|until|no later than)\s+(?:the\s+)?(?:end of|eod|eow|next|this|tomorrow|tonight|today|\d{1,4}\b"
        r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d)"
        r"|(?:\d\s*[일월주시]|요일|오늘|내일|모레|이번\s?주|다음\s?주|[주월연]\s?말|말)\s?(?:[가-힣]{1,2}\s?)?까지",
        re.IGNORECASE,
    ),
    "@duration": re.compile(
        r"(?<!\d)\d{1,6}\s{0,3}(?:(?:min|minutes?|h|hours?|days?|weeks?)\b|분|시간|일간|주간|개월)", re.IGNORECASE
    ),
    "@version": re.compile(r"\bv?\d{1,6}\.\d{1,6}\b", re.IGNORECASE),
    "@money": re.compile(r"[$€£₩]\s?\d|(?<![\d,.])\d[\d,.]{0,20}\s?(?:(?:USD|EUR|KRW)\b|(?:만|억|천)?\s?원)"),
    "@url": re.compile(r"https?://\S+", re.IGNORECASE),
    "@path": re.compile(
        r"(?<![\w./-])(?:[\w./-]{1,120}\.[a-z]{1,5}(?::|\#L)\d|[\w-]{1,60}/[\w./-]{1,120}\.[a-z]{1,5}\b)", re.IGNORECASE
    ),
    "@steps": re.compile(r"^[ \t]*(?:1[.)]|①).+(?:\n.*){0,8}?\n[ \t]*(?:2[.)]|②)", re.MULTILINE),
    "@code": re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE),
}
# Who does a thing and by when is told by how its line is built.
_LINE_DETECTORS: Mapping[str, Callable[[str], bool]] = {"@owner": names_owner, "@deadline": names_deadline}
_TABLE_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
DETECTOR_NAMES = frozenset(_DETECTORS) | frozenset(_LINE_DETECTORS)
# A single question about something asks for an answer, not for work: "who signs off the plan of a release?".
_QUESTION = re.compile(
    r"\W*(?:who|whom|whose|when|where|why|which|what|how (?:many|much|long|often|old)"
    r"|did|does|is|are|was|were|has|have)\b[^?.!\n]*\?\W*",
    re.IGNORECASE,
)
_KOREAN_QUESTION = re.compile(
    r"(?=[^?.!\n]*(?:누가|누구|언제|어디|왜|무엇|무슨|뭐|뭘|어느|몇))(?![^?.!\n]*(?:줘|주세요|줄래|주실|주시겠))[^?.!\n]*\?\W*"
)
# A source file that is named after a task (`schedule.py`) is not the task.
_SOURCE_FILE = re.compile(
    r"[\w./-]{0,120}\w\.(?:py|tsx?|jsx?|go|rs|java|kt|rb|php|c|cc|cpp|h|cs|sql|sh|css|html|json|ya?ml|toml|vue|swift)\b"
)

# What people and models write where they know nothing: naming an element like that does not fill it.
_PLACEHOLDER = re.compile(
    r"\W*(?:tbd|tba|todo|n/?a|none|unknown"
    r"|not (?:stated|known|specified|provided|mentioned|given|available|yet)[\w ]{0,20}"
    r"|to be (?:determined|decided|confirmed|added)|미정|없음|미상|모름|불명|해당 없음|확인 필요"
    r"|추후 (?:확인|결정|협의)|언급 없음|명시되지 않음|기재되지 않음|알 수 없음)\W*",
    re.IGNORECASE,
)
_SEGMENT_END = re.compile(r"[,;(]")
_LABEL_END = " \t:：*_`|-–—)]}>"


@dataclass(frozen=True, slots=True)
class Element:
    """One thing that the result of a task must contain."""

    id: str
    labels: Mapping[str, str]
    covered: tuple[str, ...]

    def label(self, language: str) -> str:
        """Return the name of the element in a language, English when it has none there."""
        return self.labels.get(language) or self.labels.get("en") or self.id


@dataclass(frozen=True, slots=True)
class TaskType:
    """A kind of task: how it is recognised and what it needs. Phrases are those of `text.phrases`."""

    id: str
    labels: Mapping[str, str]
    objects: tuple[str, ...]
    actions: tuple[str, ...]
    elements: tuple[Element, ...]
    exceptions: tuple[str, ...] = ()
    high_impact: bool = False

    def label(self, language: str) -> str:
        """Return the name of the task in a language, English when it has none there."""
        return self.labels.get(language) or self.labels.get("en") or self.id

    def element_labels(self, ids: Iterable[str], language: str) -> tuple[str, ...]:
        """Return the names of elements, in the order of the type; unknown ids are left out."""
        wanted = set(ids)
        return tuple(element.label(language) for element in self.elements if element.id in wanted)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which required elements an answer holds, by id, in the order of the type; `ran` is false without a task."""

    ran: bool
    task_id: str | None = None
    label: str = ""
    covered: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    high_impact: bool = field(default=False, compare=False)

    @property
    def complete(self) -> bool:
        """Say that nothing required is missing (also when nothing is required)."""
        return not self.missing


def detect_task_type(prompt: str, types: Sequence[TaskType]) -> TaskType | None:
    """Return the task that the prompt asks for: the one whose object is named most specifically, else None."""
    if _QUESTION.fullmatch(prompt) or _KOREAN_QUESTION.fullmatch(prompt):
        return None
    text = _SOURCE_FILE.sub(" ", _ends_of(prompt))
    lowered = text.casefold()
    best: tuple[int, int] | None = None
    found: TaskType | None = None
    for rank, task in enumerate(types):
        if not may_contain(lowered, task.objects):
            continue
        length = max((len(match.group()) for match in phrase_pattern(task.objects).finditer(text)), default=0)
        if not length or not phrase_pattern(task.actions).search(text):
            continue
        if task.exceptions and phrase_pattern(task.exceptions).search(text):
            continue
        if best is None or (-length, rank) < best:
            best, found = (-length, rank), task
    return found


def coverage(task: TaskType | None, answer: str, language: str = "en") -> Coverage:
    """Say which elements of the task the answer covers; without a task nothing is checked."""
    if task is None:
        return Coverage(ran=False)
    read = answer[:_ANSWER_CHARACTERS]
    covered = tuple(element.id for element in task.elements if _is_covered(element, read))
    return Coverage(
        ran=True,
        task_id=task.id,
        label=task.label(language),
        covered=covered,
        missing=tuple(element.id for element in task.elements if element.id not in covered),
        high_impact=task.high_impact,
    )


def _ends_of(prompt: str) -> str:
    if len(prompt) <= _HEAD_CHARACTERS + _TAIL_CHARACTERS:
        return prompt
    return f"{prompt[:_HEAD_CHARACTERS]}\n{prompt[-_TAIL_CHARACTERS:]}"


def _is_covered(element: Element, answer: str) -> bool:
    phrases = tuple(entry for entry in element.covered if entry not in DETECTOR_NAMES)
    by_line = [entry for entry in element.covered if entry in _LINE_DETECTORS]
    if any(_LINE_DETECTORS[entry](answer) for entry in by_line):
        return True
    if by_line:
        # The heading of a column says nothing of its cells, and those were looked at.
        answer = _TABLE_ROW.sub("", answer)
    if any(_DETECTORS[entry].search(answer) for entry in element.covered if entry in _DETECTORS):
        return True
    return (
        any(_is_filled(answer, match.end()) for match in phrase_pattern(phrases).finditer(answer)) if phrases else False
    )


def _is_filled(answer: str, end: int) -> bool:
    """Say whether something is stated after a label: on the rest of its line, or on the line below a heading."""
    line_end = answer.find("\n", end, end + _LINE_CHARACTERS)
    stop = line_end if line_end >= 0 else end + _LINE_CHARACTERS
    stated = answer[end:stop].strip(_LABEL_END)
    if stated:
        # "Owner: TBD, due: Friday": the rest of the line is about something else.
        return _PLACEHOLDER.fullmatch(_SEGMENT_END.split(stated, maxsplit=1)[0]) is None
    below = answer[stop : stop + _LINE_CHARACTERS].split("\n")[1:4]
    next_line = next((line.strip() for line in below if line.strip()), "")
    if not next_line:
        # A label at the very end of a sentence is part of that sentence: "… and Mina is the owner".
        start = answer.rfind("\n", max(0, end - _LINE_CHARACTERS), end) + 1
        return len(answer[start:end].split()) > 3
    return not next_line.startswith("#") and _PLACEHOLDER.fullmatch(next_line.strip(_LABEL_END + "•+")) is None
