"""The parts of the extension's manifest that follow from the server's models: settings, tools, slash commands, texts.

Everything else in package.json and package.nls*.json is written by hand and left as it is.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from generation import slash_commands
from generation.settings import GROUP_TITLES, KOREAN, Setting, all_settings
from generation.tools import contribution, offered_tools

CLIENT = Path(__file__).parent.parent.parent / "vscode-client"
GENERATED_KEYS = ("setting.", "settings.", "tool.", slash_commands.KEY)


def render_package() -> str:
    """Return package.json with its generated sections renewed."""
    package = _read("package.json")
    contributes = package.setdefault("contributes", {})
    contributes["configuration"] = _configuration(all_settings())
    contributes["languageModelTools"] = [contribution(tool) for tool in offered_tools()]
    _put_slash_commands(contributes)
    untrusted = package.setdefault("capabilities", {}).setdefault("untrustedWorkspaces", {})
    untrusted["restrictedConfigurations"] = [f"memserver.{each.name}" for each in all_settings() if each.restricted]
    return _write(package)


def render_english() -> str:
    """Return package.nls.json with its generated texts renewed."""
    texts = {f"settings.{group}": title for group, title in GROUP_TITLES.items()}
    texts |= {f"setting.{each.name}": each.description for each in all_settings() if each.in_editor}
    for tool in offered_tools():
        texts |= {f"tool.{tool.name}.title": tool.title, f"tool.{tool.name}.summary": tool.summary}
    return _write(_merged("package.nls.json", texts | slash_commands.english_texts()))


def render_korean() -> str:
    """Return package.nls.ko.json with its generated texts renewed; what has no Korean text is shown in English."""
    texts = {f"settings.{group}": title for group, title in json.loads(KOREAN.read_text("utf-8"))["groups"].items()}
    texts |= {f"setting.{each.name}": each.korean for each in all_settings() if each.in_editor and each.korean}
    for tool in offered_tools():
        texts |= {f"tool.{tool.name}.title": tool.title_korean, f"tool.{tool.name}.summary": tool.summary_korean}
    return _write(_merged("package.nls.ko.json", texts | slash_commands.korean_texts()))


def _put_slash_commands(contributes: dict[str, Any]) -> None:
    """Renew the slash commands behind those that are written by hand."""
    palette = contributes["menus"]["commandPalette"]
    [participant] = contributes["chatParticipants"]
    contributes["commands"] = _others(contributes["commands"], "command") + slash_commands.palette_commands()
    contributes["menus"]["commandPalette"] = _others(palette, "command") + slash_commands.palette_entries()
    by_hand = [each for each in participant["commands"] if not each["description"].startswith(f"%{slash_commands.KEY}")]
    participant["commands"] = by_hand + slash_commands.chat_commands()


def _others(entries: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    return [each for each in entries if not each[key].startswith(slash_commands.ID)]


def _configuration(settings: list[Setting]) -> list[dict[str, Any]]:
    return [
        {
            "title": f"%settings.{group}%",
            "properties": {
                f"memserver.{each.name}": _property(each) for each in settings if each.group == group and each.in_editor
            },
        }
        for group in GROUP_TITLES
    ]


def _property(setting: Setting) -> dict[str, Any]:
    schema = {key: value for key, value in setting.schema.items() if key != "default"}
    return {
        **schema,
        "default": setting.schema.get("default", {}),
        "scope": "machine-overridable" if setting.restricted else "window",
        "markdownDescription": f"%setting.{setting.name}%",
    }


def _merged(name: str, generated: dict[str, str]) -> dict[str, str]:
    by_hand = {key: value for key, value in _read(name).items() if not key.startswith(GENERATED_KEYS)}
    return by_hand | generated


def _read(name: str) -> dict[str, Any]:
    path = CLIENT / name
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return content


def _write(content: dict[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
