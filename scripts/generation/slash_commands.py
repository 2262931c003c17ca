"""The slash commands in the editor: palette entries, commands of the chat participant, and a table of their actions.

Everything follows from the server's own table of commands; a command that is added there appears in the editor.
"""

from __future__ import annotations

import json
from typing import Any

from generation.typescript import head
from memserver.text.language import Language
from memserver.work.command import Command
from memserver.work.registry import COMMANDS

KEY = "slash."
ID = "memserver.slash."
OFFERED = "memserver.offers."

HEAD = head("the server's table of commands")

COMMAND_TYPES = f"""\
{HEAD}
/** One way to call a command: what stands behind its name, and what that does. */
export interface SlashAction {{
  readonly usage: string;
  readonly summary: string;
}}

/** A slash command in one language. */
export interface SlashCommand {{
  /** Its name in the palette and in the chat. */
  readonly id: string;
  /** What is typed after the slash. */
  readonly name: string;
  readonly summary: string;
  readonly actions: readonly SlashAction[];
}}
"""

INDEX = f"""\
{HEAD}
import type {{ SlashCommand }} from "./command";
import {{ ENGLISH }} from "./english";
import {{ KOREAN }} from "./korean";

export type {{ SlashAction, SlashCommand }} from "./command";

export const SLASH_COMMANDS: Readonly<Record<"en" | "ko", readonly SlashCommand[]>> = {{ en: ENGLISH, ko: KOREAN }};
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


def render() -> dict[str, str]:
    """Return the files of the table by name, one for each language."""
    return {
        "command.ts": COMMAND_TYPES,
        "english.ts": _table("ENGLISH", "en"),
        "korean.ts": _table("KOREAN", "ko"),
        "index.ts": INDEX,
    }


def _table(name: str, language: Language) -> str:
    lines = [HEAD, 'import type { SlashCommand } from "./command";', ""]
    lines += [f"export const {name}: readonly SlashCommand[] = ["]
    return "\n".join([*lines, *(_entry(each, language) for each in COMMANDS), "];", ""])


def _entry(command: Command, language: Language) -> str:
    """Return one command as TypeScript, with an action on each line."""
    said = {"id": command.name, "name": command.called(language), "summary": command.summary[language]}
    fields = [f"    {key}: {_quoted(text)}," for key, text in said.items()]
    actions = [
        f"      {{ usage: {_quoted(each.usage[language])}, summary: {_quoted(each.summary[language])} }},"
        for each in command.actions
    ]
    return "\n".join(["  {", *fields, "    actions: [", *actions, "    ],", "  },"])


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _more(command: Command) -> str:
    """Say with the usual mark that more is asked for."""
    return "…" if any(each.usage["en"] for each in command.actions) else ""
