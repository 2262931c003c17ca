"""The settings as plain descriptions, in groups, for the page and for the extension's manifest.

Owns what the server's model does not say: the groups, which settings a workspace may not set unasked, which ones the
editor never shows, and the settings that only the extension reads.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generation.wire_types import Schema, without_null
from memserver.config import Settings

KOREAN = Path(__file__).parent / "korean.json"

# The client fills these in by itself: from the editor's trust and from its secret storage.
GIVEN_BY_THE_CLIENT = {"workspaceTrusted", "embeddingApiKey"}

# Paths and addresses: a workspace that is not trusted must not choose what is run, read, or sent where.
RESTRICTED = {
    "brainPath", "dataDir", "embeddingModelFolder", "embeddingUrl", "embeddingProvider", "ollamaUrl", "glossaryPath",
    "calendarFile",
    "server.path", "server.interpreter",
}  # fmt: skip

# Each group begins at the named setting and ends where the next one begins.
GROUPS = {
    "server.path": "server",
    "brainPath": "folders",
    "memoryEnabled": "layers",
    "contextLength": "budget",
    "embeddingProvider": "models",
    "relevanceThreshold": "turn",
    "intentClarificationStrictness": "limits",
    "distillationEnabled": "upkeep",
}
GROUP_TITLES = {
    "server": "Server",
    "folders": "Folders",
    "layers": "Memory layers",
    "budget": "Budget",
    "models": "Models",
    "turn": "What a turn does",
    "limits": "Limits of a turn",
    "upkeep": "Upkeep",
}

# Read by the extension only; the server never sees them.
EXTENSION_ONLY: dict[str, Schema] = {
    "server.path": {
        "type": "string",
        "default": "",
        "description": "Path of a `memserver` executable to use. Empty: the extension keeps a private environment.",
    },
    "server.interpreter": {
        "type": "string",
        "default": "",
        "description": "Python (3.11 or newer) to build the private environment with; if memserver is installed "
        "in it, that installation is used. Empty: the extension looks for one.",
    },
    "outcomes.report": {
        "type": "boolean",
        "default": True,
        "description": "Learn from what becomes of an answer: in the half hour after it, which files of the workspace "
        "you change, whether tests pass, errors go away, and you commit, revert or undo. It stays on this machine.",
    },
    "trace.server": {
        "type": "string",
        "enum": ["off", "messages", "verbose"],
        "default": "off",
        "description": "How much of the talk with the server goes to the log. `verbose` shows memories: for debugging.",
    },
}


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting, by the name that a user writes after `memserver.`."""

    name: str
    group: str
    schema: Schema
    description: str
    korean: str | None
    restricted: bool
    in_editor: bool
    extension_only: bool


def all_settings() -> list[Setting]:
    """Return every setting in the order of the model, the extension's own first."""
    schema = Settings.model_json_schema(by_alias=True)
    described = {**EXTENSION_ONLY, **schema["properties"]}
    if missing := set(GROUPS) - set(described):
        raise SystemExit(f"scripts/generation/settings.py: no setting is named {sorted(missing)}")
    korean = json.loads(KOREAN.read_text(encoding="utf-8"))["settings"]
    settings, group = [], ""
    for name, part in described.items():
        group = GROUPS.get(name, group)
        settings.append(
            Setting(
                name=name,
                group=group,
                schema=_inlined(part, schema.get("$defs", {})),
                description=part.get("description", ""),
                korean=korean.get(name),
                restricted=name in RESTRICTED,
                in_editor=name not in GIVEN_BY_THE_CLIENT,
                extension_only=name in EXTENSION_ONLY,
            )
        )
    return settings


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """Return a schema without references, titles and descriptions: the editor resolves none and shows its own."""
    if isinstance(schema, list):
        return [_inlined(each, definitions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    schema = without_null(schema)
    if "$ref" in schema:
        return _inlined(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    kept = {key: value for key, value in schema.items() if key not in ("title", "description")}
    return {key: value if key == "default" else _inlined(value, definitions) for key, value in kept.items()}
