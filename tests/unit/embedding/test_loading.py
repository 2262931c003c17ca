from __future__ import annotations

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memserver.embedding import loading, weights_file
from memserver.embedding.hybrid import HybridEmbedder
from memserver.embedding.loading import EmbedderHandle, EmbedderState, EmbeddingChoice, make_engine
from memserver.embedding.local import LocalEmbedder, LocalModel
from memserver.embedding.openai import OpenAiEmbedder
from memserver.embedding.protocol import Kind


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MEMSERVER_EMBEDDING_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def test_importing_it_loads_nothing_heavy() -> None:
    code = (
        "import sys, memserver.embedding.loading\n"
        "sys.exit(bool({'numpy', 'onnxruntime', 'httpx', 'hnswlib', 'tokenizers'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_the_local_model_gets_ready_in_the_background(
    model: LocalModel, model_cache: Path, executor: ThreadPoolExecutor
) -> None:
    handle = EmbedderHandle(EmbeddingChoice(model_cache))
    assert (handle.state, handle.embedder, handle.name, handle.dimensions) == (
        EmbedderState.OFF,
        None,
        "multilingual-e5-small",
        0,
    )
    handle.start(executor)
    handle.start(executor)
    assert (handle.state, handle.embedder) == (EmbedderState.LOADING, None)
    embedder = await handle.wait_ready()
    assert embedder is handle.embedder is not None
    assert (handle.state, handle.dimensions, handle.error) == (EmbedderState.READY, 384, None)
    assert len(await embedder.embed("준비됐나요?", Kind.QUERY)) == 384
    await handle.close()
    assert handle.embedder is None


async def test_off_stays_off(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    handle = EmbedderHandle(EmbeddingChoice(tmp_path, provider="off"))
    handle.start(executor)
    assert await handle.wait_ready() is None
    assert (handle.state, handle.name, handle.error) == (EmbedderState.OFF, "", None)
    await handle.close()


async def test_a_failure_is_told_with_what_to_do_and_can_be_tried_again(
    model: LocalModel, model_cache: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = EmbedderHandle(EmbeddingChoice(model_cache))
    with monkeypatch.context() as patch:
        patch.setattr(weights_file, "PACKAGE", "no_such_package_anywhere")
        handle.start(executor)
        assert await handle.wait_ready() is None
    assert handle.state is EmbedderState.FAILED
    assert handle.error is not None and "memserver install-model" in handle.error
    handle.start(executor)
    assert await handle.wait_ready() is not None
    await handle.close()


async def test_an_unforeseen_error_fails_the_handle_and_not_the_server(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(loading, "make_engine", broken)
    handle = EmbedderHandle(EmbeddingChoice(tmp_path))
    handle.start(executor)
    assert await handle.wait_ready() is None
    assert handle.state is EmbedderState.FAILED and handle.error is not None
    await handle.close()


async def test_waiting_can_be_given_up_without_stopping_the_loading(
    model: LocalModel, model_cache: Path, executor: ThreadPoolExecutor
) -> None:
    handle = EmbedderHandle(EmbeddingChoice(model_cache))
    handle.start(executor)
    waiting = asyncio.create_task(handle.wait_ready())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert await handle.wait_ready() is not None
    await handle.close()


async def test_a_missing_key_fails_the_remote_engine_only(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    handle = EmbedderHandle(EmbeddingChoice(tmp_path, provider="remote", url="https://example.com"))
    handle.start(executor)
    assert await handle.wait_ready() is None
    assert handle.error is not None and "needs a key" in handle.error
    hybrid = make_engine(EmbeddingChoice(tmp_path, provider="hybrid", url="https://example.com"), executor)
    assert isinstance(hybrid, LocalEmbedder)


def test_each_provider_gets_its_engine(tmp_path: Path, executor: ThreadPoolExecutor) -> None:
    local = "http://localhost:11434"
    assert isinstance(make_engine(EmbeddingChoice(tmp_path, "remote", url=local), executor), OpenAiEmbedder)
    assert isinstance(make_engine(EmbeddingChoice(tmp_path, "hybrid", url=local), executor), HybridEmbedder)
    folder = make_engine(EmbeddingChoice(tmp_path, folder=str(tmp_path / "own")), executor)
    assert folder is not None and folder.name == "own"


def test_a_choice_does_not_show_its_key(tmp_path: Path) -> None:
    assert "sk-secret" not in repr(EmbeddingChoice(tmp_path, key="sk-secret"))
