"""Keeps the table of passages in a file between runs, so that the first turn reads only what is new.

Derived and disposable: a file that is missing, torn or of another kind is left aside, and the table is read from the
store. What may change for a passage that is in the file already raises `VERSION` or removes the file.
"""

from __future__ import annotations

import io
import json
import logging
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.files_atomic import StagedFile
from memserver.text.terms import TERMS_VERSION

log = logging.getLogger(__name__)

NAME = "passages.npz"
VERSION = f"1-{TERMS_VERSION}"
SAVE_AFTER_SHARE = 0.05
SAVE_AFTER = 5_000
"""New passages after which the file is written again. Reading 5,000 at the next start takes 50 ms."""


class Kept(NamedTuple):
    """What is kept: the columns by name, and the names of the codes in them."""

    columns: Mapping[str, npt.NDArray[Any]]
    holders: list[str]
    threads: list[str]
    labels: list[str]

    @property
    def newest(self) -> int:
        """The highest id that is kept."""
        return int(self.columns["ids"].max(initial=0))


def load(folder: Path) -> Kept | None:
    """Return what was kept, or None."""
    try:
        with np.load(folder / NAME, allow_pickle=False) as file:
            names = json.loads(str(file["names"]))
            if names["version"] != VERSION:
                return None
            # Those that were written, and not those that a damaged file still lists.
            columns = {name: file[name] for name in names["columns"]}
    except (OSError, EOFError, ValueError, KeyError, RuntimeError, zipfile.BadZipFile):
        return None
    return Kept(columns, names["holders"], names["threads"], names["labels"])


def save(folder: Path, kept: Kept) -> None:
    """Write the file in one step; it only saves time, so a folder that cannot be written is no fault."""
    names = {
        "version": VERSION,
        "columns": list(kept.columns),
        "holders": kept.holders,
        "threads": kept.threads,
        "labels": kept.labels,
    }
    buffer = io.BytesIO()
    arrays: dict[str, Any] = {"names": np.array(json.dumps(names)), **kept.columns}
    np.savez(buffer, **arrays)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with StagedFile(folder / NAME) as staged:
            staged.write_bytes(buffer.getvalue())
            staged.publish()
    except OSError as error:
        log.warning("the table of passages could not be kept (%s)", type(error).__name__)


def remove(folder: Path) -> None:
    """Let go of what was kept: what it says of passages has changed."""
    (folder / NAME).unlink(missing_ok=True)
