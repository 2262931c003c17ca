"""Procedures that people write down: `skill.md` files with a name, triggers and steps, read and matched.

Text of a file is data: a skill is offered when a prompt asks for it, it never acts by itself. What is wrong in a file
is named with its line, and the rest of the file is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from memserver.knowledge.cached_file import CachedFile
from memserver.knowledge.front_matter import FrontMatter, parse_front_matter
from memserver.knowledge.ignore import is_skill_file
from memserver.knowledge.scan import BrainScan, FileState
from memserver.knowledge.triggers import STRENGTH_SCATTERED, BadTrigger, Prompt, Trigger, best_trigger, make_trigger
from memserver.text.phrases import contains_phrase

_HEADING = re.compile(r"^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^\s{0,3}(?:[-*+]|\d{1,3}[.)])\s+(.*)$")
_FENCE = re.compile(r"^\s*(```|~~~)")
_TRIGGER_NAMES = ("triggers", "trigger", "when", "patterns", "keywords", "트리거", "호출", "키워드", "발동 조건")
_STEP_NAMES = ("steps", "procedure", "instructions", "how to", "단계", "절차", "순서", "방법")
_DESCRIPTION_NAMES = ("description", "summary", "설명", "개요")
_MAX_TRIGGERS = 50
_MAX_STEPS = 100
_MAX_DESCRIPTION = 400


@dataclass(frozen=True, slots=True)
class Skill:
    """One procedure. `path` is relative to the brain; `knowledge` are the folders its agent draws on."""

    name: str
    description: str
    triggers: tuple[Trigger, ...]
    steps: tuple[str, ...]
    path: str
    knowledge: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillMatch:
    """A skill that a prompt asks for, by which trigger, and how strongly (0–1)."""

    skill: Skill
    trigger: str
    strength: float


def parse_skill(text: str, path: str) -> Skill:
    """Read a skill file; anything missing is filled in from what is there (name from the heading or the folder)."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = parse_front_matter(text)
    sections = _sections(text.split("\n"), front.lines)
    warnings = [front.warning] if front.warning else []
    title = next((section.name for section in sections if section.level == 1), "")
    triggers = _triggers(_written_triggers(front, sections, text), warnings)
    steps = front.texts("steps", "단계", "절차") or _steps(sections)
    if not triggers:
        warnings.append("no trigger: it is only found by its name")
    return Skill(
        name=front.text("name", "title", "이름", "제목") or title or _name_from(path),
        description=(front.text(*_DESCRIPTION_NAMES) or _description(sections))[:_MAX_DESCRIPTION],
        triggers=triggers,
        steps=tuple(steps[:_MAX_STEPS]),
        path=path,
        knowledge=front.texts("knowledge", "folders", "지식", "지식폴더"),
        warnings=tuple(warnings),
    )


def match_skills(prompt: str, skills: Iterable[Skill]) -> list[SkillMatch]:
    """Return the skills that a prompt asks for, strongest first; equal ones in order of their paths."""
    matches: list[SkillMatch] = []
    prepared = Prompt(prompt)
    for skill in skills:
        best = best_trigger(prepared, skill.triggers)
        if best is not None:
            matches.append(SkillMatch(skill, best[0].text, best[1]))
        elif _is_named(skill, prepared):
            matches.append(SkillMatch(skill, skill.name, STRENGTH_SCATTERED))
    return sorted(matches, key=lambda match: (-match.strength, match.skill.path, match.skill.name))


def _is_named(skill: Skill, prompt: Prompt) -> bool:
    words = skill.name.casefold().replace("-", " ").replace("_", " ").split()
    held = len(skill.name) > 2 and all(word in prompt.folded for word in words)
    return held and contains_phrase(prompt.text, " ".join(words))


def find_skill_files(brain: str) -> list[str]:
    """Walk the brain for skill files; relative paths as the disk spells them. For a background thread."""
    entries = (entry for entry in BrainScan(brain) if isinstance(entry, FileState))
    return [entry.disk_path for entry in entries if is_skill_file(PurePosixPath(entry.path).name)]


class SkillLibrary:
    """The skills of a brain, each file read again when it changed on disk."""

    def __init__(self, brain: str) -> None:
        self._brain = Path(brain)
        self._files: dict[str, CachedFile[Skill]] = {}

    def set_files(self, paths: Iterable[str]) -> None:
        """Say which files there are (relative to the brain); known ones keep what was read."""
        wanted = sorted(set(paths))
        self._files = {path: self._files.get(path) or self._cached(path) for path in wanted}

    def skills(self) -> list[Skill]:
        """Return the present skills, in order of their paths."""
        read = (file.get() for file in self._files.values())
        return [skill for skill in read if skill is not None]

    def _cached(self, path: str) -> CachedFile[Skill]:
        return CachedFile(self._brain / path, lambda text: parse_skill(text, path))


