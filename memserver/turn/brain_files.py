"""The user's own files that shape every turn: glossary, organisation rules, skills, requirement types.

Each is read when it changed on disk and kept otherwise; a turn pays one `stat` per file. What is wrong with a file is a
warning with its line, never an error.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memserver.growth.requirement_files import built_in_types, read_types, with_user_types
from memserver.growth.requirements import TaskType
from memserver.knowledge.cached_file import CachedFile
from memserver.knowledge.glossary import Glossary, glossary_file
from memserver.knowledge.organisation import organisation_file
from memserver.knowledge.skills import SkillLibrary
from memserver.turn.blocks.inputs import GlossaryTerm, GlossaryText

REQUIREMENT_FILES = (".astra/requirements.yaml", ".astra/requirements.yml", ".astra/requirements.json")


@dataclass(frozen=True, slots=True)
class OwnTypes:
    """Task types that the user wrote, and what was wrong with the file."""

    types: tuple[TaskType, ...]
    complaints: tuple[str, ...]


class BrainFiles:
    """Reads the special files of one brain."""

    def __init__(self, brain: Path) -> None:
        self._brain = str(brain)
        self._glossaries: dict[str, CachedFile[Glossary]] = {}
        self._organisation = organisation_file(self._brain)
        self._requirements = [CachedFile(brain / name, _read_types) for name in REQUIREMENT_FILES]
        self.skills = SkillLibrary(self._brain)

    def glossary(self, path: str) -> tuple[GlossaryText | None, list[str]]:
        """Return the glossary, if there is one, and what is wrong with it."""
        file = self._glossaries.get(path)
        if file is None:
            file = self._glossaries[path] = glossary_file(self._brain, path)
        glossary = file.get()
        if glossary is None:
            return None, _unreadable(file)
        terms = tuple(GlossaryTerm(term.term, term.meaning, term.aliases) for term in glossary.terms)
        return GlossaryText(glossary.text, terms), [f"{file.path.name}, {warning}" for warning in glossary.warnings]

    def organisation(self) -> tuple[str | None, list[str]]:
        """Return the organisation's rules, if there are any, and why they could not be read."""
        return self._organisation.get(), _unreadable(self._organisation)

    def task_types(self) -> tuple[tuple[TaskType, ...], list[str]]:
        """Return the built-in task types with the user's own, and what is wrong with those."""
        for file in self._requirements:
            own = file.get()
            if own is not None:
                return with_user_types(own.types), [f"{file.path.name}, {each}" for each in own.complaints]
            if file.problem:
                return built_in_types(), _unreadable(file)
        return built_in_types(), []

    def forget(self) -> None:
        """Read every file anew at the next turn."""
        for glossary in self._glossaries.values():
            glossary.forget()
        self._organisation.forget()
        for requirements in self._requirements:
            requirements.forget()


def _unreadable(file: CachedFile[Any]) -> list[str]:
    return [f"{file.path.name}: {file.problem}"] if file.problem else []


def _read_types(text: str) -> OwnTypes:
    types, complaints = read_types(text)
    return OwnTypes(types, tuple(str(complaint) for complaint in complaints))
