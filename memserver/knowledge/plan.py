"""What to do about the brain since last time: new, changed, touched, renamed and removed files.

Compares a scan with what the store knows: size and time first, the content's hash only where those moved or where a
file may have been renamed. Decides only; reads files through the function it is given, and writes nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from memserver.knowledge.scan import FileState, Skipped

HashFile = Callable[[FileState], str | None]


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file as the store has it.

    `problem` is set for one that was looked at and holds no text. `recipe` names how it was chunked: a file that was
    chunked in another way counts as changed.
    """

    id: str
    path: str
    size: int
    mtime_ns: int
    sha1: str
    recipe: str = ""
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Relocated:
    """A file whose content is the same at another path or time: it keeps its identity, its chunks, its vectors."""

    known: KnownFile
    state: FileState


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """What to do, each list in order of paths. `touched` files have the same content at another time."""

    new: tuple[FileState, ...] = ()
    changed: tuple[FileState, ...] = ()
    touched: tuple[Relocated, ...] = ()
    renamed: tuple[Relocated, ...] = ()
    removed: tuple[KnownFile, ...] = ()
    unchanged: int = 0


def make_plan(
    known_files: Iterable[KnownFile],
    states: Iterable[FileState],
    hash_file: HashFile,
    *,
    recipe: str = "",
    unseen: Sequence[Skipped] = (),
    complete: bool = True,
) -> IndexPlan:
    """Compare. What lies below an `unseen` folder is kept as it is, and without a complete scan nothing is removed."""
    known = {file.path: file for file in known_files}
    found = {state.path: state for state in states}
    new, changed, touched, unchanged = [], [], [], 0
    for path in sorted(found):
        state, before = found[path], known.get(path)
        if before is None:
            new.append(state)
        elif before.recipe != recipe:
            changed.append(state)
        elif (before.size, before.mtime_ns) == (state.size, state.mtime_ns):
            unchanged += 1
        elif before.sha1 and before.size == state.size and hash_file(state) == before.sha1:
            touched.append(Relocated(before, state))
        else:
            changed.append(state)
    gone = [known[path] for path in sorted(known) if path not in found] if complete else []
    gone = [file for file in gone if not _hidden(file.path, unseen)]
    movable = [file for file in gone if file.recipe == recipe]
    renamed = _match_renames(movable, new, hash_file)
    kept, arrived = {pair.known.id for pair in renamed}, {pair.state.path for pair in renamed}
    return IndexPlan(
        new=tuple(state for state in new if state.path not in arrived),
        changed=tuple(changed),
        touched=tuple(touched),
        renamed=tuple(renamed),
        removed=tuple(file for file in gone if file.id not in kept),
        unchanged=unchanged,
    )


def _hidden(path: str, unseen: Sequence[Skipped]) -> bool:
    """Whether a file may still be there, behind a folder that could not be read."""
    return any(
        skipped.folder and (skipped.path in (".", path) or path.startswith(f"{skipped.path}/")) for skipped in unseen
    )


def _match_renames(gone: Sequence[KnownFile], new: Sequence[FileState], hash_file: HashFile) -> list[Relocated]:
    """Pair files that went with files that came, by content; of several, the one that kept its name first."""
    sizes = {file.size for file in gone if file.sha1 and file.size}
    arrivals: dict[str, list[FileState]] = defaultdict(list)
    for state in new:
        if state.size in sizes and (sha1 := hash_file(state)):
            arrivals[sha1].append(state)
    pairs: list[Relocated] = []
    waiting: list[KnownFile] = []
    for file in gone:
        same_name = [s for s in arrivals.get(file.sha1, ()) if _name(s.path) == _name(file.path)]
        if same_name:
            arrivals[file.sha1].remove(same_name[0])
            pairs.append(Relocated(file, same_name[0]))
        else:
            waiting.append(file)
    for file in waiting:
        if candidates := arrivals.get(file.sha1):
            pairs.append(Relocated(file, candidates.pop(0)))
    return sorted(pairs, key=lambda pair: pair.state.path)


def _name(path: str) -> str:
    return PurePosixPath(path).name
