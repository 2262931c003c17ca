"""docs/configuration.md: every setting with its type, default and meaning."""

from __future__ import annotations

import json

from generation.protocol_page import limits_text, type_text
from generation.settings import GROUP_TITLES, Setting, all_settings

HEAD = """\
# Configuration

This page is written by `scripts/generate.py` from the model in `memserver/config.py`. Do not edit it by hand.

In VS Code the names stand behind `memserver.`, for example `"memserver.contextLength": 65536`. Any other LSP client
sends them without that prefix in `initializationOptions`, and later in `workspace/didChangeConfiguration`. A value that
does not fit is replaced by its default, and one message says which.

Switches that are on go off only at an explicit `false`; those that are off go on only at an explicit `true`. Settings
marked 🔒 name a path, a program or an address: VS Code ignores them in a workspace that you have not trusted.
"""


def render() -> str:
    """Return the text of the page."""
    settings = all_settings()
    parts = [HEAD]
    for group, title in GROUP_TITLES.items():
        parts += [f"## {title}\n", "| setting | type | default | meaning |", "| --- | --- | --- | --- |"]
        parts += [_row(each) for each in settings if each.group == group]
        parts.append("")
    return "\n".join(parts)


def _row(setting: Setting) -> str:
    limits = limits_text(setting.schema)
    kind = type_text(setting.schema, {}) + (f", {limits}" if limits else "")
    default = f"`{json.dumps(setting.schema.get('default', {}), ensure_ascii=False)}`"
    notes = "" if setting.in_editor else " The VS Code extension fills it in."
    notes += " Only read by the VS Code extension." if setting.extension_only else ""
    lock = " 🔒" if setting.restricted else ""
    return f"| `{setting.name}`{lock} | {kind} | {default} | {setting.description.replace(chr(10), ' ')}{notes} |"
