"""The marker of the last distillation, as a small file in the brain: `.astra/distillation.json` (SPEC 22, 26)."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from memserver.clock import from_iso, to_iso
from memserver.files_atomic import write_text

log = logging.getLogger(__name__)

MARKER = ".astra/distillation.json"
# A marker from the future was written by a clock that was wrong: it must not put the next run off for ever.
CLOCK_TOLERANCE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DistillationMarker:
    """When distillation ran last, and how many episodes it promoted."""

    last_run: datetime
    promoted: int


def record_distillation_run(brain: Path, now: datetime, promoted: int) -> None:
    """Write down that distillation ran."""
    content = {"lastRun": to_iso(now), "promoted": promoted}
    write_text(brain / MARKER, json.dumps(content, indent=2) + "\n")


def get_last_distillation_run(brain: Path) -> DistillationMarker | None:
    """Return the last run; None when there was none or the marker cannot be read."""
    try:
        content = json.loads((brain / MARKER).read_text(encoding="utf-8"))
        return DistillationMarker(from_iso(content["lastRun"]), int(content.get("promoted", 0)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as failure:
        log.warning("the distillation marker could not be read: %s", type(failure).__name__)
        return None


def should_auto_distill(brain: Path, interval_days: int, now: datetime) -> bool:
    """Say whether enough days have passed since the last run."""
    marker = get_last_distillation_run(brain)
    if marker is None or marker.last_run > now + CLOCK_TOLERANCE:
        return True
    return now - marker.last_run >= timedelta(days=interval_days)
