"""Takes out of a vector what merely says "this is Korean" or "this is English".

In the raw space of multilingual-e5-small unrelated texts of one language lie closer than a text and its translation.
Subtracting the mean of the language and scaling back to length one cures that. The means come from sentences of our
own, embedded as passages: `scripts/build_language_means.py` makes them, and their hash is part of the fingerprint.
Questions lose the same mean as passages: a mean of their own tilts every score by passage and costs recall.
A text in both languages gets the means in proportion, so there is no step between "mostly Korean" and "mostly English".
"""

from __future__ import annotations

import hashlib
import io
import re
from functools import cache
from importlib import resources

import numpy as np

from memserver.embedding.protocol import Matrix, Vector

MEANS_NAME = "language_means.npy"
LANGUAGES = ("en", "ko")

HANGUL_WEIGHT = 2
"""One Hangul syllable carries about as much as two Latin letters."""

_HANGUL = re.compile("[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]")
_LATIN = re.compile("[A-Za-z]")
_LOOKED_AT = 2_000
"""Characters that decide the language of a text: its beginning tells enough."""


def korean_share(text: str) -> float:
    """Return how much of a text is Korean, 0 to 1. Text without letters of either script counts as English."""
    head = text[:_LOOKED_AT]
    hangul = HANGUL_WEIGHT * len(_HANGUL.findall(head))
    latin = len(_LATIN.findall(head))
    return hangul / (hangul + latin) if hangul else 0.0


@cache
def means_hash() -> str:
    """Return the sha256 of the shipped means."""
    return hashlib.sha256(_means_bytes()).hexdigest()


def without_language(vector: Vector, text: str) -> Vector:
    """Return the vector of `text` less the mean of its language, at length one again."""
    english, korean = _means()
    share = korean_share(text)
    centred = vector - (english * np.float32(1.0 - share) + korean * np.float32(share))
    # No text's vector equals a mean exactly, but a division by zero must not turn into NaN in an index.
    length = max(float(np.linalg.norm(centred)), 1e-6)
    result: Vector = (centred / np.float32(length)).astype(np.float32, copy=False)
    return result


def _means_bytes() -> bytes:
    return resources.files("memserver.embedding").joinpath("data", MEANS_NAME).read_bytes()


@cache
def _means() -> Matrix:
    """Return the means, shape (languages, dimensions)."""
    means: Matrix = np.load(io.BytesIO(_means_bytes()), allow_pickle=False)
    return means
