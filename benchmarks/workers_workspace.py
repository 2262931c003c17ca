"""A made-up workspace of many files in three languages under git, for measuring what workers cost."""

from __future__ import annotations

import ast
import random
import subprocess
from pathlib import Path
from typing import Any

from memserver.workers.job import Tell

PARTS = ("orders", "billing", "search", "mail", "stock", "users", "reports", "gateway", "audit", "cache")
PYTHON = '''"""The {name} of {part}."""

import json
from {part}.module_{other} import convert_{other}


def load_{number}(path):
    with open(path) as file:
        return json.load(file)


def convert_{number}(rows, limit={limit}):
    """Convert rows of {part}."""
    found = []
    for row in rows:
        if row.get("kind") == "{part}" and len(found) < limit:
            found.append({{"id": row["id"], "value": convert_{other}([row], limit) or row.get("value", {limit})}})
        elif row.get("skip"):
            continue
        else:
            found.append(row)
    return found


class {title}{number}:
    """Keeps {part}."""

    def __init__(self, path):
        self.rows = load_{number}(path)

    def total(self):
        return sum(row.get("value", 0) for row in self.rows)
'''
SCRIPT = """import {{ convert{other} }} from "./module_{other}";

export function convert{number}(rows: any[], limit = {limit}): any[] {{
  const found = [];
  for (const row of rows) {{
    if (row.kind === "{part}" && found.length < limit) found.push(convert{other}([row], limit));
  }}
  return found;
}}
"""
NOTE = "# Notes on {part} {number}\n\n`convert_{number}` takes at most {limit} rows. See module_{other}.\n"


def make_workspace(folder: Path, files: int, seed: int) -> Path:
    """Write files into a folder and commit them; another seed gives another project."""
    chance = random.Random(seed)
    for number in range(files):
        part = PARTS[number % len(PARTS)]
        words = {
            "name": f"part {seed}-{number}", "part": part, "number": number, "title": part.capitalize(),
            "other": chance.randrange(max(1, number)) if number else 0, "limit": chance.randrange(10, 999),
        }  # fmt: skip
        suffix, pattern = ((".ts", SCRIPT), (".md", NOTE))[number % 2] if number % 5 == 0 else (".py", PYTHON)
        path = folder / part / f"module_{number}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pattern.format(**words), encoding="utf-8")
    identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", f"workspace {seed}"]):
        subprocess.run(["git", *identity, "-C", str(folder), *command], check=True, capture_output=True)
    return folder


def parse_everything(arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Parse every Python file of a folder several times: pure Python, as analyses are."""
    nodes = 0
    paths = sorted(Path(arguments["folder"]).rglob("*.py"))
    for number, path in enumerate(paths):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes += sum(1 for _ in ast.walk(tree))
        tell(number + 1, len(paths), "")
    return {"nodes": nodes}
