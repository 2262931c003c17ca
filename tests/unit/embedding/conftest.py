from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memserver.embedding.local import LocalModel
from memserver.embedding.weights_file import WeightsFile, locate

DATA = Path(__file__).parents[2] / "data" / "embedding"


@pytest.fixture(scope="session")
def data() -> Path:
    return DATA


@pytest.fixture(scope="session")
def weights() -> WeightsFile:
    return WeightsFile(locate())


@pytest.fixture(scope="session")
def model_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("model")


@pytest.fixture(scope="session")
def model(model_cache: Path) -> LocalModel:
    return LocalModel(model_cache)


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as threads:
        yield threads
