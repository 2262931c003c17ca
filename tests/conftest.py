"""What all tests share: a still clock, no settings of the machine, and no test that fails because a machine is slow."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


class StillClock:
    """A clock that stands still until it is moved."""

    def __init__(self, moment: datetime = NOON) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **amount: float) -> None:
        """Move it on, by days, hours, minutes or seconds."""
        self.moment += timedelta(**amount)


@pytest.fixture
def clock() -> StillClock:
    """A clock that stands at noon."""
    return StillClock()


@pytest.fixture(autouse=True)
def no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and log levels of whoever runs the tests must not change them."""
    for name in ("MEMSERVER_EMBEDDING_KEY", "OPENAI_API_KEY", "MEMSERVER_LOG"):
        monkeypatch.delenv(name, raising=False)
