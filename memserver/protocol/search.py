"""Finding memories by meaning and words."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel
from memserver.protocol.memory import LayerName, ScopeName, StatusName


class SearchParams(WireModel):
    """Find memories by meaning and words."""

    query: str
    """What to look for, in any language."""
    limit: Annotated[int, Field(ge=1, le=200)] = 10
    """How many at most."""
    layers: list[LayerName] | None = None
    """Only these layers."""
    tags: list[str] | None = None
    """Only with one of these tags."""
    include_stale: bool = True
    """Keep stale memories (they are marked and ranked lower)."""
    include_expired: bool = False
    """Keep what has expired."""
    include_superseded: bool = False
    """Keep what something newer took the place of."""
    workspace_uri: str | None = None
    """Search what is visible in this workspace. Default: the first one of `initialize`."""
    as_of: str | None = None
    """What held then: an ISO 8601 time (without a zone: the user's own), a day (to its end), or a commit of the
    workspace's git repository (a hash, a branch, a tag)."""
    mode: Literal["hybrid", "lexical"] = "hybrid"
    """`lexical`: by words alone, at a fraction of the time, for searching while somebody types."""


class SearchHit(WireModel):
    """A memory that was found."""

    id: str
    """Its id."""
    external_id: str | None = None
    """The id that the client gave it."""
    thread: str | None = None
    """What it is a part of, such as a conversation or a page."""
    position: int | None = None
    """Its place in the thread."""
    layer: LayerName
    """Where it belongs."""
    title: str
    """A short name."""
    content: str
    """What is remembered."""
    score: float
    """How well it fits, higher is better."""
    reasons: dict[str, Any]
    """What the score is made of."""
    stale: bool
    """True when what it speaks about has changed since."""
    status: StatusName
    """How far it is trusted."""
    scope: ScopeName
    """Who it speaks for."""
    timestamp: Moment
    """When it happened."""
    tags: list[str]
    """Words to find it by."""


class SearchResult(WireModel):
    """What was found, best first."""

    results: list[SearchHit]
    """The memories, best first."""
    mode: Literal["hybrid", "lexical"]
    """`lexical` when it was asked for, or when vectors were not ready or are off."""
