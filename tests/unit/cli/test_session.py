"""Options of a command become settings, and what is wrong with them is said at once."""

from __future__ import annotations

import pytest

from memserver.cli.parser import make_parser
from memserver.cli.session import settings_of
from memserver.config import Settings
from memserver.errors import InvalidParams


def _settings(*arguments: str) -> Settings:
    return settings_of(make_parser().parse_args(["ask", "question", *arguments]))


def test_folders_come_from_their_options() -> None:
    settings = _settings("--data-dir", "data", "--brain", "notes")
    assert (settings.data_dir, settings.brain_path) == ("data", "notes")


def test_any_setting_can_be_given() -> None:
    settings = _settings("--set", "embeddingProvider=off", "--set", "contextLength=8192", "--set", "coveEnabled=false")
    assert settings.embedding_provider == "off"
    assert settings.context_length == 8192
    assert not settings.cove_enabled


@pytest.mark.parametrize("setting", ["contextLength=short", "unknownName=1", "contextLength"])
def test_a_wrong_setting_is_refused_by_its_name(setting: str) -> None:
    with pytest.raises(InvalidParams, match=setting.partition("=")[0]):
        _settings("--set", setting)
