"""Minimises a smooth function by limited-memory BFGS. Deterministic: the same start and function, the same end."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Objective = Callable[[Floats], tuple[float, Floats]]

MEMORY = 8
SMALLEST_STEP = 1e-5
# A step must gain at least this share of what the slope promises.
SUFFICIENT = 1e-4


def minimise(objective: Objective, start: Floats, iterations: int, tolerance: float) -> Floats:
    """Return the point where `objective` (value and gradient) stops falling by more than the relative tolerance."""
    point = start
    value, gradient = objective(point)
    steps: list[Floats] = []
    changes: list[Floats] = []
    for _ in range(iterations):
        direction = _direction(gradient, steps, changes)
        slope = float((gradient * direction).sum())
        if slope <= 0:
            break
        length = 1.0
        while True:
            candidate = point - np.float32(length) * direction
            new_value, new_gradient = objective(candidate)
            if new_value <= value - SUFFICIENT * length * slope or length < SMALLEST_STEP:
                break
            length /= 2
        if new_value >= value:
            break
        step, change = candidate - point, new_gradient - gradient
        if float((step * change).sum()) > 1e-10:
            steps, changes = [*steps, step][-MEMORY:], [*changes, change][-MEMORY:]
        ended = value - new_value < tolerance * abs(value)
        point, value, gradient = candidate, new_value, new_gradient
        if ended:
            break
    return point


def _direction(gradient: Floats, steps: list[Floats], changes: list[Floats]) -> Floats:
    """Return the gradient seen through what the last steps told about the curvature."""
    direction = gradient.copy()
    if not steps:
        return direction / np.float32(max(float(np.abs(gradient).max()), 1e-9))
    shares = []
    for step, change in zip(reversed(steps), reversed(changes), strict=True):
        share = (step * direction).sum() / (change * step).sum()
        shares.append(share)
        direction -= share * change
    direction *= (steps[-1] * changes[-1]).sum() / (changes[-1] * changes[-1]).sum()
    for step, change, share in zip(steps, changes, reversed(shares), strict=True):
        direction += (share - (change * direction).sum() / (change * step).sum()) * step
    return direction
