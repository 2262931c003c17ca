"""What a person decides about proposals: accepted, a file becomes a note of the brain; rejected, it says so on top.

Whatever a person wrote into a proposal is kept: the note has the text as it is now, and the proposal is removed only
once the note is safely on disk and nobody has changed the proposal in between.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.errors import Conflict, InvalidParams, NotFound, StorageFailed
from memserver.files_atomic import write_text
from memserver.knowledge.front_matter import parse_front_matter
from memserver.knowledge.proposals import FOLDER, digest_of
from memserver.knowledge.reading import read_text

NOTES = "knowledge"

_HEADING = re.compile(r"^#\s+(.+)$", re.MULTILINE)
_FENCE = "---\n"
_MOST_NOTES = 1_000
# What the head of a proposal says of the proposal itself; a note has its own.
_OF_THE_PROPOSAL = frozenset({"status", "created", "digest"})


@dataclass(frozen=True, slots=True)
class ProposalFile:
    """A proposal as it stands on disk. `edited` says that a person has changed the text."""

    path: str
    title: str
    origin: str
    status: str
    created: str
    item: str
    evidence: tuple[str, ...]
    body: str
    edited: bool
    head: Mapping[str, object]


class ProposalDecisions:
    """Lists the proposals of one brain and carries out what a person decides; blocking, for a thread."""

    def __init__(self, brain: Path, clock: Clock) -> None:
        self._brain = brain
        self._folder = brain / FOLDER
        self._clock = clock

    def all(self) -> list[ProposalFile]:
        """Return the proposals that can be read, by path."""
        if not self._folder.is_dir():
            return []
        paths = sorted(path for path in self._folder.rglob("*.md") if path.is_file() and not path.is_symlink())
        found = (self._read(path) for path in paths)
        return [each for each in found if each is not None]

    def get(self, path: str) -> ProposalFile:
        """Return one proposal by its path relative to the brain (an absolute one works as well)."""
        place = self._place(path)
        found = self._read(place) if place.is_file() else None
        if found is None:
            raise NotFound("There is no such proposal.", field="path", hint="Ask growth/proposals for the list.")
        return found

    def accept(self, proposal: ProposalFile, by: str, body: str) -> str:
        """Make a proposal a note with this text; returns the note's path. The proposal stays until `remove`."""
        if proposal.status == "rejected":
            raise Conflict("This proposal was rejected.", field="path", hint="Set its status back to proposed first.")
        head = {
            "title": proposal.title,
            "status": "accepted",
            "date": self._clock().date().isoformat(),
            "accepted_by": by,
            "accepted_at": to_iso(self._clock()),
            "edited": proposal.edited,
            **{name: value for name, value in proposal.head.items() if name not in _OF_THE_PROPOSAL},
        }
        place = self._free_note(proposal, body)
        _write(place, head, body)
        return place.relative_to(self._brain).as_posix()

    def remove(self, accepted: ProposalFile) -> bool:
        """Remove a proposal that became a note, unless it was changed meanwhile; says whether it is gone."""
        place = self._place(accepted.path)
        present = self._read(place) if place.is_file() else None
        if present is not None and present.body != accepted.body:
            return False
        place.unlink(missing_ok=True)
        return True

    def reject(self, path: str, by: str, note: str) -> ProposalFile:
        """Mark a proposal as rejected; its text stays as it is, and the same one is not written again."""
        proposal = self.get(path)
        changes: dict[str, Any] = {"status": "rejected", "rejected_by": by, "rejected_at": to_iso(self._clock())}
        if note:
            changes["note"] = note
        _write(self._place(path), {**proposal.head, **changes}, proposal.body)
        return self.get(path)

    def _free_note(self, proposal: ProposalFile, body: str) -> Path:
        """Return a name for the note: one that is free, or that an interrupted acceptance has written already."""
        stem = Path(proposal.path).stem
        for version in range(1, _MOST_NOTES):
            place = self._brain / NOTES / f"{stem}{f'-{version}' if version > 1 else ''}.md"
            if not place.exists():
                return place
            present = self._read(place)
            if present is not None and proposal.item and (present.item, present.body) == (proposal.item, body):
                return place
        raise StorageFailed("There are too many notes of this name.", hint="Rename the proposal and accept it again.")

    def _place(self, path: str) -> Path:
        """Return where a proposal is; only files inside the folder of proposals are."""
        given = Path(path)
        folder = Path(os.path.realpath(self._folder))
        try:
            place = Path(os.path.realpath(given if given.is_absolute() else self._brain / given))
            inside = place.is_relative_to(folder) and place.suffix == ".md"
            place.exists()
        except (OSError, ValueError):
            inside = False
        if not inside:
            raise InvalidParams("The path must name a markdown file in the folder of proposals.", field="path")
        return place

    def _read(self, place: Path) -> ProposalFile | None:
        text = read_text(place).text
        if text is None:
            return None
        front = parse_front_matter(text)
        body = "\n".join(text.split("\n")[front.lines :])
        heading = _HEADING.search(body)
        path = Path(os.path.realpath(place)).relative_to(os.path.realpath(self._brain)).as_posix()
        return ProposalFile(
            path=path,
            title=heading.group(1).strip() if heading else Path(path).stem,
            origin=front.text("origin"),
            status=front.text("status") or "proposed",
            created=front.text("created"),
            item=front.text("item"),
            evidence=front.texts("evidence"),
            body=body,
            edited=front.text("digest") != digest_of(body),
            head=front.values,
        )


def _write(place: Path, head: Mapping[str, object], body: str) -> None:
    import yaml  # noqa: PLC0415 - only decisions pay for it

    lines = yaml.safe_dump(dict(head), allow_unicode=True, sort_keys=False)
    try:
        write_text(place, f"{_FENCE}{lines}{_FENCE}{body}")
    except OSError as failure:
        raise StorageFailed(
            f"The file could not be written ({type(failure).__name__}).",
            hint="Check that the brain folder can be written.",
        ) from failure
