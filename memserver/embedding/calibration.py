"""The one scale of similarity on which thresholds are stated: 0 to 1, whatever the model.

Cosines mean different things in different models. Each model has a curve from its cosine to this scale, on which
0.95 and more is a near-duplicate, about 0.6 the same topic and less than 0.2 unrelated. A curve is a broken line
through a few points, rising everywhere, so it never changes an order. Nothing here decides anything.

Cosines between passages with the default model (20 groups of sentences, tests/data/embedding/groups.jsonl):

    pair                        5 %    50 %    95 %    on this scale (median)
    unrelated, one language    -0.12   0.01    0.20    0.05
    unrelated, two languages   -0.09   0.01    0.20    0.06
    same topic, loosely         0.02   0.21    0.44    0.22
    translation                 0.40   0.54    0.65    0.65
    near-duplicate              0.70   0.86    0.95    0.97

Texts of one genre share more than their topic: turns of one long chat have a median of 0.5 (0.6 here) between any two.
So "same topic" is a filter to narrow candidates, not a proof. A question is further from its answer than two passages
that say the same: rank by similarity there, and use thresholds only to leave out what is far off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from memserver.embedding.default_model import NAME as DEFAULT_NAME

NEAR_DUPLICATE = 0.95
SAME_TOPIC = 0.6
UNRELATED = 0.2


@dataclass(frozen=True, slots=True)
class Calibration:
    """A rising broken line from cosine to the common scale."""

    cosines: tuple[float, ...]
    levels: tuple[float, ...]

    def __post_init__(self) -> None:
        for values in (self.cosines, self.levels):
            if any(left >= right for left, right in pairwise(values)):
                raise ValueError("a calibration must rise everywhere")

    def similarity(self, cosine: float) -> float:
        """Return the similarity, 0 to 1, of two texts whose vectors have this cosine."""
        return float(np.interp(cosine, self.cosines, self.levels))

    def similarities(self, cosines: npt.NDArray[np.float32] | Sequence[float]) -> npt.NDArray[np.float32]:
        """Return the similarity for each cosine; NaN stays NaN."""
        result: npt.NDArray[np.float32] = np.interp(cosines, self.cosines, self.levels).astype(np.float32)
        return result

    def cosine(self, similarity: float) -> float:
        """Return the cosine at which a threshold on the common scale lies, to compare raw values with it."""
        return float(np.interp(similarity, self.levels, self.cosines))


LOCAL = Calibration((-1.0, 0.0, 0.2, 0.5, 0.8, 1.0), (0.0, 0.05, UNRELATED, SAME_TOPIC, NEAR_DUPLICATE, 1.0))
"""For multilingual-e5-small with the language taken out: 95 % of unrelated pairs lie below 0.2, most translations
above 0.5, and four of five near-duplicates above 0.8."""

GENERIC = Calibration((-1.0, 0.0, 0.25, 0.55, 0.9, 1.0), (0.0, 0.05, UNRELATED, SAME_TOPIC, NEAR_DUPLICATE, 1.0))
"""For models that we could not measure: what current sentence models are usually like."""


def calibration_for(name: str) -> Calibration:
    """Return the curve of the embedder with this name."""
    return LOCAL if name == DEFAULT_NAME else GENERIC