@dataclass(frozen=True, slots=True)
class _Section:
    name: str
    level: int
    lines: tuple[tuple[int, str], ...]


def _sections(lines: Sequence[str], skip: int) -> list[_Section]:
    sections: list[_Section] = []
    name, level, held, fenced = "", 0, list[tuple[int, str]](), False
    for number, line in enumerate(lines, start=1):
        if number <= skip:
            continue
        fenced ^= bool(_FENCE.match(line))
        heading = None if fenced else _HEADING.match(line)
        if heading:
            sections.append(_Section(name, level, tuple(held)))
            name, level, held = heading.group(2).strip(), len(heading.group(1)), []
        else:
            held.append((number, line))
    return [*sections, _Section(name, level, tuple(held))]


def _is_called(section: _Section, names: Sequence[str]) -> bool:
    plain = section.name.casefold().strip(":*# ").removesuffix("s")
    return any(plain == name.removesuffix("s") or section.name.casefold().startswith(name) for name in names)


def _written_triggers(front: FrontMatter, sections: Sequence[_Section], text: str) -> list[tuple[int, str]]:
    written = [(_line_of(text, trigger, front.lines), trigger) for trigger in front.texts(*_TRIGGER_NAMES)]
    for section in sections:
        if section.level > 1 and _is_called(section, _TRIGGER_NAMES):
            for number, line in section.lines:
                item = _ITEM.match(line)
                content = (item.group(1) if item else line).strip()
                # A line of several phrases in one item: "deploy", "배포" — but a pattern keeps its commas.
                parts = [content] if content.startswith("/") else re.split(r"\s*[,;]\s+", content)
                written += [(number, part.strip("`")) for part in parts if part.strip("`* ")]
    return written


def _triggers(written: Sequence[tuple[int, str]], warnings: list[str]) -> tuple[Trigger, ...]:
    triggers: dict[str, Trigger] = {}
    for number, text in written:
        try:
            trigger = make_trigger(text, number)
        except BadTrigger as problem:
            warnings.append(f"line {number}: the trigger is left out: {problem}")
            continue
        if len(triggers) >= _MAX_TRIGGERS:
            warnings.append(f"line {number}: more than {_MAX_TRIGGERS} triggers; the rest is left out")
            break
        triggers.setdefault(trigger.text.casefold(), trigger)
    return tuple(triggers.values())


def _steps(sections: Sequence[_Section]) -> list[str]:
    """The items below a heading such as "Steps" or "절차"; without one, the numbered items of the whole file."""
    named = [section for section in sections if section.level > 1 and _is_called(section, _STEP_NAMES)]
    if named:
        return [step for section in named for step in _items(section.lines, numbered=False)]
    others = [section for section in sections if not _is_called(section, _TRIGGER_NAMES)]
    return [step for section in others for step in _items(section.lines, numbered=True)]


def _items(lines: Sequence[tuple[int, str]], *, numbered: bool) -> list[str]:
    """List items with the lines that belong to them; without any item, each paragraph line is a step."""
    steps: list[str] = []
    for _, line in lines:
        item = _ITEM.match(line)
        if item and (not numbered or line.strip()[0].isdigit()):
            steps.append(item.group(1).strip())
        elif line.strip() and steps:
            steps[-1] += "\n" + line.rstrip()
        elif line.strip() and not numbered:
            steps.append(line.strip())
    return steps


def _description(sections: Sequence[_Section]) -> str:
    for section in sections:
        if section.level > 1 and not _is_called(section, _DESCRIPTION_NAMES):
            continue
        paragraph: list[str] = []
        for _, line in section.lines:
            if line.strip() and not _ITEM.match(line):
                paragraph.append(line.strip())
            elif paragraph:
                break
        if paragraph:
            return " ".join(paragraph)
    return ""


def _line_of(text: str, trigger: str, within: int) -> int:
    for number, line in enumerate(text.split("\n", within)[:within], start=1):
        if trigger and trigger in line:
            return number
    return 1


def _name_from(path: str) -> str:
    name = PurePosixPath(path)
    stem = re.sub(r"\.?skill$", "", name.stem, flags=re.IGNORECASE)
    return stem or name.parent.name or "skill"
