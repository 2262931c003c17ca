"""Writes every file that follows from the Python models: pages, TypeScript types, the extension's settings and tools.

python scripts/generate.py            write what has changed
python scripts/generate.py --check    write nothing; name the files that are out of date and end with 1
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable
from pathlib import Path

from generation import configuration_page, manifest, protocol_page, slash_commands, typescript

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python scripts/generate.py"
SHOWN_LINES = 12

TARGETS: dict[str, Callable[[], str]] = {
    "docs/protocol.md": protocol_page.render,
    "docs/configuration.md": configuration_page.render,
    "vscode-client/src/generated/protocol.ts": typescript.render,
    "vscode-client/src/generated/facade.ts": typescript.render_facade,
    "vscode-client/src/generated/slashCommands.ts": slash_commands.render_table,
    "vscode-client/package.json": manifest.render_package,
    "vscode-client/package.nls.json": manifest.render_english,
    "vscode-client/package.nls.ko.json": manifest.render_korean,
}


def main() -> int:
    """Write or check all targets."""
    parser = argparse.ArgumentParser(description="Write the files that follow from the Python models.")
    parser.add_argument("--check", action="store_true", help="write nothing, end with 1 when a file is out of date")
    check = parser.parse_args().check
    outdated = 0
    for name, render in TARGETS.items():
        path = ROOT / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = render()
        if before == after:
            continue
        outdated += 1
        if check:
            print(f"{name} is out of date:")
            print("\n".join(_difference(before, after)))
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(after, encoding="utf-8", newline="\n")
            print(f"wrote {name}")
    if check and outdated:
        print(f"\nTo mend it, run: {COMMAND}")
    return 1 if check and outdated else 0


def _difference(before: str, after: str) -> list[str]:
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), "now", "wanted", lineterm="", n=0))
    more = len(lines) - SHOWN_LINES
    return [*lines[:SHOWN_LINES], *([f"… and {more} lines more"] if more > 0 else [])]


if __name__ == "__main__":
    sys.exit(main())
