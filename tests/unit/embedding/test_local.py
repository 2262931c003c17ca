from __future__ import annotations

import asyncio
import threading
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from memserver.embedding import local as module
from memserver.embedding.local import LocalEmbedder, LocalModel
from memserver.embedding.protocol import Kind, Vector
from memserver.errors import Cancelled, EmbeddingFailed


@pytest.fixture
def embedder(model: LocalModel, model_cache: Path, executor: ThreadPoolExecutor) -> LocalEmbedder:
    result = LocalEmbedder(model_cache, executor)
    result._model = model
    return result


async def test_vectors_have_the_promised_shape_and_length(embedder: LocalEmbedder) -> None:
    vectors = await embedder.embed_batch(["배포는 화요일이다.", "", "x" * 20_000, "🙂"], Kind.PASSAGE)
    assert vectors.shape == (4, embedder.dimensions) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert (await embedder.embed_batch([], Kind.PASSAGE)).shape == (0, 384)


async def test_a_question_finds_its_answer_in_either_language(embedder: LocalEmbedder) -> None:
    passages = [
        "The nightly backup of the database starts at three in the morning.",
        "Our cat is afraid of thunder.",
        "결제 서비스는 매달 말일에 점검한다.",
        "회사 워크숍은 강릉에서 열린다.",
        "The coffee machine takes oat milk.",
    ]
    vectors = await embedder.embed_batch(passages, Kind.PASSAGE)
    for question, answer in [
        ("데이터베이스 백업은 몇 시에 하나요?", 0),
        ("When is the backup made?", 0),
        ("Where does the company workshop take place?", 3),
        ("결제 점검일이 언제죠?", 2),
    ]:
        query = await embedder.embed(question, Kind.QUERY)
        assert int(np.argmax(vectors @ query)) == answer, question


async def test_a_vector_does_not_depend_on_what_else_is_embedded(embedder: LocalEmbedder) -> None:
    text = "세션 쿠키가 만료되면 로그인이 실패한다."
    alone = await embedder.embed(text, Kind.PASSAGE)
    among = await embedder.embed_batch(["short", text, "a much longer text " * 30], Kind.PASSAGE)
    assert np.array_equal(alone, among[1])


async def test_composed_and_decomposed_hangul_have_one_vector(embedder: LocalEmbedder) -> None:
    text = "한글 파일 이름"
    composed = await embedder.embed(text, Kind.PASSAGE)
    decomposed = await embedder.embed(unicodedata.normalize("NFD", f" {text}\n"), Kind.PASSAGE)
    assert np.array_equal(composed, decomposed)


async def test_recent_questions_are_remembered_and_cannot_be_spoilt(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await embedder.embed("When is the release?", Kind.QUERY)
    monkeypatch.setattr(LocalModel, "embed", lambda *_: pytest.fail("computed again"))
    assert await embedder.embed("When is the release?", Kind.QUERY) is first
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1


async def test_a_stop_event_ends_a_batch(embedder: LocalEmbedder) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        await embedder.embed_batch(["one", "two"], Kind.PASSAGE, stop)


async def test_a_cancelled_batch_does_not_go_on_in_its_thread(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, seen = threading.Event(), []

    def slow(self: LocalModel, text: str, kind: Kind) -> np.ndarray:
        seen.append(text)
        started.set()
        threading.Event().wait(0.02)
        return np.zeros(384, np.float32)

    monkeypatch.setattr(LocalModel, "embed", slow)
    task = asyncio.create_task(embedder.embed_batch([str(number) for number in range(500)], Kind.PASSAGE))
    await asyncio.to_thread(started.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0.1)
    assert len(seen) < 50


async def test_threads_that_ask_at_once_load_the_model_once(
    model_cache: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []

    class Counting(LocalModel):
        def __init__(self, folder: Path) -> None:
            made.append(1)
            super().__init__(folder)

    monkeypatch.setattr(module, "LocalModel", Counting)
    embedder = LocalEmbedder(model_cache, executor)
    await asyncio.gather(embedder.load(), embedder.embed("하나", Kind.QUERY), embedder.embed("two", Kind.PASSAGE))
    assert made == [1]
    await embedder.close()


async def test_missing_weights_fail_with_what_to_do(
    tmp_path: Path, executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module.weights_file, "PACKAGE", "no_such_package_anywhere")
    with pytest.raises(EmbeddingFailed, match="not installed"):
        await LocalEmbedder(tmp_path, executor).load()


def test_the_fingerprint_changes_with_the_means(monkeypatch: pytest.MonkeyPatch) -> None:
    before = module.local_fingerprint()
    module.local_fingerprint.cache_clear()
    monkeypatch.setattr(module, "means_hash", lambda: "other means")
    try:
        assert module.local_fingerprint() != before
    finally:
        module.local_fingerprint.cache_clear()


@pytest.mark.parametrize(
    ("text", "kind", "here"),
    [
        ("When is the backup made?", Kind.QUERY, True),
        ("백업은 언제 하나요?", Kind.QUERY, True),
        ("When is the backup made? " * 20, Kind.QUERY, False),
        ("백업은 언제 하나요? " * 20, Kind.QUERY, False),
        ("The backup is made at three.", Kind.PASSAGE, False),
    ],
)
async def test_only_a_short_question_is_embedded_where_it_is_asked(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch, text: str, kind: Kind, here: bool
) -> None:
    threads = []
    embed = LocalModel.embed

    def observed(self: LocalModel, text: str, kind: Kind) -> Vector:
        threads.append(threading.current_thread())
        return embed(self, text, kind)

    monkeypatch.setattr(LocalModel, "embed", observed)
    await embedder.embed(text, kind)
    assert (threads == [threading.current_thread()]) is here


async def test_a_model_that_is_not_loaded_yet_is_never_loaded_where_a_question_is_asked(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, embedder._model, threads = embedder.loaded(), None, []

    def load(cache: Path) -> LocalModel:
        threads.append(threading.current_thread())
        return model

    monkeypatch.setattr(module, "LocalModel", load)
    await embedder.embed("When is the backup made?", Kind.QUERY)
    assert threads and threading.current_thread() not in threads
