"""The text index is derived: checked at open, and written anew from the passages when it is incomplete or old.

The levels of the passages and their language, read from the same texts, are written along. Searching goes on meanwhile
with what is there.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures import Executor

from memserver.retrieval.levels import level_of_text
from memserver.storage.passages import NamedText, PassageRead
from memserver.storage.store import Store
from memserver.text.indexed_words import FileNames, memory_terms
from memserver.text.language import has_korean
from memserver.text.terms import TERMS_VERSION

log = logging.getLogger(__name__)

PAGE = 500


async def ensure_text_index(store: Store, executor: Executor) -> int:
    """Write the text index anew if it does not agree with the passages; returns how many entries were written."""
    if await store.passages.terms_are_current(TERMS_VERSION):
        return 0
    written = position = 0
    loop = asyncio.get_running_loop()
    while page := await store.passages.named_texts_after(position, PAGE):
        position = page[-1].id
        read = await loop.run_in_executor(executor, _read, page)
        async with store.database.write() as transaction:
            await store.passages.write_read(transaction, read)
        written += len(read)
    async with store.database.write() as transaction:
        await store.passages.settle_terms(transaction, TERMS_VERSION)
    if written:
        log.warning("the text index did not agree with the store: %d entries were written anew", written)
    return written


def _read(page: Sequence[NamedText]) -> list[PassageRead]:
    """Return what the text of each passage says."""
    return [PassageRead(each.id, terms_of(each), level_of_text(each.text), has_korean(each.text)) for each in page]


def terms_of(each: NamedText) -> str:
    """Return the text-index entry of a stored passage."""
    tags = json.loads(each.tags)
    if each.path is None:
        return memory_terms(each.heading, tags, each.ordinal, each.text)
    names = FileNames(each.path, each.title or "", tags, json.loads(each.front))
    return names.terms(each.heading, each.ordinal, each.text)
