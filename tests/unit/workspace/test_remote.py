from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.workspace.remote import local_path, normalise_remote, repository_name


@pytest.mark.parametrize(
    "url",
    [
        "git@github.com:Team/App.git",
        "https://github.com/team/app",
        "https://mina:secret-token@github.com/Team/App.git/",
        "ssh://git@github.com:22/team/app.git",
        "ssh://git@ssh.github.com:443/team/app.git",
        "git://github.com/team/app.git",
        "github.com:team/app",
    ],
)
def test_every_spelling_of_one_address_is_one(url: str) -> None:
    assert normalise_remote(url) == "github.com/team/app"


def test_azure_spellings_agree() -> None:
    web = normalise_remote("https://acme@dev.azure.com/acme/web/_git/shop")
    assert web == normalise_remote("git@ssh.dev.azure.com:v3/acme/web/shop") == "dev.azure.com/acme/web/shop"


def test_what_may_be_two_repositories_stays_two() -> None:
    assert normalise_remote("https://git.example.com/A/b") != normalise_remote("https://git.example.com/a/b")
    assert normalise_remote("http://localhost:3000/a/b") != normalise_remote("http://localhost:3001/a/b")


@pytest.mark.parametrize("path", ["/srv/git/app.git", "../app", "./app", "C:\\work\\app", "C:/work/app", "app"])
def test_paths_on_this_machine_are_no_addresses(path: str) -> None:
    assert normalise_remote(path) is None
    assert local_path(path) == path


def test_file_addresses_name_a_path() -> None:
    assert normalise_remote("file:///srv/git/my%20app.git") is None
    assert local_path("file:///srv/git/my%20app.git") == "/srv/git/my app.git"
    assert local_path("https://github.com/a/b") is None


def test_name_is_the_last_part() -> None:
    assert repository_name("github.com/team/app") == "app"


@given(st.text(max_size=60), st.text(alphabet="abcdef0123456789", min_size=8, max_size=12))
def test_any_text_is_answered_and_no_password_survives(text: str, password: str) -> None:
    normalise_remote(text)
    local_path(text)
    assert password not in (normalise_remote(f"https://me:{password}@example.com/team/app") or "")
