"""Text → token ids of multilingual-e5-small: the XLM-R unigram model, exactly, in plain Python.

Owns normalisation, the split into words and the best segmentation of each word. It knows nothing of prefixes,
vectors or sessions. Calls from several threads are safe: the only shared state is a cache whose entries never change.
"""

from __future__ import annotations

import re
import unicodedata
from array import array

from memserver.embedding.weights_file import Vocabulary

WORD_MARK = "\u2581"
MAXIMUM_TOKENS = 512
"""What the model was trained on, special tokens included. What comes after is cut off."""

MAXIMUM_CHARACTERS = 16 * MAXIMUM_TOKENS
"""Text beyond this is not looked at: 16 characters per token is far above any prose, and it bounds the work."""

CACHED_WORDS = 50_000
CACHED_WORD_LENGTH = 40
"""Longer words are segmented afresh each time: they seldom come back and would make the cache heavy."""

UNKNOWN_PENALTY = 10.0
_SPACES = re.compile(" {2,}")
_WORST = float("-inf")


class Tokeniser:
    """Segments text into the pieces of a vocabulary with the highest total score."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        special = {vocabulary.begin, vocabulary.end, vocabulary.padding, vocabulary.unknown}
        self._ids = {piece: index for index, piece in enumerate(vocabulary.pieces) if index not in special}
        self._scores = array("d", vocabulary.scores)
        self._unknown_score = min(vocabulary.scores) - UNKNOWN_PENALTY
        self._longest = max(map(len, self._ids))
        self._begin, self._end, self._unknown = vocabulary.begin, vocabulary.end, vocabulary.unknown
        self._character_map = vocabulary.character_map
        self._cache: dict[str, tuple[int, ...]] = {}

    def encode(self, text: str, maximum: int = MAXIMUM_TOKENS) -> list[int]:
        """Return the ids of a text between its begin and end marks, `maximum` at most."""
        room = maximum - 2
        ids: list[int] = []
        for word in self._words(text):
            ids.extend(self._segment(word))
            if len(ids) >= room:
                break
        return [self._begin, *ids[:room], self._end]

    def _words(self, text: str) -> list[str]:
        cut = unicodedata.normalize("NFC", text[:MAXIMUM_CHARACTERS])
        normal = _SPACES.sub(" ", cut.translate(self._character_map))
        return [WORD_MARK + word for word in normal.removeprefix(" ").split(" ")]

    def _segment(self, word: str) -> tuple[int, ...]:
        known = self._cache.get(word)
        if known is not None:
            return known
        ids = self._without_repeated_unknowns(self._best_path(word))
        if len(word) <= CACHED_WORD_LENGTH:
            if len(self._cache) >= CACHED_WORDS:
                self._cache.clear()
            self._cache[word] = ids
        return ids

    def _best_path(self, word: str) -> list[int]:
        """Find the segmentation with the highest sum of scores (Viterbi over the positions between characters)."""
        length, longest = len(word), self._longest
        ids, scores, unknown_score = self._ids, self._scores, self._unknown_score
        best = [0.0] + [_WORST] * length
        piece_to = [self._unknown] * (length + 1)
        piece_start = [0] * (length + 1)
        for start in range(length):
            here = best[start]
            for end in range(start + 1, min(length, start + longest) + 1):
                index = ids.get(word[start:end])
                if index is not None and here + scores[index] > best[end]:
                    best[end], piece_to[end], piece_start[end] = here + scores[index], index, start
            if here + unknown_score > best[start + 1]:
                best[start + 1], piece_to[start + 1], piece_start[start + 1] = (
                    here + unknown_score,
                    self._unknown,
                    start,
                )
        path: list[int] = []
        position = length
        while position:
            path.append(piece_to[position])
            position = piece_start[position]
        path.reverse()
        return path

    def _without_repeated_unknowns(self, path: list[int]) -> tuple[int, ...]:
        unknown = self._unknown
        return tuple(
            index for place, index in enumerate(path) if index != unknown or place == 0 or path[place - 1] != unknown
        )
