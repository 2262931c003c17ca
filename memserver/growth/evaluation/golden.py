"""Golden sets: cases of a task with what a good answer holds. Owns the file format and finding the files.

A set is one YAML or JSON file; those that come with memserver lie in `data/evaluation`, a person's own in
`<brain>/.astra/evaluation`. A file that cannot be used is named with the reason; the others go on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

FOLDER = ".astra/evaluation"
SUFFIXES = (".yaml", ".yml", ".json")
MOST_BYTES = 2_000_000
MOST_FILES = 200

Short = Annotated[str, Field(min_length=1, max_length=300)]
Long = Annotated[str, Field(min_length=1, max_length=50_000)]
Identifier = Annotated[str, Field(pattern=r"^[\w.-]{1,80}$")]


class _Strict(BaseModel):
    """A misspelt key would switch a check off without a word: it is refused instead."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _as_fact(value: Any) -> Any:
    """Accept the short forms: a text, or a list of texts that say the same."""
    if isinstance(value, str):
        return {"any": [value]}
    return {"any": value} if isinstance(value, list) else value


class Fact(_Strict):
    """Something to be found: one of several wordings, or several things that must stand together."""

    any: list[Short] = Field(default_factory=list, max_length=30)
    """Wordings of which one is enough."""
    together: list[Annotated[Fact, BeforeValidator(_as_fact)]] = Field(default_factory=list, max_length=10)
    """Facts that must stand in one line, list item or paragraph: who does what until when."""

    @property
    def label(self) -> str:
        """Return how the fact is called when it is missed."""
        return self.any[0] if self.any else " · ".join(fact.label for fact in self.together)


AnyFact = Annotated[Fact, BeforeValidator(_as_fact)]


class Structure(_Strict):
    """The form of a good answer; only what is stated counts."""

    headings: int = Field(0, ge=0, le=50)
    """Headings (or lines that are a bold label) at least."""
    bullets: bool = False
    """A list or a table is needed."""
    steps: int = Field(0, ge=0, le=50)
    """Numbered steps at least."""
    most_words: int = Field(0, ge=0, le=20_000)
    """No longer than this."""


class Flawed(_Strict):
    """An answer that is known to be worse: its own text, or the reference with something taken out or changed."""

    name: Short
    answer: Long | None = None
    remove: list[Short] = Field(default_factory=list)
    """Lines of the reference that hold one of these are left out."""
    replace: dict[Short, str] = Field(default_factory=dict)
    """Texts of the reference that are put differently."""

    def text(self, reference: str) -> str:
        """Return the answer."""
        if self.answer is not None:
            return self.answer
        lines = [line for line in reference.splitlines() if not any(part in line for part in self.remove)]
        text = "\n".join(lines)
        for old, new in self.replace.items():
            text = text.replace(old, new)
        return text


class Case(_Strict):
    """One request with what a good answer to it holds."""

    id: Identifier
    prompt: Long
    facts: list[AnyFact] = Field(min_length=1, max_length=60)
    """What must be there."""
    invented: list[AnyFact] = Field(default_factory=list, max_length=60)
    """What must not be there: things that the material does not say."""
    grounded: bool = True
    """Dates, times, amounts and versions that neither the prompt nor the facts hold count as invented."""
    allowed: list[Short] = Field(default_factory=list, max_length=60)
    """Values that are no invention although they stand nowhere, such as a sum."""
    structure: Structure = Structure()
    reference: Long
    """A good answer; the set is checked by it."""
    flawed: list[Flawed] = Field(default_factory=list, max_length=20)
    """Worse answers, from the best to the worst."""


class GoldenSet(_Strict):
    """Cases of one task in one language."""

    id: Identifier
    title: Short
    task: Identifier
    """A task type of the requirement graph: its required elements count."""
    language: Literal["en", "ko"]
    cases: list[Case] = Field(min_length=1, max_length=500)


@dataclass(frozen=True, slots=True)
class KnownSet:
    """A set and where it comes from; `path` is empty for those that come with memserver."""

    golden: GoldenSet
    path: str = ""


@dataclass(frozen=True, slots=True)
class Sets:
    """All sets, those of the user first, and what is wrong with files."""

    known: tuple[KnownSet, ...]
    problems: tuple[str, ...]


class UnusableSet(Exception):
    """A file is no golden set; the message says why and where."""


def all_sets(brain: Path) -> Sets:
    """Return the user's sets and the built-in ones that they do not replace by their id."""
    own: dict[str, KnownSet] = {}
    problems = []
    folder = brain / FOLDER
    files = sorted(path for path in folder.glob("*") if path.suffix in SUFFIXES) if folder.is_dir() else []
    for path in files[:MOST_FILES]:
        try:
            golden = read_set(_text_of(path))
        except UnusableSet as failure:
            problems.append(f"{path.name}: {failure}")
            continue
        if golden.id in own:
            problems.append(f"{path.name}: the id {golden.id} is taken by {Path(own[golden.id].path).name}")
        else:
            own[golden.id] = KnownSet(golden, str(path))
    shipped = (KnownSet(golden) for golden in built_in_sets() if golden.id not in own)
    return Sets((*own.values(), *shipped), tuple(problems))


@cache
def built_in_sets() -> tuple[GoldenSet, ...]:
    """Return the sets that come with memserver, by id."""
    folder = resources.files("memserver.growth").joinpath("data/evaluation")
    texts = (each.read_text(encoding="utf-8") for each in folder.iterdir() if each.name.endswith(".yaml"))
    return tuple(sorted(map(read_set, texts), key=lambda golden: golden.id))


def read_set(text: str) -> GoldenSet:
    """Read one file; raises UnusableSet with the place of the first fault."""
    try:
        golden = GoldenSet.model_validate(load_yaml(text))
    except ValidationError as failure:
        error = failure.errors(include_input=False, include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in error["loc"]) or "the file"
        raise UnusableSet(f"{place}: {error['msg']}") from None
    seen: set[str] = set()
    for case in golden.cases:
        if case.id in seen:
            raise UnusableSet(f"the case id {case.id} occurs twice")
        seen.add(case.id)
    return golden


def load_yaml(text: str) -> Any:
    """Read YAML (of which JSON is a part); every value stays a text, so that no date changes its form."""
    import yaml  # noqa: PLC0415 - slow to import and seldom needed

    try:
        return yaml.load(text, Loader=yaml.BaseLoader)  # noqa: S506 - the base loader makes texts only
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        raise UnusableSet(f"line {mark.line + 1 if mark else 0}: {failure.problem or 'cannot be read'}") from None
    except (yaml.YAMLError, RecursionError) as failure:
        raise UnusableSet(f"cannot be read ({type(failure).__name__})") from None


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UnusableSet(f"larger than {MOST_BYTES // 1_000_000} MB")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnusableSet("not UTF-8 text") from None
    except OSError as failure:
        raise UnusableSet(f"cannot be read ({type(failure).__name__})") from None
