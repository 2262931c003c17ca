"""Whether a memory about a package is called stale when, and only when, what it says of the package changed.

    python benchmarks/stale_facts.py [--split tune|held|all] [--git] [--packages FOLDER] [--each]

60 facts about 8 packages (tests/data/claims/stale-facts.jsonl), and 32 about 4 others to tune on, are remembered by
the real server in a workspace that holds the older release of a package; then its content is replaced by the newer
release, as a checkout does, and the server is asked which of them it calls stale. Beside it the floor of the same run:
every fact whose file has another hash, or is gone. With `--git` both releases are commits. Releases that are not there
yet are fetched from PyPI.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.e2e.client import Client

CLAIMS = Path(__file__).resolve().parent.parent / "tests" / "data" / "claims"
OPTIONS = {"embeddingProvider": "off"}
Json = dict[str, Any]


def facts_of(split: str) -> list[Json]:
    """Read the facts of a split, or all of them."""
    lines = [
        line
        for name in ("stale-facts.jsonl", "stale-facts-more.jsonl")
        for line in (CLAIMS / name).read_text(encoding="utf-8").splitlines()
    ]
    facts = [json.loads(line) for line in lines]
    return [fact for fact in facts if split in ("all", fact["split"])]


def unpacked(packages: Path, package: str, version: str) -> Path:
    """Return the root of a release, fetched when it is not there yet."""
    specification = importlib.util.spec_from_file_location("fetch_packages", CLAIMS / "fetch_packages.py")
    if specification is None or specification.loader is None:
        raise SystemExit("fetch_packages.py is missing")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    root: Path = module.unpacked(packages, package, version)
    return root


def replace_content(workspace: Path, release: Path, git: bool) -> None:
    """Put a release in the place of what is in a workspace; with git, as a commit."""
    for each in workspace.iterdir():
        if each.name != ".git":
            shutil.rmtree(each) if each.is_dir() else each.unlink()
    # Copied without their times: a checkout writes files anew.
    shutil.copytree(release, workspace, dirs_exist_ok=True, copy_function=shutil.copyfile)
    if git:
        if not (workspace / ".git").is_dir():
            _git(workspace, "init", "-q")
        _git(workspace, "add", "-A", "-f")
        _git(workspace, "-c", "user.name=b", "-c", "user.email=b@example.com", "commit", "-q", "-m", release.name)


def _git(workspace: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(workspace), *arguments], check=True, capture_output=True)


def hash_changed(fact: Json, old: Path, new: Path) -> bool:
    """Say what the floor says: some file has another content or is gone."""
    return any(
        not (new / each).is_file() or (old / each).read_bytes() != (new / each).read_bytes() for each in fact["files"]
    )


def judge(facts: Sequence[Json], packages: Path, git: bool) -> dict[str, tuple[bool, bool, list[str]]]:
    """Return by fact whether it was called stale, whether its files changed, and what the server said."""
    verdicts: dict[str, tuple[bool, bool, list[str]]] = {}
    for package in dict.fromkeys((fact["package"], fact["old"], fact["new"]) for fact in facts):
        old, new = unpacked(packages, package[0], package[1]), unpacked(packages, package[0], package[2])
        mine = [fact for fact in facts if (fact["package"], fact["old"], fact["new"]) == package]
        with tempfile.TemporaryDirectory() as folder:
            workspace = Path(folder) / "work"
            workspace.mkdir()
            replace_content(workspace, old, git)
            with Client(Path(folder) / "data", options=OPTIONS, workspace=workspace) as client:
                ids = {
                    fact["id"]: client.call(
                        "memory/add", {"layer": "project", "content": fact["fact"], "relatedFiles": fact["files"]}
                    )["id"]
                    for fact in mine
                }
                early = [each for each, memory in ids.items() if client.call("memory/get", {"id": memory})["stale"]]
                if early:
                    raise SystemExit(f"stale before anything changed: {early}")
                replace_content(workspace, new, git)
                for fact in mine:
                    memory = client.call("memory/get", {"id": ids[fact["id"]]})
                    verdicts[fact["id"]] = memory["stale"], hash_changed(fact, old, new), memory["staleReasons"]
    return verdicts


def figures(facts: Sequence[Json], called: Sequence[bool]) -> str:
    """Return precision and recall of what was called stale."""
    really = [fact["label"] == "stale" for fact in facts]
    both = sum(one and other for one, other in zip(called, really, strict=True))
    return (
        f"precision {both / max(1, sum(called)):.2f}  recall {both / max(1, sum(really)):.2f}  ({sum(called)} called)"
    )


def main() -> None:
    """Judge the facts and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", choices=["tune", "held", "all"], default="all")
    parser.add_argument("--git", action="store_true")
    parser.add_argument("--packages", type=Path, default=Path(tempfile.gettempdir()) / "stale-facts")
    parser.add_argument("--each", action="store_true", help="print each fact that was judged wrongly")
    arguments = parser.parse_args()
    facts = facts_of(arguments.split)
    verdicts = judge(facts, arguments.packages, arguments.git)
    for split in ("tune", "held"):
        mine = [fact for fact in facts if fact["split"] == split]
        if mine:
            really = sum(fact["label"] == "stale" for fact in mine)
            print(f"{split}: {len(mine)} facts, {really} really stale")
            print(f"  memserver          {figures(mine, [verdicts[fact['id']][0] for fact in mine])}")
            print(f"  file hash changed  {figures(mine, [verdicts[fact['id']][1] for fact in mine])}")
    for fact in facts if arguments.each else ():
        stale, _, reasons = verdicts[fact["id"]]
        if stale != (fact["label"] == "stale"):
            print(f"{fact['id']} is {fact['label']}; the server says {reasons or 'nothing'}")
            print(f"  {fact['fact']}\n  {fact['why']}")


if __name__ == "__main__":
    main()
