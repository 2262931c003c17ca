"""The checks of `memserver doctor`: each looks at one thing for real and says what was found and what to do.

A check never raises for what it checks, and changes nothing but the folders that the store needs anyway.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memserver import __version__
from memserver.errors import EmbeddingFailed
from memserver.storage import capabilities
from memserver.workspace.git import Git

if TYPE_CHECKING:
    from memserver.config import Settings
    from memserver.engine import Engine

OLDEST_PYTHON = (3, 11)
PROBE = "When do we release? 배포는 언제 하나요?"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `broken`: nothing works; `limited`: it works with less; `note`: optional."""

    name: str
    state: Literal["ok", "note", "limited", "broken"]
    detail: str
    remedy: str = ""


def environment_checks() -> Iterator[Finding]:
    """Look at what is installed."""
    yield Finding("memserver", "ok", f"{__version__} in {Path(__file__).parent.parent}")
    python = (
        f"{platform.python_implementation()} {platform.python_version()} on {platform.system()} {platform.machine()}"
    )
    new_enough = sys.version_info[:2] >= OLDEST_PYTHON
    yield Finding(
        "Python", "ok" if new_enough else "broken", python, "" if new_enough else "Install Python 3.11 or newer."
    )
    yield _sqlite()
    yield _token_counter()
    yield _hnsw()
    yield _watching()
    yield _git()


def folder_checks(data: Path, brain: Path) -> Iterator[Finding]:
    """Look at the two folders."""
    problem = unwritable(data)
    remedy = "Choose another folder with --data-dir (in an editor: memserver.dataDir), or mend its permissions."
    yield Finding("data folder", "broken" if problem else "ok", f"{data}{problem}", remedy if problem else "")
    if not brain.is_dir():
        yield Finding(
            "notes", "note", f"{brain} does not exist yet",
            "Make it and put markdown files there, or name another folder with --brain (memserver.brainPath).",
        )  # fmt: skip
    else:
        readable = os.access(brain, os.R_OK | os.X_OK)
        yield Finding("notes", "ok" if readable else "limited", str(brain), "" if readable else "It cannot be read.")


async def engine_checks(engine: Engine) -> list[Finding]:
    """Look at the open engine: what is stored, the model."""
    status = await engine.health.status()
    counts = status["counts"]
    found = [Finding("store", "ok", f"{counts['memories']:,} memories, {counts['files']:,} notes")]
    found.append(await _embedding(engine))
    found += [Finding("warning", "limited", warning) for warning in status["warnings"]]
    return found


async def endpoint_checks(settings: Settings) -> list[Finding]:
    """Ask the chat endpoint, if one is configured, for one word."""
    if not settings.ollama_url:
        return []
    from memserver.llm.chat import ChatClient, ChatFailed  # noqa: PLC0415 - only with an endpoint

    model = settings.default_model
    if not model:
        return [Finding("chat endpoint", "limited", "no model is named", "Set defaultModel.")]
    key = settings.embedding_api_key.get_secret_value()
    try:
        await ChatClient(settings.ollama_url, model, api_key=key).complete([{"role": "user", "content": "Say: ok"}])
    except ChatFailed as failure:
        return [Finding("chat endpoint", "limited", str(failure), "Check ollamaUrl and defaultModel.")]
    return [Finding("chat endpoint", "ok", f"{model} answers")]


def unwritable(folder: Path) -> str:
    """Say why nothing can be written to a folder; empty when it can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"memserver")
    except OSError as failure:
        return f": {failure.strerror}"
    return ""


def _sqlite() -> Finding:
    version = capabilities.sqlite_version()
    if not capabilities.is_new_enough():
        oldest = ".".join(map(str, capabilities.OLDEST))
        return Finding("SQLite", "broken", version, f"Use a Python whose SQLite is {oldest} or newer.")
    if not capabilities.has_full_text_search():
        return Finding("SQLite", "broken", f"{version}, without FTS5", "Use a Python whose SQLite was built with FTS5.")
    return Finding("SQLite", "ok", f"{version} with full-text search")


def _token_counter() -> Finding:
    from memserver.text.token_count import TOKENISER_NAME, count_tokens  # noqa: PLC0415 - heavy

    try:
        count = count_tokens(PROBE)
    except (ImportError, OSError, ValueError) as failure:
        remedy = "Reinstall it: pip install --force-reinstall splintr-rs"
        return Finding(
            "token counter", "broken", f"{TOKENISER_NAME} cannot be loaded ({type(failure).__name__})", remedy
        )
    return Finding("token counter", "ok", f"{TOKENISER_NAME}, counts {count} tokens in the test question")


def _hnsw() -> Finding:
    from memserver.index import hnsw, parameters  # noqa: PLC0415 - numpy comes with it

    if hnsw.is_available():
        return Finding("large index", "ok", "hnswlib is installed")
    detail = f"hnswlib is not installed: exact search serves, and is fast up to {parameters.HNSW_FROM:,} texts"
    return Finding("large index", "note", detail, 'For more: pip install "memserver[hnsw]" (needs a C++ compiler).')


def _watching() -> Finding:
    try:
        import watchfiles  # noqa: F401, PLC0415 - whether it can be imported is the question
    except ImportError:
        return Finding(
            "file watching", "limited", "watchfiles cannot be imported", "Notes are looked through at intervals."
        )
    return Finding("file watching", "ok", "native")


def _git() -> Finding:
    if Git().available:
        return Finding("git", "ok", "found")
    return Finding("git", "limited", "not found", "Install it: without git, projects are known by their folder alone.")


async def _embedding(engine: Engine) -> Finding:
    from memserver.embedding.protocol import Kind  # noqa: PLC0415 - numpy comes with it

    if engine.settings.embedding_provider == "off":
        return Finding("language model", "note", "switched off: search goes by words alone", "embeddingProvider=local")
    started = time.perf_counter()
    embedder = await engine.embedder.wait_ready()
    loaded = time.perf_counter()
    if embedder is None:
        return Finding("language model", "limited", engine.embedder.error or "not available: search goes by words")
    try:
        vector = await embedder.embed(PROBE, Kind.QUERY)
    except EmbeddingFailed as failure:
        return Finding("language model", "limited", failure.message, failure.hint or "")
    spent = (time.perf_counter() - loaded) * 1000
    return Finding(
        "language model", "ok",
        f"{embedder.name}, {len(vector)} dimensions; loads in {loaded - started:.1f} s, embeds in {spent:.0f} ms",
    )  # fmt: skip
