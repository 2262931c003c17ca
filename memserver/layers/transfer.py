"""Carrying everything out and back in: JSON lines that restore the store byte for byte, markdown for people to read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from memserver.clock import to_iso
from memserver.errors import InvalidParams, MemserverError, StorageFailed
from memserver.files_atomic import write_text
from memserver.layers.drafts import cut, prepare, Draft, title_of
from memserver.model import Layer, Memory
from memserver.storage.memories import COLUMNS, ListFilter, RelationRecord, from_row, to_row
from memserver.storage.records import Table
from memserver.storage.store import Store

MEMORIES_FILE = "memories.jsonl"
RELATIONS_FILE = "relations.jsonl"
RECORDS_FILES = {"sessions": "sessions.jsonl", "trajectories": "trajectories.jsonl", "reflections": "reflections.jsonl"}
PAGE = 500
