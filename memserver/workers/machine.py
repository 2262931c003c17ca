"""The machine: whether it has time for work that nobody asked for. Looks only; decides nothing but that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from memserver.processor import Processor
from memserver.workers.words import Text

# Half of a small machine may be ours already; beyond this somebody else is at work.
BUSY_PERCENT = 75.0
LEAST_FREE_BYTES = 512 * 1024 * 1024
LEAST_FREE_SHARE = 0.05
ON_BATTERY: Text = {"en": "on battery power", "ko": "배터리로 작동 중"}
BUSY: Text = {"en": "the machine is busy", "ko": "컴퓨터가 바쁨"}
SHORT_OF_MEMORY: Text = {"en": "short of free memory", "ko": "남은 메모리가 부족함"}


@dataclass(frozen=True, slots=True)
class MachineState:
    """What was seen: the processor's use since the last look, the power supply, the memory."""

    busy_percent: float = 0.0
    on_battery: bool = False
    free_bytes: int = 1 << 40
    total_bytes: int = 1 << 40


class Machine(Protocol):
    """Looks at the machine."""

    def look(self) -> MachineState:
        """Return what is seen now."""
        ...


class ThisMachine:
    """The machine that this runs on. What cannot be seen counts as favourable."""

    def __init__(self) -> None:
        self._processor = Processor()

    def look(self) -> MachineState:
        """Return what is seen now."""
        try:
            import psutil  # noqa: PLC0415 - loaded two minutes after the start, if at all
        except ImportError:
            return MachineState()
        memory = psutil.virtual_memory()
        battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
        return MachineState(
            busy_percent=self._processor.percent(),
            on_battery=battery is not None and battery.power_plugged is False,
            free_bytes=memory.available,
            total_bytes=memory.total,
        )


def reason_to_wait(state: MachineState) -> Text | None:
    """Say why nothing should start now, or None."""
    if state.on_battery:
        return ON_BATTERY
    if state.busy_percent > BUSY_PERCENT:
        return BUSY
    if state.free_bytes < max(LEAST_FREE_BYTES, state.total_bytes * LEAST_FREE_SHARE):
        return SHORT_OF_MEMORY
    return None
