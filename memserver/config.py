"""The settings: one frozen model, one source of truth.

`docs/configuration.md` and the settings section of the extension's `package.json` are generated from it. A value that
does not fit falls back to its default with one readable message: options can never be half-set.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError
from pydantic.alias_generators import to_camel

# On unless the user writes an explicit false: a missing, null or mistyped value must not switch a safeguard off.
OnSwitch = Annotated[bool, BeforeValidator(lambda value: value is not False)]
# Off unless the user writes an explicit true.
OffSwitch = Annotated[bool, BeforeValidator(lambda value: value is True)]
# Off unless the value is truthy.
TruthySwitch = Annotated[bool, BeforeValidator(bool)]

OPENED_ONCE = (
    "data_dir",
    "brain_path",
    "embedding_provider",
    "embedding_model",
    "embedding_model_folder",
    "embedding_url",
    "embedding_dimensions",
    "embedding_api_key",
    "chunk_target_chars",
)
"""What the engine opens once, by its own names: a change of it takes a new engine."""

Percent = Annotated[int, Field(ge=0, le=100)]


class Settings(BaseModel):
    """Everything a user can set; the names on the wire are these in camelCase."""

    model_config = ConfigDict(
        frozen=True,
        extra="ignore",
        alias_generator=to_camel,
        populate_by_name=True,
        use_attribute_docstrings=True,
        allow_inf_nan=False,
    )

    brain_path: str = ""
    """Folder of your own notes: markdown, `skill.md` procedures, `.astra/` files. Empty: a per-user data folder."""
    data_dir: str = ""
    """Folder where memserver keeps its database and indexes. Empty: a per-user data folder."""
    workspace_trusted: OnSwitch = True
    """Whether the editor trusts the workspace. An untrusted one is never read."""

    memory_enabled: OnSwitch = True
    """Master switch. Off: every turn is empty and nothing is learned."""
    memory_short_term_messages: int = Field(8, ge=0, le=200)
    """How many of the last visible messages the short-term layer keeps."""
    memory_medium_term_sessions: int = Field(0, ge=0, le=50)
    """How many recent chat sessions may contribute to a turn. 0 switches them off."""
    memory_long_term_files: int = Field(8, ge=0, le=100)
    """How many brain files may contribute to a turn at Knowledge Mix 50."""
    long_term_max_entries: int = Field(100, ge=1, le=100_000)
    """Cap on long-term entries that memserver wrote by itself. What you wrote is never evicted."""
    episodic_max_episodes: int = Field(50, ge=1, le=100_000)
    """Cap on episodes that memserver wrote by itself."""
    project_memory_enabled: OnSwitch = True
    """Use knowledge of the open workspace."""
    procedural_memory_enabled: OnSwitch = True
    """Use procedures (`skill.md` files and recorded ones)."""
    episodic_memory_enabled: OnSwitch = True
    """Use past conversations."""

    context_length: int = Field(32_768, ge=1_024, le=10_000_000)
    """Context window of your chat model, in tokens. A quarter of it bounds what retrieval may use."""
    knowledge_mix: Percent = 50
    """How far to lean on stored knowledge: 0 uses the model's own knowledge only, 100 doubles what is retrieved."""
    knowledge_mix_by_agent: dict[str, Percent] = Field(default_factory=dict)
    """Knowledge Mix for single agents, by name."""
    agent_folders: dict[str, list[str]] = Field(default_factory=dict)
    """Folders of the brain that an agent may search, by agent name. None: the whole brain. One outside is refused."""

    embedding_provider: Literal["local", "remote", "hybrid", "off"] = "local"
    """Where vectors come from: the built-in model, an endpoint, the first with the second as fallback, or nowhere."""
    embedding_model: str = ""
    """Model name at the remote embedding endpoint. Empty: none is used."""
    embedding_model_folder: str = ""
    """Folder with your own ONNX sentence model (`model.onnx` and `tokenizer.json`). Empty: the built-in model."""
    embedding_url: str = ""
    """Base URL of an OpenAI-compatible embedding endpoint. Empty: `ollamaUrl`."""
    embedding_dimensions: int = Field(0, ge=0, le=8_192)
    """Vector length to ask the remote model for. 0: the model's own."""
    embedding_blend_alpha: float = Field(0.5, ge=0.0, le=1.0)
    """Balance of meaning and words in ranking: 0 is words alone, 1 is meaning alone; 0.5 was measured best."""
    embedding_timeout_ms: int = Field(4_000, ge=50, le=60_000)
    """How long a turn waits for the embedding of its question before it goes on with words only."""
    embedding_api_key: SecretStr = SecretStr("")
    """Key for the remote endpoints, handed over by the client's secret storage. Never stored."""
    ollama_url: str = ""
    """Base URL of a chat endpoint (Ollama or OpenAI-compatible) for the optional re-rank, self-check and critic."""
    default_model: str = ""
    """Chat model used where no other is named."""

    relevance_threshold: float = Field(0.15, ge=0.0, le=1.0)
    """How likely it must be that what was found helps; below, a turn says nothing. 0: it always says something."""
    actionability_enabled: OnSwitch = True
    """Prefer what fits the open file and the recent commands."""
    hierarchical_reweight_enabled: OnSwitch = True
    """Prefer what stands on the same level of abstraction as the question."""
    intent_clarification_enabled: OnSwitch = True
    """Ask back when the request is ambiguous."""
    epistemic_guard_enabled: OnSwitch = True
    """Keep unknown, estimated and certain statements apart."""
    requirement_graph_enabled: OnSwitch = True
    """Add the required elements of a recognised task as a checklist."""
    reflection_enabled: OnSwitch = True
    """Keep a record of each turn and learn from what was missed."""
    org_memory_enabled: OnSwitch = True
    """Add the organisation's rules from `.astra/organization.md`."""
    standing_rules_enabled: OnSwitch = True
    """Tell stored rules and preferences on every turn that does the kind of work they are about."""
    glossary_enabled: OnSwitch = True
    """Add the terms of the glossary."""
    conflict_highlighting_enabled: OnSwitch = True
    """Warn when sources contradict each other."""
    conflict_cross_doc_enabled: OnSwitch = True
    """Compare sources with each other, not only each with itself."""
    cove_enabled: OnSwitch = True
    """Add the verification checklist."""
    citation_trace_enabled: OnSwitch = True
    """Ask for a line that names the sources, with their dates."""

    chunk_level_retrieval: OffSwitch = False
    """Rank single sections of brain files instead of whole files."""
    cove_strict_mode: OffSwitch = False
    """Make the verification checklist strict."""
    semantic_rerank_enabled: TruthySwitch = False
    """Let a chat model re-order what was selected."""
    self_check_enabled: OffSwitch = False
    """Let a chat model check the answer afterwards."""
    critic_enabled: OffSwitch = False
    """Let a chat model review answers that show a problem."""

    intent_clarification_strictness: Literal["low", "medium", "high"] = "medium"
    """How readily to ask back: low needs three missing dimensions, medium two, high one."""
    conflict_severity_threshold: Literal["low", "medium", "high"] = "medium"
    """From which severity on a source's own conflict is shown."""
    standing_rules_max: int = Field(16, ge=0, le=20)
    """How many standing rules a turn may tell."""
    standing_rules_threshold: float = Field(0.3, ge=0.0, le=1.0)
    """How likely a standing rule must apply to be told. Lower tells more, and more often in vain."""
    glossary_path: str = ".astra/glossary.md"
    """Glossary file, relative to the brain."""
    glossary_max_body_length: int = Field(4_000, ge=0, le=100_000)
    """How many characters of the glossary a turn may use."""
    cove_top_sources_count: int = Field(5, ge=1, le=20)
    """How many sources the verification checklist names."""
    semantic_rerank_model: str = ""
    """Chat model for the re-rank. Empty: `defaultModel`."""
    semantic_rerank_candidate_k: int = Field(10, ge=3, le=50)
    """How many selected items the re-rank looks at."""
    semantic_rerank_timeout_sec: float = Field(8.0, gt=0, le=120)
    """After this many seconds the old order is kept."""
    semantic_rerank_excerpt_chars: int = Field(300, ge=50, le=4_000)
    """How much of each item the re-rank is shown."""
    chunk_target_chars: int = Field(600, ge=200, le=20_000)
    """Characters that a section of a brain file is aimed at, half as many in Korean."""

    workers_enabled: OnSwitch = True
    """Let workers run by themselves while nobody waits. Off: they run only when they are asked to."""
    distillation_enabled: OnSwitch = True
    """Turn old conversations into digests at the end of a session."""
    distillation_age_days: int = Field(30, ge=1, le=3_650)
    """Age from which a conversation is distilled."""
    distillation_interval_days: int = Field(7, ge=0, le=3_650)
    """Days between two automatic distillations."""
    distillation_archive_mode: Literal["keep", "mark", "delete"] = "mark"
    """What happens to a distilled conversation."""

    sona_mode: Literal["realtime", "balanced", "research", "edge"] = "balanced"
    """How much of past work learning keeps in view: 100, 500, 5,000 or 50 trajectories."""

    calendar_file: str = ""
    """Your calendar as an `.ics` file, relative to the brain; only read. Empty: `.astra/calendar.ics`, if any."""
    timezone: str = ""
    """Your time zone, such as `Asia/Seoul`, for times that name none. Empty: that of the system."""

    operational_max_entries: int = Field(10_000, ge=10, le=1_000_000)
    """Size of the ring of recent events."""
    working_retention_days: int = Field(30, ge=1, le=3_650)
    """Days after which finished work moves to the archive."""
    vacuum_interval_days: int = Field(7, ge=1, le=3_650)
    """Days between two clean-ups of the database file."""
    context_max_tokens: int = Field(4_000, ge=100, le=1_000_000)
    """Token budget of a tier assembly that names none."""

    @cached_property
    def shown(self) -> Mapping[str, Any]:
        """Everything but the secrets, as the wire writes it."""
        return self.model_dump(mode="json", by_alias=True, exclude={"embedding_api_key"})

    @classmethod
    def read(cls, raw: Mapping[str, Any] | None) -> tuple[Self, list[str]]:
        """Read settings as a client sends them; each value that does not fit is replaced by its default and named."""
        given = dict(raw or {})
        try:
            return cls.model_validate(given), []
        except ValidationError as failure:
            complaints: dict[str, str] = {}
            for error in failure.errors(include_input=False, include_url=False):
                if error["loc"]:
                    name, place = str(error["loc"][0]), ".".join(map(str, error["loc"]))
                    given.pop(name, None)
                    # One for each setting, however much of it does not fit: all of it is replaced.
                    complaints.setdefault(name, f"{place}: {error['msg']}; the default is used")
            return cls.model_validate(given), sorted(complaints.values())
