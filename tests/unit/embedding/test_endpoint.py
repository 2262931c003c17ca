from __future__ import annotations

import pytest

from memserver.embedding.endpoint import embeddings_url, find_key, is_local, public_form
from memserver.errors import EmbeddingFailed


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("https://api.openai.com", "https://api.openai.com/v1/embeddings"),
        ("https://api.openai.com/v1/", "https://api.openai.com/v1/embeddings"),
        ("http://localhost:11434", "http://localhost:11434/v1/embeddings"),
        ("https://host/proxy/v1/embeddings", "https://host/proxy/v1/embeddings"),
        ("https://host/proxy?tenant=1", "https://host/proxy/v1/embeddings"),
        (" http://[::1]:8080/v1 ", "http://[::1]:8080/v1/embeddings"),
    ],
)
def test_a_base_may_come_with_or_without_its_version(base: str, url: str) -> None:
    assert embeddings_url(base) == url


@pytest.mark.parametrize(
    "base", ["", "localhost:11434", "ftp://host", "http://", "http://host:port", "file:///etc", "http://["]
)
def test_what_is_no_web_address_is_refused(base: str) -> None:
    with pytest.raises(EmbeddingFailed, match="not a web address"):
        embeddings_url(base)


@pytest.mark.parametrize(
    ("base", "local"),
    [
        ("http://localhost:11434", True),
        ("http://127.0.0.1", True),
        ("http://[::1]:1", True),
        ("http://localhost.example.com", False),
        ("https://api.openai.com", False),
    ],
)
def test_this_machine_is_known_by_its_names(base: str, local: bool) -> None:
    assert is_local(base) is local


def test_user_names_and_passwords_are_not_shown() -> None:
    assert public_form("https://me:secret@host:8443/v1") == "https://host:8443/v1/embeddings"
    assert public_form("http://[::1]:8080") == "http://[::1]:8080/v1/embeddings"


def test_a_missing_key_fails_at_once_with_what_to_do() -> None:
    with pytest.raises(EmbeddingFailed) as caught:
        find_key("https://api.openai.com", "", {})
    assert caught.value.hint is not None and "MEMSERVER_EMBEDDING_KEY" in caught.value.hint


def test_keys_come_from_the_client_then_the_environment() -> None:
    both = {"MEMSERVER_EMBEDDING_KEY": "ours", "OPENAI_API_KEY": "theirs"}
    assert find_key("https://host", "given", both) == "given"
    assert find_key("https://host", "", both) == "ours"
    assert find_key("https://api.openai.com/v1", "", {"OPENAI_API_KEY": "theirs"}) == "theirs"
    assert find_key("http://localhost:11434", "", {}) == ""


def test_the_key_for_openai_goes_nowhere_else() -> None:
    with pytest.raises(EmbeddingFailed):
        find_key("https://elsewhere.example", "", {"OPENAI_API_KEY": "theirs"})
    assert find_key("http://localhost:11434", "", {"OPENAI_API_KEY": "theirs"}) == ""


def test_a_key_that_would_break_a_header_is_refused_without_showing_it() -> None:
    with pytest.raises(EmbeddingFailed) as caught:
        find_key("https://host", "abc\r\nx-evil: 1", {})
    assert "evil" not in str(caught.value)
