"""Which folders of the brain an agent may draw on. No folder named means the whole brain.

Folders come from the settings or from the front matter of an agent's skill file (`knowledge: [folders]`). One outside
the brain is left out with a warning; the others still hold, and where none is left the agent gets nothing of the brain,
so that a slip never opens the rest of it.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

_DRIVE = re.compile(r"^[A-Za-z]:")


@dataclass(frozen=True, slots=True)
class AgentScope:
    """The folders of one agent: relative to the brain, with `/`, sorted, none inside another; empty = everything.

    `source` says where they came from: `settings`, `skill-file` or `none`.
    """

    agent: str | None
    folders: tuple[str, ...] = ()
    source: str = "none"
    warnings: tuple[str, ...] = ()
    closed: bool = False
    """Folders were named, and none of them can be used: the agent gets nothing of the brain."""

    @property
    def scoped(self) -> bool:
        """Whether the agent is limited to some folders."""
        return bool(self.folders) or self.closed


def resolve_scope(
    agent: str | None, configured: Mapping[str, Sequence[str]], brain: str, own: Sequence[str] = ()
) -> AgentScope:
    """Return an agent's scope: from the settings if they name folders for it, else those that its skill file names."""
    if agent is None:
        return AgentScope(None)
    from_settings = {name.casefold(): folders for name, folders in configured.items()}.get(agent.casefold())
    named = from_settings or own
    if not named:
        return AgentScope(agent)
    folders, warnings = usable_folders(named, brain)
    closed = len(warnings) == len(named)
    if closed:
        warnings += (f"no folder is left for the agent {agent[:80]!r}: no notes are used",)
    return AgentScope(agent, folders, "settings" if from_settings else "skill-file", warnings, closed)


def usable_folders(folders: Iterable[str], brain: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (folders inside the brain, warnings about those that are not)."""
    accepted: list[str] = []
    warnings: list[str] = []
    for folder in folders:
        relative = _inside(folder, brain)
        if relative is None:
            warnings.append(f"the folder {folder[:80]!r} lies outside the brain and is left out")
        else:
            accepted.append(relative)
    return _outermost(accepted), tuple(warnings)


def _inside(folder: str, brain: str) -> str | None:
    """The folder relative to the brain (`.` for the brain itself); None when it lies outside, links followed."""
    text = folder.strip()
    if text.lower().startswith("file://"):
        text = unquote(urlsplit(text).path)
    if "\x00" in text or not text:
        return None
    if os.sep == "/":
        if _DRIVE.match(text) or text.startswith("\\\\"):
            return None
        text = text.replace("\\", "/")
    root = os.path.realpath(brain)
    absolute = os.path.realpath(Path(root) / Path(text))
    try:
        relative = os.path.relpath(absolute, root).replace(os.sep, "/")
    except ValueError:
        return None
    if relative == ".." or relative.startswith("../"):
        return None
    return unicodedata.normalize("NFC", relative)


def _outermost(folders: Iterable[str]) -> tuple[str, ...]:
    """Sorted, without folders that lie inside another; empty when the whole brain is among them."""
    kept: list[str] = []
    for folder in sorted(set(folders)):
        if folder == ".":
            return ()
        if not any(folder.startswith(f"{outer}/") for outer in kept):
            kept.append(folder)
    return tuple(kept)
