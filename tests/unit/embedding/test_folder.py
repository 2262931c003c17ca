from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memserver.embedding.folder import FolderEmbedder
from memserver.embedding.protocol import Kind
from memserver.errors import Cancelled, EmbeddingFailed


@pytest.fixture
def folder(data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(data / "tiny-model", tmp_path / "tiny-model"))


@pytest.fixture
def needs_tokenizers() -> None:
    pytest.importorskip("tokenizers", reason="a model folder needs the optional package `tokenizers`")


@pytest.mark.usefixtures("needs_tokenizers")
async def test_embeds_with_a_model_of_the_users_own(folder: Path, executor: ThreadPoolExecutor) -> None:
    embedder = FolderEmbedder(folder, executor)
    await embedder.load()
    assert (embedder.name, embedder.dimensions) == ("tiny-model", 4)
    vectors = await embedder.embed_batch(["database backup", "cat", "고양이 thunder cat"] * 20, Kind.PASSAGE)
    assert vectors.shape == (60, 4) and np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    query = await embedder.embed("백업", Kind.QUERY)
    assert np.argmax(vectors[:3] @ query) == 0
    assert await embedder.embed("백업", Kind.QUERY) is query
    await embedder.close()


@pytest.mark.usefixtures("needs_tokenizers")
async def test_padding_does_not_leak_into_a_vector(folder: Path, executor: ThreadPoolExecutor) -> None:
    embedder = FolderEmbedder(folder, executor)
    alone = await embedder.embed_batch(["cat"], Kind.PASSAGE)
    among = await embedder.embed_batch(["cat", "cat thunder database backup"], Kind.PASSAGE)
    assert np.allclose(alone[0], among[0])


@pytest.mark.usefixtures("needs_tokenizers")
async def test_the_pooling_that_the_folder_names_is_used_and_part_of_the_space(
    folder: Path, executor: ThreadPoolExecutor
) -> None:
    mean = FolderEmbedder(folder, executor)
    await mean.load()
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    first = FolderEmbedder(folder, executor)
    await first.load()
    assert first.fingerprint != mean.fingerprint
    assert np.allclose(await first.embed("cat thunder", Kind.PASSAGE), [0, 1, 0, 0])


@pytest.mark.usefixtures("needs_tokenizers")
async def test_a_stop_event_ends_a_batch(folder: Path, executor: ThreadPoolExecutor) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        await FolderEmbedder(folder, executor).embed_batch(["cat"], Kind.PASSAGE, stop)


@pytest.mark.usefixtures("needs_tokenizers")
@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
async def test_a_damaged_file_is_an_error_for_people(folder: Path, executor: ThreadPoolExecutor, name: str) -> None:
    (folder / name).write_bytes(b"not a model")
    with pytest.raises(EmbeddingFailed, match="cannot be"):
        await FolderEmbedder(folder, executor).load()


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
async def test_a_missing_file_is_named(folder: Path, executor: ThreadPoolExecutor, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(EmbeddingFailed, match=name):
        await FolderEmbedder(folder, executor).load()


def test_before_loading_nothing_is_known(folder: Path, executor: ThreadPoolExecutor) -> None:
    with pytest.raises(EmbeddingFailed, match="not loaded"):
        _ = FolderEmbedder(folder, executor).fingerprint


WITHOUT_TOKENIZERS = """
import sys
sys.modules["tokenizers"] = None
from pathlib import Path
from memserver.embedding.folder import FolderModel
from memserver.errors import EmbeddingFailed
try:
    FolderModel(Path(sys.argv[1]))
except EmbeddingFailed as error:
    assert "pip install tokenizers" in error.hint
else:
    raise AssertionError("it loaded")
"""


def test_without_the_tokenizers_package_it_says_what_to_install(folder: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT_TOKENIZERS, str(folder)], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
