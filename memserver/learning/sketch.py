"""Exact nearest rows at less than the price of a whole product: a bound by fewer dimensions first, the rest for few.

Rows and query are turned so that the leading axes carry most of what there is (principal axes). The product over those
axes, plus the product of what is left of both lengths, is never less than the true one: rows whose bound stays below
the best row found so far cannot win and are not looked at. Where the bound excludes too little, the whole product is
taken: answers are those of the whole product in any case.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]

# Below this the whole product costs less than looking at bounds does.
FEWEST_ROWS = 1_000
# Of the 384 axes of the default model some 150 carry this share; with fewer, bounds exclude too little.
KEPT_SHARE = 0.87
MOST_AXES_SHARE = 0.45
# More candidates than this share of the rows cost as much as all of them.
MOST_CANDIDATES_SHARE = 0.2
# Products of single precision differ in the last digits by the order of their terms: bounds leave room for that, and
# rows that differ by less are equally near.
ROUNDING = 1e-5
TIE = 1e-6


@dataclass(frozen=True, slots=True)
class Sketch:
    """The leading axes of some rows."""

    axes: Floats
    """One axis per row, of length one, at right angles to each other."""
    rows: Floats
    """The rows along those axes, and as one more number the length of what is left of each."""

    def bounds(self, query: Floats, count: int) -> Floats:
        """Return for each of the first rows what its product with the query cannot exceed but by rounding."""
        turned = np.empty(len(self.axes) + 1, np.float32)
        leading = np.dot(self.axes, query, out=turned[:-1])
        turned[-1] = max(0.0, float(query.dot(query)) - float(leading.dot(leading))) ** 0.5
        bounds: Floats = self.rows[:count] @ turned
        return bounds


class NearRows:
    """Rows of vectors that can be asked for those nearest to a query."""

    def __init__(self, vectors: Floats, axes: Floats | None = None) -> None:
        self.vectors = vectors
        self.sketch = _sketch(vectors, axes) if len(vectors) >= FEWEST_ROWS else None

    def __len__(self) -> int:
        return len(self.vectors)

    def best(self, query: Floats) -> tuple[int, float]:
        """Return the nearest row, the first of equal ones, and its product with the query."""
        if self.sketch is not None:
            bounds = self.sketch.bounds(query, len(self))
            found = float(self.vectors[bounds.argmax()].dot(query))
            rows = (bounds >= found - ROUNDING).nonzero()[0]
            if len(rows) <= len(self) * MOST_CANDIDATES_SHARE:
                row, product = _first_best(self.vectors.take(rows, 0).dot(query))
                return int(rows[row]), product
        return _first_best(self.vectors @ query)

    def above(self, query: Floats, least: Floats) -> tuple[Rows, Floats]:
        """Return which of the first rows have a product with the query that is at least `least`, and the products."""
        if self.sketch is not None:
            rows = (self.sketch.bounds(query, len(least)) >= least - np.float32(ROUNDING)).nonzero()[0]
            if len(rows) <= len(least) * MOST_CANDIDATES_SHARE:
                products = self.vectors.take(rows, 0).dot(query)
                kept = products >= least[rows]
                return rows[kept], products[kept]
        products = self.vectors[: len(least)] @ query
        rows = (products >= least).nonzero()[0]
        return rows, products[rows]


def principal_axes(vectors: Floats) -> Floats | None:
    """Return the axes that carry most of the vectors; None when too many are needed to be of use."""
    axes, shares = leading_axes(vectors)
    count = int(np.searchsorted(shares, KEPT_SHARE)) + 1
    return axes[:count] if count <= len(axes) * MOST_AXES_SHARE else None


def leading_axes(vectors: Floats) -> tuple[Floats, npt.NDArray[np.float64]]:
    """Return all axes of some vectors, the one that carries most first, and how much the first so many carry."""
    spread, axes = np.linalg.eigh(vectors.T @ vectors)
    shares = np.cumsum(spread[::-1], dtype=np.float64) / max(float(spread.sum()), 1e-12)
    return np.ascontiguousarray(axes[:, ::-1].T.astype(np.float32)), shares


def _sketch(vectors: Floats, axes: Floats | None) -> Sketch | None:
    if axes is None or axes.shape[1] != vectors.shape[1]:
        return None
    leading = vectors @ axes.T
    left = np.einsum("ij,ij->i", vectors, vectors) - np.einsum("ij,ij->i", leading, leading)
    rows = np.column_stack([leading, np.sqrt(np.maximum(left, 0.0))]).astype(np.float32)
    # Column by column: a product with one vector is a quarter faster that way.
    return Sketch(axes, np.asfortranarray(rows))


def _first_best(products: Floats) -> tuple[int, float]:
    best = products.max()
    return int((products >= best - np.float32(TIE)).argmax()), float(best)
