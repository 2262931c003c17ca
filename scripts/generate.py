"""Writes every file that follows from the Python models: pages, TypeScript types, the extension's settings and tools.

python scripts/generate.py            write what has changed, remove what nothing asks for any more
python scripts/generate.py --check    change nothing; name the files that are out of date and end with 1

All TypeScript in the folder of generated sources belongs to this script: a file there that it would not write is stale.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Callable
from pathlib import Path

from generation import configuration_page, facade, manifest, protocol_page, protocol_types, slash_commands

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python scripts/generate.py"
SHOWN_LINES = 12

FILES: dict[str, Callable[[], str]] = {
    "docs/protocol.md": protocol_page.render,
    "docs/configuration.md": configuration_page.render,
    "vscode-client/package.json": manifest.render_package,
    "vscode-client/package.nls.json": manifest.render_english,
    "vscode-client/package.nls.ko.json": manifest.render_korean,
}
SOURCES = "vscode-client/src/generated"
FOLDERS: dict[str, Callable[[], dict[str, str]]] = {
    f"{SOURCES}/protocol": protocol_types.render,
    f"{SOURCES}/facade": facade.render,
    f"{SOURCES}/slashCommands": slash_commands.render,
}


def main() -> int:
    """Write or check all files."""
    parser = argparse.ArgumentParser(description="Write the files that follow from the Python models.")
    parser.add_argument("--check", action="store_true", help="change nothing, end with 1 when a file is out of date")
    check = parser.parse_args().check
    wanted = _wanted()
    stale = _stale(wanted)
    outdated = [name for name, text in wanted.items() if _present(name) != text]
    if check:
        return _report(stale, {name: wanted[name] for name in outdated})
    # First away with what is stale: where case does not count, a new file may have almost the same name.
    for name in stale:
        (ROOT / name).unlink()
        print(f"removed {name}")
    for name in outdated:
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[name], encoding="utf-8", newline="\n")
        print(f"wrote {name}")
    return 0


def _wanted() -> dict[str, str]:
    """Return the text of every generated file by its path."""
    wanted = {name: render() for name, render in FILES.items()}
    for folder, render_all in FOLDERS.items():
        wanted |= {f"{folder}/{name}": text for name, text in sorted(render_all().items())}
    return wanted


def _stale(wanted: dict[str, str]) -> list[str]:
    found = (path.relative_to(ROOT).as_posix() for path in (ROOT / SOURCES).rglob("*.ts"))
    return sorted(set(found) - wanted.keys())


def _present(name: str) -> str:
    path = ROOT / name
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _report(stale: list[str], outdated: dict[str, str]) -> int:
    for name in stale:
        print(f"{name} is stale: nothing asks for it any more")
    for name, text in outdated.items():
        print(f"{name} is out of date:")
        print("\n".join(_difference(_present(name), text)))
    if stale or outdated:
        print(f"\nTo mend it, run: {COMMAND}")
    return 1 if stale or outdated else 0


def _difference(before: str, after: str) -> list[str]:
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), "now", "wanted", lineterm="", n=0))
    more = len(lines) - SHOWN_LINES
    return [*lines[:SHOWN_LINES], *([f"… and {more} lines more"] if more > 0 else [])]


if __name__ == "__main__":
    sys.exit(main())
