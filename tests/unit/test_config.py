"""Settings are read leniently: each value that does not fit is replaced by its default and named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from memserver.config import Settings

ON_BY_DEFAULT = [
    "actionabilityEnabled", "hierarchicalReweightEnabled", "intentClarificationEnabled", "epistemicGuardEnabled",
    "requirementGraphEnabled", "reflectionEnabled", "orgMemoryEnabled", "glossaryEnabled",
    "conflictHighlightingEnabled", "conflictCrossDocEnabled", "coveEnabled", "citationTraceEnabled", "memoryEnabled",
    "projectMemoryEnabled", "proceduralMemoryEnabled", "episodicMemoryEnabled", "distillationEnabled",
    "workspaceTrusted",
]  # fmt: skip
OFF_BY_DEFAULT = ["chunkLevelRetrieval", "coveStrictMode", "selfCheckEnabled", "criticEnabled"]


def _value(settings: Settings, name: str) -> Any:
    return settings.model_dump(by_alias=True)[name]


@pytest.mark.parametrize("name", ON_BY_DEFAULT)
@pytest.mark.parametrize("value", [None, 0, "", "false", "no", [], 1, True, {}])
def test_a_switch_that_is_on_stays_on_unless_told_false(name: str, value: Any) -> None:
    settings, complaints = Settings.read({name: value})
    assert _value(settings, name) is True
    assert complaints == []
    assert _value(Settings.read({name: False})[0], name) is False
    assert _value(Settings.read({})[0], name) is True


@pytest.mark.parametrize("name", OFF_BY_DEFAULT)
@pytest.mark.parametrize("value", [None, 1, "true", "yes", [1], False])
def test_a_switch_that_is_off_stays_off_unless_told_true(name: str, value: Any) -> None:
    assert _value(Settings.read({name: value})[0], name) is False
    assert _value(Settings.read({name: True})[0], name) is True


def test_rerank_is_on_for_anything_truthy() -> None:
    assert Settings.read({"semanticRerankEnabled": 1})[0].semantic_rerank_enabled is True
    assert Settings.read({"semanticRerankEnabled": ""})[0].semantic_rerank_enabled is False


@pytest.mark.parametrize("raw", [None, {}, {"unknown": 1}])
def test_nothing_given_means_the_defaults(raw: dict[str, Any] | None) -> None:
    assert Settings.read(raw) == (Settings(), [])


def test_each_value_that_does_not_fit_is_named_and_the_others_are_kept() -> None:
    settings, complaints = Settings.read({"contextLength": -1, "knowledgeMix": "x", "memoryShortTermMessages": 4})
    assert (settings.context_length, settings.knowledge_mix) == (32_768, 50)
    assert settings.memory_short_term_messages == 4
    assert [complaint.split(":")[0] for complaint in complaints] == ["contextLength", "knowledgeMix"]


def test_a_bad_value_inside_a_map_costs_the_whole_map() -> None:
    settings, complaints = Settings.read({"knowledgeMixByAgent": {"writer": 20, "critic": 900}})
    assert settings.knowledge_mix_by_agent == {}
    assert len(complaints) == 1
    assert "knowledgeMixByAgent" in complaints[0]


@pytest.mark.parametrize("name", ["context_length", "contextLength"])
def test_names_in_python_spelling_do_no_harm(name: str) -> None:
    assert Settings.read({name: "huge"})[0].context_length == 32_768
    assert Settings.read({name: 65_536})[0].context_length == 65_536


def test_complaints_do_not_quote_the_value() -> None:
    _, complaints = Settings.read({"embeddingApiKey": ["sk-canary"], "contextLength": "sk-canary"})
    assert len(complaints) == 2
    assert "sk-canary" not in " ".join(complaints)


def test_secrets_do_not_show() -> None:
    settings, _ = Settings.read({"embeddingApiKey": "sk-canary"})
    assert "sk-canary" not in repr(settings)
    assert "sk-canary" not in settings.model_dump_json()


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        Settings().context_length = 5  # type: ignore[misc]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(sorted(Settings().model_dump(by_alias=True)))


@given(st.dictionaries(NAMES, JSON, max_size=12))
def test_any_json_can_be_read(raw: dict[str, Any]) -> None:
    settings, complaints = Settings.read(raw)
    again, none = Settings.read(settings.model_dump(by_alias=True))
    assert again == settings
    assert none == []
    assert len(complaints) <= len(raw)


def test_a_setting_of_several_bad_values_is_named_once_and_by_the_place_of_the_first() -> None:
    settings, (complaint,) = Settings.read({"knowledgeMixByAgent": {"coder": 101, "tester": -1}})
    assert complaint.startswith("knowledgeMixByAgent.coder: ")
    assert settings.knowledge_mix_by_agent == {}
