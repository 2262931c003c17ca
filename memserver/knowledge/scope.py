"""Which folders of the brain an agent may draw on. No folder named means the whole brain.

Folders come from the settings or from the front matter of an agent's skill file (`knowledge: [folders]`). One outside
the brain is left out with a warning; the others still hold, so that a slip never opens the rest of the brain.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from memserver.knowledge.front_matter import parse_front_matter

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

    @property
    def scoped(self) -> bool:
        """Whether the agent is limited to some folders."""
        return bool(self.folders)


def resolve_scope(
    agent: str | None, configured: Mapping[str, Sequence[str]], brain: str, skill_text: str | None = None
) -> AgentScope:
    """Return an agent's scope: from the settings if they name the agent, else from the text of its skill file."""
    if agent is None:
        return AgentScope(None)
    wanted = {name.casefold(): name for name in configured}.get(agent.casefold())
    if wanted is not None:
        folders, warnings = usable_folders(configured[wanted], brain)
        return AgentScope(agent, folders, "settings", warnings)
    if skill_text is None:
        return AgentScope(agent)
    named = parse_front_matter(skill_text).texts("knowledge", "folders", "지식", "지식폴더")
    folders, warnings = usable_folders(named, brain)
    return AgentScope(agent, folders, "skill-file" if named else "none", warnings)


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
