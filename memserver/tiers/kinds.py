"""What the tiers keep: for each kind of record its table, its columns, and what it is found by.

Records are JSON objects with the keys of the wire. `text` is what is embedded and shown; `more` only adds words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memserver.storage import tier_records as tables
from memserver.storage.records import Json, Table


def _nothing(record: Json) -> str:  # noqa: ARG001 - the shape is shared
    return ""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of record."""

    table: Table
    prefix: str
    """How its ids begin."""
    noun: str
    """What a person calls it."""
    required: tuple[str, ...]
    """Keys whose text must say something."""
    columns: Mapping[str, str]
    """Which key of the record fills which column."""
    text: Callable[[Json], str] | None = None
    """What it says in one text; None: it is not searched for."""
    more: Callable[[Json], str] = field(default=_nothing)
    """Further words that find it."""
    embedded_at_once: bool = True
    """Whether its vector is written with it; else it follows in the background, for what is written often."""

    @property
    def collection(self) -> str:
        """The name under which it is searched for."""
        return self.table.name

    def row(self, record: Json, project_id: str) -> dict[str, str | None]:
        """Return the columns of a record."""
        return {"id": record["id"], "project_id": project_id} | {
            column: record.get(key) for column, key in self.columns.items()
        }


def joined(*parts: object, by: str = "\n") -> str:
    """Return the parts that say something as one text; a list counts as its items."""
    flat = [each for part in parts for each in (part if isinstance(part, list) else [part])]
    return by.join(text for each in flat if each is not None and (text := str(each).strip()))


def decision_text(record: Json) -> str:
    """Return what was decided about what, and why."""
    return joined(f"{record['context']} → {record['chosen']}", record.get("reasoning"))


GOAL = Kind(
    tables.GOALS, "goal", "goal", ("description",),
    {"status": "status", "created_at": "createdAt", "finished_at": "finishedAt"},
    lambda record: joined(record["description"], record.get("result")),
    embedded_at_once=False,
)  # fmt: skip
TASK = Kind(
    tables.TASKS, "task", "task", ("description",),
    {"goal_id": "goalId", "status": "status", "created_at": "createdAt", "finished_at": "finishedAt"},
    lambda record: joined(record["description"], record.get("error")),
    embedded_at_once=False,
)  # fmt: skip
TOOL_CALL = Kind(
    tables.TOOL_CALLS, "tool", "tool call", ("tool",),
    {"task_id": "taskId", "tool": "tool", "created_at": "createdAt"},
)  # fmt: skip
DECISION = Kind(
    tables.DECISIONS, "dec", "decision", ("context", "chosen"), {"created_at": "createdAt"},
    decision_text,
    lambda record: joined(record.get("options"), record.get("outcome"), record.get("tags"), by=" "),
)  # fmt: skip
PATTERN = Kind(
    tables.WORKING_PATTERNS, "wpat", "pattern", ("trigger", "action"), {"created_at": "createdAt"},
    lambda record: f"{record['trigger']} → {record['action']}",
)  # fmt: skip
AGENT_STATE = Kind(tables.AGENT_STATES, "agst", "agent state", ("name",), {"name": "name", "updated_at": "updatedAt"})
KEPT_EVENT = Kind(
    tables.KEPT_EVENTS, "event", "event", ("message",),
    {"category": "category", "source": "source", "created_at": "createdAt"},
)  # fmt: skip
PROCEDURE = Kind(
    tables.PROCEDURES, "proc", "procedure", ("name",), {"name": "name", "created_at": "createdAt"},
    lambda record: joined(record["name"], record.get("description"), by=": "),
    lambda record: joined(record.get("steps"), record.get("tags"), by=" "),
)  # fmt: skip
INCIDENT = Kind(
    tables.INCIDENTS, "inc", "incident", ("description",), {"created_at": "createdAt"},
    lambda record: joined(record["description"], record.get("rootCause"), record.get("resolution")),
    lambda record: joined(record.get("symptoms"), record.get("prevention"), record.get("tags"), by=" "),
)  # fmt: skip
CONFIG_CHANGE = Kind(
    tables.CONFIG_HISTORY, "conf", "configuration change", ("path",), {"path": "path", "created_at": "createdAt"}
)
KNOWLEDGE = Kind(
    tables.KNOWLEDGE, "know", "knowledge entry", ("title", "content"), {"created_at": "createdAt"},
    lambda record: joined(record["title"], record["content"], by=": "),
    lambda record: joined(record.get("tags"), record.get("source"), by=" "),
)  # fmt: skip

NAMED = {
    "goals": GOAL, "tasks": TASK, "toolCalls": TOOL_CALL, "decisions": DECISION, "workingPatterns": PATTERN,
    "agentStates": AGENT_STATE, "events": KEPT_EVENT, "procedures": PROCEDURE, "incidents": INCIDENT,
    "configHistory": CONFIG_CHANGE, "knowledge": KNOWLEDGE,
}  # fmt: skip
"""Every kind by its name on the wire."""

SEARCHED = {kind.collection: kind for kind in NAMED.values() if kind.text is not None}
