"""Builds the fixture repository: the planted parts amid enough ordinary code, committed by several people."""

from __future__ import annotations

from pathlib import Path

from tests.code_fixture import plant_docs, plant_hard, plant_history, plant_security, plant_structure, plant_tests
from tests.code_fixture.background import Background
from tests.code_fixture.truth import Draft, Truth

SEED = 20_261
SMALL = (24, 12)
FULL = (150, 70)
"""Modules in Python and in TypeScript; their tests and the planted files come on top."""


def build(folder: Path, size: tuple[int, int] = SMALL, seed: int = SEED) -> Truth:
    """Build the repository in an empty folder; the same seed gives the same repository."""
    draft = Draft()
    Background(draft, seed).fill(*size)
    plant_security.plant(draft, seed + 1)
    plant_docs.plant(draft)
    plant_structure.plant(draft)
    plant_tests.plant(draft)
    plant_hard.plant(draft, seed + 3)
    plant_history.plant(draft)
    plant_history.commit(folder, draft, seed + 2)
    return draft.truth
