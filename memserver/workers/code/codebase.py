"""A workspace as the code jobs see it: its files, what is in them, how they hang together, and their past.

Reads only what changed since the last time; what was read is kept in `storage/code_facts`. Pure apart from that: it
runs in a process of its own, knows no store of memories, and decides nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, cast

from memserver.knowledge.reading import read_text
from memserver.storage.code_facts import CodeFacts, Fact, Known
from memserver.workers.code import history as past
from memserver.workers.code.dangers import DANGERS_VERSION, read_dangers
from memserver.workers.code.facts import FACTS_VERSION, FileFacts
from memserver.workers.code.fingerprints import fingerprints
from memserver.workers.code.imports import Resolver
from memserver.workers.code.languages import PARSED, Role
from memserver.workers.code.manifests import Manifests, read_manifests
from memserver.workers.code.mentions import mentions, options_in
from memserver.workers.code.python_parser import parse_python
from memserver.workers.code.sources import SourceFile, is_generated, list_sources
from memserver.workers.code.tree_parser import NOT_INSTALLED, parse_tree

Answer = TypeVar("Answer")
Tell = Callable[[int, int, str], None]
Section = Callable[[Path, SourceFile, str], tuple[Mapping[str, Any], bytes] | None]
"""Reads one file for one purpose, given the folder, the file and its text; None when it says nothing for it."""

BATCH = 50
STRUCTURE = "structure"
TEXTS = "texts"
DANGERS = "dangers"


class Codebase:
    """The files of one workspace, up to date for the sections that were asked for."""

    def __init__(self, folder: Path | None, facts: CodeFacts, tell: Tell) -> None:
        self.folder = folder or Path()
        self.has_folder = folder is not None
        self.read_anew = 0
        """How many files had to be read."""
        self.uses_history = False
        """Whether anything was asked of the past: only then does it matter that there is none."""
        self._store = facts
        self._tell = tell
        self.sources: dict[str, SourceFile] = {each.path: each for each in list_sources(folder)} if folder else {}
        self._known = facts.files()
        self._answers: dict[Callable[..., object], object] = {}

    def bring_up_to_date(self, *sections: str) -> None:
        """Read what changed for each section, and forget what is gone."""
        gone = [path for path in self._known if path not in self.sources]
        if gone:
            self._store.forget(gone)
            for path in gone:
                del self._known[path]
        read: set[str] = set()
        for section in sections:
            read |= self._update(section)
        self.read_anew = len(read)

    def _update(self, section: str) -> set[str]:
        reader, version = SECTIONS[section]
        have = self._store.have(section, version)
        waiting = [source for source in self.sources.values() if self._is_due(source, have)]
        read: set[str] = set()
        for start in range(0, len(waiting), BATCH):
            batch = waiting[start : start + BATCH]
            facts, files = self._read_batch(batch, reader)
            self._store.put(section, version, facts, files)
            self._known.update(files)
            read.update(source.path for source in batch)
            self._tell(min(start + BATCH, len(waiting)), len(waiting), section)
        return read

    def _is_due(self, source: SourceFile, have: Mapping[str, str]) -> bool:
        known = self._known.get(source.path)
        return known is None or known[:3] != source.stamp or have.get(source.path) != known.sha1

    def _read_batch(self, batch: list[SourceFile], reader: Section) -> tuple[list[Fact], dict[str, Known]]:
        facts: list[Fact] = []
        files: dict[str, Known] = {}
        for source in batch:
            content = read_text(self.folder / source.disk_path)
            files[source.path] = Known(*source.stamp, content.sha1)
            usable = content.text is not None and not is_generated(content.text)
            found = reader(self.folder, source, content.text or "") if usable else None
            data, blob = found if found is not None else ({}, b"")
            facts.append(Fact(source.path, content.sha1, data, blob))
        return facts, files

    @property
    def digest(self) -> str:
        """One value that changes with any file of the workspace."""
        lines = (f"{path}\0{self._known[path].sha1}" for path in sorted(self.sources) if path in self._known)
        return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def section(self, name: str, with_blob: bool = False) -> Iterator[tuple[SourceFile, Mapping[str, Any], bytes]]:
        """Yield what a section knows of the files, in order of paths."""
        for fact in self._store.read(name, with_blob):
            source = self.sources.get(fact.path)
            if source is not None and fact.data:
                yield source, fact.data, fact.blob

    @cached_property
    def facts(self) -> dict[str, FileFacts]:
        """What is in each file of a language that is parsed."""
        return {source.path: FileFacts.from_data(data) for source, data, _ in self.section(STRUCTURE)}

    @cached_property
    def prints(self) -> dict[str, bytes]:
        """The fingerprints of each file."""
        return {source.path: blob for source, _, blob in self.section(STRUCTURE, with_blob=True)}

    @cached_property
    def resolver(self) -> Resolver:
        """Says where imports lead."""
        return Resolver(self.facts, self.manifests.aliases)

    @cached_property
    def edges(self) -> dict[str, dict[str, bool]]:
        """Which file imports which, and whether at load time."""
        return self.resolver.edges(self.facts)

    @cached_property
    def manifests(self) -> Manifests:
        """What is declared around the code."""
        return read_manifests(self.folder, self.sources)

    @cached_property
    def _head(self) -> tuple[str, str]:
        return past.head_now(self.folder) if self.has_folder else ("", "no workspace is open")

    @property
    def head(self) -> str:
        """The present commit; empty without git."""
        return self._head[0]

    @cached_property
    def history(self) -> past.History:
        """What git tells; read again when there is a new commit."""
        self.uses_history = True
        head, missing = self._head
        if not head:
            return past.History(missing=missing)
        kept = self._store.note("history")
        if kept and kept["head"] == head:
            return past.from_data(kept)
        found = past.read_history(self.folder)
        self._store.put_note("history", past.to_data(found))
        return found

    @property
    def unread_languages(self) -> set[str]:
        """Languages of files for which no grammar is installed."""
        if "facts" not in self.__dict__:
            return set()
        return {facts.language for facts in self.facts.values() if facts.problem == NOT_INSTALLED}

    def once(self, question: Callable[[Codebase], Answer]) -> Answer:
        """Return what a function finds out about this code: worked out once, in however many languages it is told."""
        if question not in self._answers:
            self._answers[question] = question(self)
        return cast("Answer", self._answers[question])

    def code(self) -> Iterator[tuple[str, FileFacts]]:
        """Yield the files that people ship."""
        for path, facts in self.facts.items():
            if self.sources[path].role is Role.CODE:
                yield path, facts


def read_structure(_folder: Path, source: SourceFile, text: str) -> tuple[Mapping[str, Any], bytes] | None:
    """Read functions, classes, imports and fingerprints."""
    if source.language not in PARSED:
        return None
    facts = parse_python(text) if source.language == "python" else parse_tree(source.path, source.language, text)
    blob = fingerprints(text, source.language, facts.functions) if source.role is Role.CODE else b""
    return facts.to_data(), blob


def read_mentions(_folder: Path, source: SourceFile, text: str) -> tuple[Mapping[str, Any], bytes] | None:
    """Read what a document names, and the options that any other text writes out."""
    if source.role is Role.DOCUMENT or source.language == "document":
        return {"mentions": [list(each) for each in mentions(text)]}, b""
    options = options_in(text)
    return ({"options": options}, b"") if options else None


SECTIONS: dict[str, tuple[Section, int]] = {
    STRUCTURE: (read_structure, FACTS_VERSION),
    TEXTS: (read_mentions, 1),
    DANGERS: (read_dangers, DANGERS_VERSION),
}
