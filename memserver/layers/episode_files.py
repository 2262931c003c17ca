"""The readable file of each episode: `<brain>/memory/episodes/<date>-<session>.json`, made from the memory alone.

The store is canonical; a file can be written anew at any time. A file is only ever removed when it says that it belongs
to the memory that is being deleted, so that no path in a memory's metadata can reach anything else.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from datetime import datetime
from pathlib import Path
from typing import Any

from memserver.clock import to_iso
from memserver.errors import StorageFailed
from memserver.files_atomic import write_text
from memserver.model import Layer, Memory

log = logging.getLogger(__name__)

FOLDER = "memory/episodes"
FILE_KEY = "episodeFile"
DETAILS_KEY = "episode"
SESSION_KEY = "sessionId"

_FILE = re.compile(r"^memory/episodes/\d{4}-\d\d-\d\d-[A-Za-z0-9._-]{1,80}\.json$")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")
_READABLE_CHARS = 40
_LARGEST_FILE = 4_000_000


def file_name(session_id: str, began: datetime) -> str:
    """Return where the episode of a session is written, relative to the brain; the same each time it is asked."""
    readable = _UNSAFE.sub("-", session_id)[:_READABLE_CHARS].strip("-.") or "session"
    digest = hashlib.sha1(session_id.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:8]
    return f"{FOLDER}/{began:%Y-%m-%d}-{readable}-{digest}.json"


class EpisodeFiles:
    """The episode files of one brain."""

    def __init__(self, brain: Path) -> None:
        self._brain = brain

    def write(self, memory: Memory) -> None:
        """Write the file of an episode, replacing an older one; a memory without a file is left alone."""
        path = self._path(memory)
        if path is None:
            return
        try:
            write_text(path, render(memory))
        except OSError as failure:
            raise StorageFailed(
                f"The episode file could not be written ({type(failure).__name__}).",
                hint="Check that the brain folder can be written.",
            ) from failure

    def refresh(self, memory: Memory) -> None:
        """Bring the file of an episode up to date, if there is one and it is this memory's."""
        path = self._path(memory)
        if path is not None and self._belongs(path, memory.id):
            self.write(memory)

    def restore(self, memory: Memory) -> None:
        """Write the file of an episode that has lost it."""
        path = self._path(memory)
        if path is not None and not path.exists():
            self.write(memory)

    def remove(self, memory: Memory) -> None:
        """Remove the file of an episode, if there is one and it is this memory's."""
        path = self._path(memory)
        if path is None or not self._belongs(path, memory.id):
            return
        try:
            path.unlink(missing_ok=True)
        except OSError as failure:
            raise StorageFailed(
                f"The episode file could not be removed ({type(failure).__name__}); the memory was left as it is.",
                hint="Check that the brain folder can be written.",
            ) from failure

    def remove_all(self) -> None:
        """Remove every episode file that memserver wrote."""
        folder = self._brain / FOLDER
        for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
            try:
                if _FILE.match(f"{FOLDER}/{path.name}") and not path.is_symlink():
                    path.unlink(missing_ok=True)
            except OSError as failure:
                log.warning("an episode file could not be removed: %s", type(failure).__name__)

    def _path(self, memory: Memory) -> Path | None:
        name = memory.metadata.get(FILE_KEY)
        if memory.layer is not Layer.EPISODIC or not isinstance(name, str) or not _FILE.match(name):
            return None
        return self._brain / name

    def _belongs(self, path: Path, memory_id: str) -> bool:
        try:
            if path.is_symlink() or path.stat().st_size > _LARGEST_FILE:
                return False
            content = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError):
            return False
        return isinstance(content, dict) and content.get("id") == memory_id


def render(memory: Memory) -> str:
    """Return the text of an episode's file."""
    details = memory.metadata.get(DETAILS_KEY)
    content: dict[str, Any] = {
        "id": memory.id,
        "title": memory.title,
        **(details if isinstance(details, dict) else {}),
        "sessionId": memory.metadata.get(SESSION_KEY),
        "projectId": memory.project_id,
        "status": memory.validation.status.value,
        "timestamp": to_iso(memory.timestamp),
        "expiresAt": to_iso(memory.expires_at) if memory.expires_at else None,
        "promoted": memory.promoted,
        "text": memory.content,
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
