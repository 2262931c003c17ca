"""The user's `.ics` file: found, read when it changed, kept otherwise. It is never written."""

from __future__ import annotations

import asyncio
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from memserver.errors import InvalidParams, NotFound, TooLarge
from memserver.work.calendar.events import Planned, Series
from memserver.work.calendar.ics import MOST_BYTES, ReadCalendar, read_calendar

DEFAULT_FILE = ".astra/calendar.ics"


@dataclass(frozen=True, slots=True)
class FileEvents:
    """The events of the file, and what the user should know about it."""

    events: tuple[Planned, ...] = ()
    warnings: tuple[str, ...] = ()


class CalendarFile:
    """The events of one file; a look costs one `stat` while it does not change."""

    def __init__(self, brain: Path) -> None:
        self._brain = brain
        self._stamp: tuple[str, int, int, int] | None = None
        self._read = FileEvents()
        self._lock = asyncio.Lock()

    async def events(self, setting: str) -> FileEvents:
        """Return what stands in the file that the settings name, else in the one of the brain if there is one."""
        async with self._lock:
            return await asyncio.to_thread(self._events, setting)

    def _events(self, setting: str) -> FileEvents:
        path = self._brain / (Path(setting).expanduser() if setting else DEFAULT_FILE)
        try:
            status = os.stat(path)  # noqa: PTH116 - one call for size, time and inode
        except (OSError, ValueError):
            self._stamp = None
            missing = (f"{path.name}: the file that calendarFile names cannot be found",)
            return FileEvents(warnings=missing) if setting else FileEvents()
        stamp = (str(path), status.st_size, status.st_mtime_ns, status.st_ino)
        if stamp != self._stamp:
            self._read = _look_at(path)
            self._stamp = stamp
        return self._read


def read_file(path: Path) -> ReadCalendar:
    """Read an `.ics` file; raises the errors that a person is told."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise TooLarge(
                f"{path.name} has {size / 1e6:.1f} MB; a calendar file may have {MOST_BYTES / 1e6:g} MB.",
                field="path",
                hint="Export fewer years from your calendar.",
            )
        return read_calendar(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise NotFound("There is no such file.", field="path") from None
    except UnicodeDecodeError:
        raise InvalidParams(f"{path.name} is not UTF-8 text.", field="path") from None
    except OSError as failure:
        raise InvalidParams(f"{path.name} cannot be read ({type(failure).__name__}).", field="path") from None


def _look_at(path: Path) -> FileEvents:
    try:
        read = read_file(path)
    except (TooLarge, InvalidParams, NotFound) as failure:
        return FileEvents(warnings=(f"The calendar file is not used: {failure.message}",))
    warnings = tuple(f"{path.name}: {warning}" for warning in read.warnings)
    return FileEvents(tuple(_planned(series) for series in read.series), warnings)


def _planned(series: Series) -> Planned:
    name = hashlib.sha256(f"{series.uid}\n{series.start.isoformat()}".encode()).hexdigest()[:20]
    return Planned(f"ics_{name}", series, "file")
