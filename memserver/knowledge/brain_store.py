"""Keeps the files and chunks of one brain in the store: what `BrainIndexer` asks for, one transaction per batch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path

from memserver.clock import Clock, to_iso
from memserver.ids import new_id
from memserver.knowledge.chunk import display_title
from memserver.knowledge.indexer import IndexedFile
from memserver.knowledge.lineage_keeper import LineageKeeper
from memserver.knowledge.plan import KnownFile, Relocated
from memserver.knowledge.successions import note_names
from memserver.retrieval.levels import level_of_text
from memserver.retrieval.text_index import terms_of
from memserver.storage.files import FileRecord
from memserver.storage.passages import NewPassage
from memserver.storage.searched_records import SearchedRecord
from memserver.storage.store import Store
from memserver.text.indexed_words import FileNames
from memserver.text.language import has_korean
from memserver.text.token_count import count_tokens


class StoredBrain:
    """The brain at one folder, in the store."""

    def __init__(self, store: Store, brain: Path, clock: Clock, executor: Executor) -> None:
        self._store = store
        self._brain = str(brain)
        self._heads_key = f"note-commits:{brain}"
        self._clock = clock
        self._executor = executor
        self._lineage = LineageKeeper(store, str(brain), executor)

    async def known_files(self, paths: Collection[str] | None = None) -> Sequence[KnownFile]:
        """Return the files that are stored: all of them, or those among `paths`."""
        return [
            KnownFile(
                file.id, file.path, file.size, file.mtime_ns, file.sha1, file.metadata.get("recipe", ""),
                file.metadata.get("problem"),
            )
            for file in await self._store.files.known(self._brain, paths)
        ]  # fmt: skip

    async def replace_files(self, files: Sequence[IndexedFile]) -> None:
        """Store files by path; a file keeps its id, and chunks that stayed the same keep their vectors."""
        loop = asyncio.get_running_loop()
        passages, items = await loop.run_in_executor(
            self._executor, lambda: ([passages_of(file) for file in files], [records_of(file) for file in files])
        )
        now = self._clock()
        notes = []
        async with self._store.database.write() as transaction:
            for file, cut, records in zip(files, passages, items, strict=True):
                record = _record(file, new_id("file", now))
                number = await self._store.files.put(transaction, self._brain, record, to_iso(now))
                vectors = await self._store.vectors.of_file(transaction, number)
                await self._store.passages.remove_of_file(transaction, number)
                await self._store.searched.put_of_file(transaction, number, records)
                [ids] = await self._store.passages.add(transaction, [(None, number, cut)])
                await self._store.vectors.carry_over(transaction, vectors, ids, cut)
                notes.append((number, _names(file.path, file.title, file.front), file.succession.data()))
            await self._store.succession.put(transaction, notes)
            await self._lineage.mark(transaction)

    async def relocate_files(self, files: Sequence[Relocated]) -> None:
        """Give files a new path, size and time; their chunks and vectors stay, and are found by the new path."""
        renamed = [each.known.id for each in files if each.known.path != each.state.path]
        async with self._store.database.write() as transaction:
            await self._store.files.relocate(
                transaction, [(each.known.id, each.state.path, each.state.size, each.state.mtime_ns) for each in files]
            )
            if renamed:
                texts = await self._store.passages.named_texts_of_files(transaction, renamed)
                await self._store.passages.write_terms(transaction, [(each.id, terms_of(each)) for each in texts])
                notes = await self._store.succession.notes(transaction, renamed)
                await self._store.succession.put_names(
                    transaction, [(each.number, _names(each.path, each.title, each.front)) for each in notes]
                )
                await self._lineage.mark(transaction)

    async def remove_files(self, ids: Sequence[str]) -> None:
        """Remove files with their chunks."""
        async with self._store.database.write() as transaction:
            await self._store.files.remove(transaction, ids)
            await self._lineage.mark(transaction)

    async def settle(self) -> None:
        """Derive which notes replace which, after files came, changed, moved or went."""
        await self._lineage.settle()

    async def known_heads(self) -> Mapping[str, str]:
        """Return the commits by which the files were dated last."""
        known = await self._store.properties.get(self._heads_key)
        return dict(json.loads(known)) if known else {}

    async def date_files(self, dates: Mapping[str, int | None], heads: Mapping[str, str] | None) -> None:
        """Set when files were last committed, and by which commits, where those are new."""
        async with self._store.database.write() as transaction:
            await self._store.files.date(transaction, self._brain, dates)
            if heads is not None:
                await self._store.properties.set(transaction, self._heads_key, json.dumps(dict(heads)))


def passages_of(file: IndexedFile) -> list[NewPassage]:
    """Return the chunks of a file as passages; the words of its path and title find each of them."""
    title = display_title(file.title, file.path)
    names = FileNames(file.path, title, file.tags, file.front)
    return [
        NewPassage(
            ordinal=chunk.ordinal,
            heading=chunk.heading or title,
            text=chunk.text,
            terms=names.terms(chunk.heading or title, chunk.ordinal, chunk.text),
            tokens=count_tokens(chunk.text),
            korean=has_korean(chunk.text),
            start_line=chunk.start_line,
            end_line=chunk.end_line,
            level=level_of_text(chunk.text),
        )
        for chunk in file.chunks
    ]


def records_of(file: IndexedFile) -> list[SearchedRecord]:
    """Return the items of a tracker as records, none for a note; the words of the file's path find each of them."""
    title = display_title(file.title, file.path)
    return [
        SearchedRecord(
            item.kind,
            item.id,
            item.title,
            item.moment,
            item.status,
            (),
            (
                NewPassage(
                    ordinal=0,
                    heading="",
                    text=item.text,
                    terms=FileNames(file.path, title).terms("", 0, item.text),
                    tokens=count_tokens(item.text),
                    korean=has_korean(item.text),
                    level=level_of_text(item.text),
                ),
            ),
        )
        for item in file.items or ()
    ]


def _names(path: str, title: str, front: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    return [(each.kind, each.number) for each in note_names(path, title, front)]


def _record(file: IndexedFile, file_id: str) -> FileRecord:
    metadata = {
        "recipe": file.recipe, "kind": file.kind, "tags": list(file.tags), "date": file.date, "problem": file.problem,
        "front": {key: list(values) for key, values in file.front.items()},
    }  # fmt: skip
    return FileRecord(
        id=file_id,
        path=file.path,
        title=display_title(file.title, file.path),
        size=file.size,
        mtime_ns=file.mtime_ns,
        sha1=file.sha1,
        metadata={key: value for key, value in metadata.items() if value},
        authored_ns=file.authored_ns,
    )
