"""What the files around the code declare: packages, commands, scripts, make targets, import aliases.

Reads `pyproject.toml`, `package.json`, `tsconfig.json`, `requirements.txt`, `go.mod`, `Cargo.toml`, `Makefile`. A file
that does not parse declares nothing.
"""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memserver.knowledge.reading import read_text

_REQUIREMENT = re.compile(r"^\s*([A-Za-z][\w.-]*)")
_COMMENTS = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*[\s\S]*?\*/')
_TRAILING = re.compile(r",(\s*[}\]])")
_TARGET = re.compile(r"^([A-Za-z0-9][\w.-]*)\s*:(?!=)", re.MULTILINE)
_GO_REQUIRE = re.compile(r"^\s*(?:require\s+)?([\w.-]+\.[\w.-]+/[\w./-]+)\s+v", re.MULTILINE)
_LISTED = ("dependencies", "devDependencies", "peerDependencies")


@dataclass(slots=True)
class Manifests:
    """Everything that was declared in a workspace."""

    packages: set[str] = field(default_factory=set)
    """Packages that the workspace depends on."""
    commands: dict[str, str] = field(default_factory=dict)
    """Programs that it installs, and what they start."""
    scripts: dict[str, str] = field(default_factory=dict)
    """What `npm run` knows, and the file or command behind it."""
    targets: set[str] = field(default_factory=set)
    """What `make` knows."""
    aliases: dict[str, str] = field(default_factory=dict)
    mains: dict[str, str] = field(default_factory=dict)
    """Files that a package names as its own beginning."""
    names: set[str] = field(default_factory=set)
    """What the packages of the workspace call themselves."""
    has_scripts: bool = False
    has_targets: bool = False


def read_manifests(folder: Path, paths: Iterable[str]) -> Manifests:
    """Read what the manifest files among the paths declare."""
    found = Manifests()
    for path in sorted(paths):
        name = path.rpartition("/")[2]
        reader = _READERS.get(name) or (_requirements if re.match(r"requirements[\w-]*\.txt$", name) else None)
        text = read_text(folder / path).text if reader else None
        if reader is not None and text is not None:
            try:
                reader(found, path.rpartition("/")[0], text)
            except (ValueError, TypeError, AttributeError, KeyError):
                continue
    return found


def _pyproject(found: Manifests, _folder: str, text: str) -> None:
    data = tomllib.loads(text)
    project = data.get("project", {})
    poetry = data.get("tool", {}).get("poetry", {})
    listed = [
        *project.get("dependencies", []),
        *(each for group in project.get("optional-dependencies", {}).values() for each in group),
    ]
    found.packages.update(_package(each) for each in listed if isinstance(each, str))
    found.packages.update(name.lower() for name in poetry.get("dependencies", {}) if name != "python")
    for name in (project.get("name"), poetry.get("name")):
        if isinstance(name, str):
            found.names.add(name)
    scripts = {**project.get("scripts", {}), **project.get("gui-scripts", {}), **poetry.get("scripts", {})}
    found.commands.update({name: target for name, target in scripts.items() if isinstance(target, str)})


def _package_json(found: Manifests, folder: str, text: str) -> None:
    data = json.loads(text)
    for key in _LISTED:
        found.packages.update(str(name) for name in data.get(key, {}))
    found.has_scripts = True
    found.scripts.update({name: str(value) for name, value in data.get("scripts", {}).items()})
    programs = data.get("bin", {})
    if isinstance(programs, str):
        programs = {str(data.get("name", "")).rpartition("/")[2]: programs}
    found.commands.update({name: posixpath.normpath(posixpath.join(folder, value)) for name, value in programs.items()})
    if isinstance(data.get("name"), str):
        found.names.add(data["name"])
        found.aliases.setdefault(data["name"] + "/", f"{folder}/" if folder else "")
    if isinstance(data.get("main"), str):
        found.mains[posixpath.normpath(posixpath.join(folder, data["main"]))] = "package main"


def _tsconfig(found: Manifests, folder: str, text: str) -> None:
    plain = _TRAILING.sub(r"\1", _COMMENTS.sub(lambda match: match.group(1) or "", text))
    options: dict[str, Any] = json.loads(plain).get("compilerOptions", {})
    base = posixpath.normpath(posixpath.join(folder, options.get("baseUrl", ".")))
    for prefix, targets in options.get("paths", {}).items():
        if targets:
            target = posixpath.normpath(posixpath.join(base, targets[0].rstrip("*")))
            wild = prefix.endswith("*")
            found.aliases[prefix.rstrip("*")] = "" if target == "." else target + ("/" if wild else "")


def _requirements(found: Manifests, _folder: str, text: str) -> None:
    found.packages.update(_package(line) for line in text.splitlines() if _REQUIREMENT.match(line))


def _go_mod(found: Manifests, _folder: str, text: str) -> None:
    found.packages.update(_GO_REQUIRE.findall(text))


def _cargo(found: Manifests, _folder: str, text: str) -> None:
    data = tomllib.loads(text)
    found.packages.update(data.get("dependencies", {}))
    if isinstance(name := data.get("package", {}).get("name"), str):
        found.names.add(name)


def _makefile(found: Manifests, _folder: str, text: str) -> None:
    found.has_targets = True
    found.targets.update(_TARGET.findall(text))


def _package(line: str) -> str:
    match = _REQUIREMENT.match(line)
    return match.group(1).lower() if match else ""


_READERS = {
    "pyproject.toml": _pyproject,
    "package.json": _package_json,
    "tsconfig.json": _tsconfig,
    "go.mod": _go_mod,
    "Cargo.toml": _cargo,
    "Makefile": _makefile,
}
