"""What the server can see of its machine by itself: for a snapshot in which nobody reported these values."""

from __future__ import annotations

import shutil
from pathlib import Path

from memserver.processor import Processor


def server_state(folder: Path, processor: Processor) -> dict[str, float]:
    """Return the use of processor, memory and disk in per cent, and our own size; what cannot be seen is left out."""
    seen: dict[str, float] = {}
    try:
        disk = shutil.disk_usage(folder)
        seen["disk"] = round(100 * disk.used / disk.total, 1) if disk.total else 0.0
    except OSError:
        pass
    try:
        import psutil  # noqa: PLC0415 - only when somebody asks for a snapshot

        seen["cpu"] = processor.percent()
        seen["memory"] = psutil.virtual_memory().percent
        seen["rssBytes"] = psutil.Process().memory_info().rss
    except (ImportError, OSError):
        pass
    return seen
