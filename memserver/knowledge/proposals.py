"""Proposals: what memserver found and a person has yet to decide on, as markdown files in `<brain>/proposals/`.

Each file says on top where it comes from and on what evidence. The folder is not knowledge: no turn reads it until a
person accepts a file. A file that a person has changed, or that answers another question, is never written over; the
newer text goes beside it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from memserver.clock import Clock, to_iso
from memserver.errors import StorageFailed
from memserver.files_atomic import write_text

FOLDER = "proposals"

_UNSAFE = re.compile(r"[^\w.-]+")
_LONGEST_NAME = 80
_FENCE = "---\n"
_MOST_VERSIONS = 100


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed. `origin` names who proposes it (`research`, `document`, …), `evidence` what it rests on."""

    origin: str
    name: str
    title: str
    body: str
    evidence: Sequence[str] = ()
    item: str = ""
    """The question of the learning queue that it answers, if any."""


class Proposals:
    """The proposals of one brain."""

    def __init__(self, brain: Path, clock: Clock) -> None:
        self._folder = brain / FOLDER
        self._clock = clock

    def write(self, proposal: Proposal) -> Path:
        """Write a proposal; the same one again changes nothing, a newer one replaces it unless a person edited it."""
        name = _UNSAFE.sub("-", proposal.name)[:_LONGEST_NAME].strip("-.") or "proposal"
        body = f"# {proposal.title}\n\n{proposal.body.strip()}\n"
        digest = digest_of(body)
        for version in range(1, _MOST_VERSIONS):
            suffix = f"-{version}" if version > 1 else ""
            path = self._folder / proposal.origin / f"{name}{suffix}.md"
            state = _state_of(path, proposal.item)
            if state == digest:
                return path
            if state != "taken":
                return self._put(path, proposal, body, digest)
        raise StorageFailed(f"There are {_MOST_VERSIONS} edited versions of this proposal.", hint="Remove some.")

    def _put(self, path: Path, proposal: Proposal, body: str, digest: str) -> Path:
        head = {
            "origin": proposal.origin,
            "status": "proposed",
            "created": to_iso(self._clock()),
            **({"item": proposal.item} if proposal.item else {}),
            "evidence": list(proposal.evidence),
            "digest": digest,
        }
        try:
            write_text(path, _FENCE + yaml.safe_dump(head, allow_unicode=True, sort_keys=False) + _FENCE + body)
        except OSError as failure:
            raise StorageFailed(
                f"The proposal could not be written ({type(failure).__name__}).",
                hint="Check that the brain folder can be written.",
            ) from failure
        return path


def digest_of(body: str) -> str:
    """Return the digest by which a text that memserver wrote is recognised as unchanged."""
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def _state_of(path: Path, item: str) -> str:
    """Return `absent`, `taken` (a person edited it, or it answers another question), or the digest of what we wrote."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return "absent"
    except (OSError, UnicodeDecodeError):
        return "taken"
    head, _, body = text.removeprefix(_FENCE).partition(f"\n{_FENCE}")
    written = re.search(r"^digest: '?(\w+)'?$", head, re.MULTILINE)
    answered = re.search(r"^item: '?([^'\n]*)'?$", head, re.MULTILINE)
    digest = digest_of(body)
    ours = written and written[1] == digest and (answered[1] if answered else "") == item
    return digest if ours else "taken"
