"""The slash commands in the editor: palette entries, commands of the chat participant, and a table of their actions.

Everything follows from the server's own table of commands; a command that is added there appears in the editor.
"""

from __future__ import annotations

import json
from typing import Any

from memserver.work.command import Command
from memserver.work.registry import COMMANDS

KEY = "slash."
ID = "memserver.slash."
OFFERED = "memserver.offers."

HEAD = """\
// Written by scripts/generate.py from the server's table of commands. Do not edit: run `python scripts/generate.py`.

/** One way to call a command: what stands behind its name, and what that does. */
export interface SlashAction {
  readonly usage: string;
  readonly summary: string;
}

/** A slash command in one language. */
export interface SlashCommand {
  /** Its name in the palette and in the chat. */
  readonly id: string;
  /** What is typed after the slash. */
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly SlashAction[];
}

"""


def palette_commands() -> list[dict[str, Any]]:
    """Return the commands as package.json declares them."""
    return [
        {"command": ID + each.name, "title": f"%{KEY}{each.name}%", "category": "%category%", "icon": "$(terminal)"}
        for each in COMMANDS
    ]


def palette_entries() -> list[dict[str, Any]]:
    """Return when the palette shows each of them."""
    return [{"command": ID + each.name, "when": OFFERED + each.name} for each in COMMANDS]


def chat_commands() -> list[dict[str, Any]]:
    """Return them as commands of the chat participant."""
    return [{"name": each.name, "description": f"%{KEY}{each.name}.summary%"} for each in COMMANDS]


def english_texts() -> dict[str, str]:
    """Return the titles and summaries in English."""
    texts = {}
    for each in COMMANDS:
        texts[KEY + each.name] = each.name.capitalize() + _more(each)
        texts[f"{KEY}{each.name}.summary"] = each.summary["en"]
    return texts


def korean_texts() -> dict[str, str]:
    """Return the titles and summaries in Korean."""
    texts = {}
    for each in COMMANDS:
        texts[KEY + each.name] = each.aliases[0] + _more(each)
        texts[f"{KEY}{each.name}.summary"] = each.summary["ko"]
    return texts


def render_table() -> str:
    """Return the text of slashCommands.ts."""
    tables = {
        "en": [_described(each, "en", each.name) for each in COMMANDS],
        "ko": [_described(each, "ko", each.aliases[0]) for each in COMMANDS],
    }
    shown = json.dumps(tables, indent=2, ensure_ascii=False)
    return f'{HEAD}export const SLASH_COMMANDS: Readonly<Record<"en" | "ko", readonly SlashCommand[]>> = {shown};\n'


def _described(command: Command, language: Any, name: str) -> dict[str, Any]:
    actions = [{"usage": each.usage[language], "summary": each.summary[language]} for each in command.actions]
    return {"id": command.name, "name": name, "summary": command.summary[language], "actions": actions}


def _more(command: Command) -> str:
    """Say with the usual mark that more is asked for."""
    return "…" if any(each.usage["en"] for each in command.actions) else ""
