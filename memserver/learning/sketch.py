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
MOST_CANDIDATES_SHARE = 0.06
# Products of single precision differ in the last digits by the order of their terms.
ROUNDING = 1e-5


@dataclass(frozen=True, slots=True)
class Sketch:
    """The leading axes of some rows."""

    axes: Floats
    """One axis per row, of length one, at right angles to each other."""
    rows: Floats
    """The rows along those axes, and as one more number the length of what is left of each."""

    def bounds(self, query: Floats) -> Floats:
        """Return for each row what its product with the query cannot exceed but by rounding."""
        turned = np.empty(len(self.axes) + 1, np.float32)
        leading = np.dot(self.axes, query, out=turned[:-1])
        turned[-1] = max(0.0, float(query @ query) - float(leading @ leading)) ** 0.5
        bounds: Floats = self.rows @ turned
        return bounds


class NearRows:
    """Rows of vectors that can be asked for those nearest to a query."""

    def __init__(self, vectors: Floats, axes: Floats | None = None) -> None:
        self.vectors = vectors
        self.sketch = _sketch(vectors, axes) if len(vectors) >= FEWEST_ROWS else None
        self._most = int(len(vectors) * MOST_CANDIDATES_SHARE)

    def __len__(self) -> int:
        return len(self.vectors)

    def best(self, query: Floats) -> tuple[int, float]:
        """Return the nearest row, the first of equal ones, and its product with the query."""
        if self.sketch is None:
            return _first_best(self.vectors @ query)
        most = self.sketch.bounds(query)
        found = float(self.vectors[int(most.argmax())] @ query)
        rows = (most >= found - ROUNDING).nonzero()[0]
        if len(rows) > self._most:
            return _first_best(self.vectors @ query)
        row, product = _first_best(self.vectors.take(rows, 0) @ query)
        return int(rows[row]), product

    def above(self, query: Floats, least: Floats) -> tuple[Rows, Floats]:
        """Return the rows whose product with the query is at least what each of them needs, and the products."""
        if self.sketch is not None:
            rows = (self.sketch.bounds(query) >= least - ROUNDING).nonzero()[0]
            if len(rows) <= self._most:
                products = self.vectors.take(rows, 0) @ query
                kept = products >= least[rows]
                return rows[kept], products[kept]
        products = self.vectors @ query
        rows = (products >= least).nonzero()[0]
        return rows, products[rows]


def principal_axes(vectors: Floats) -> Floats | None:
    """Return the axes that carry most of the vectors; None when too many are needed to be of use."""
    spread, axes = np.linalg.eigh(vectors.T @ vectors)
    shares = np.cumsum(spread[::-1]) / max(float(spread.sum()), 1e-12)
    count = int(np.searchsorted(shares, KEPT_SHARE)) + 1
    if count > vectors.shape[1] * MOST_AXES_SHARE:
        return None
    return np.ascontiguousarray(axes[:, ::-1][:, :count].T.astype(np.float32))


def _sketch(vectors: Floats, axes: Floats | None) -> Sketch | None:
    if axes is None or axes.shape[1] != vectors.shape[1]:
        return None
    leading = vectors @ axes.T
    left = np.einsum("ij,ij->i", vectors, vectors) - np.einsum("ij,ij->i", leading, leading)
    rows = np.column_stack([leading, np.sqrt(np.maximum(left, 0.0))]).astype(np.float32)
    # Column by column: a product with one vector is a quarter faster that way.
    return Sketch(axes, np.asfortranarray(rows))


def _first_best(products: Floats) -> tuple[int, float]:
    row = int(products.argmax())
    return row, float(products[row])
