"""How work tells the outside how far it is, and what happened. Owns the words; who listens is decided above."""

from __future__ import annotations

from typing import Protocol

from memserver.events import Event


class Progress(Protocol):
    """How far a long piece of work is."""

    def report(self, done: int, total: int, message: str = "") -> None:
        """Tell how far it is."""
        ...

    def close(self, message: str = "") -> None:
        """Tell that it is over."""
        ...


class Reporter(Protocol):
    """Where the engine tells things that nobody asked for."""

    def event(self, event: Event) -> None:
        """Tell that something happened."""
        ...

    async def progress(self, title: str) -> Progress:
        """Open progress for background work."""
        ...
