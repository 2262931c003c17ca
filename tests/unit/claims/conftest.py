"""The local model and the reader of statements, loaded once for all tests of this room."""

from __future__ import annotations

import pytest

from memserver.claims.model import VectorPair
from memserver.claims.reader import PairReader
from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind
from memserver.folders import cache_folder


@pytest.fixture(scope="session")
def local_model() -> LocalModel:
    return LocalModel(cache_folder())


@pytest.fixture(scope="session")
def reader(local_model: LocalModel) -> PairReader:
    return PairReader(local_model)


class Vectors:
    """The vectors of two texts by the local model."""

    def __init__(self, model: LocalModel) -> None:
        self._model = model

    def of(self, old: str, new: str) -> VectorPair:
        return self._model.embed(old, Kind.PASSAGE), self._model.embed(new, Kind.PASSAGE)


@pytest.fixture(scope="session")
def vectors(local_model: LocalModel) -> Vectors:
    return Vectors(local_model)
