"""Reads what people already have: instruction files of other agents, memory banks, the MCP memory server's graph.

Gives items with their origin and line, and stores nothing. Imported text is data: it says what someone once told an
agent, it instructs nobody here. What cannot be read is named with its line, and the rest is used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path, PurePosixPath

from memserver.errors import InvalidParams, NotFound
from memserver.knowledge.front_matter import parse_front_matter
from memserver.knowledge.import_items import ImportedItem, split_markdown
from memserver.knowledge.reading import read_text

_MAX_FILES = 500
_MAX_BYTES = 8 * 1024 * 1024

FORMATS = ("claude", "agents", "cursor", "copilot", "memory-bank", "mcp-memory")


@dataclass(slots=True)
class ImportResult:
    """What was read, and what could not be."""

    items: list[ImportedItem] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)


def import_from(path: str, format_name: str | None = None) -> ImportResult:
    """Read a file or a folder; without a format it is told from the names. Raises NotFound or InvalidParams."""
    source = Path(path)
    if not source.exists():
        raise NotFound("there is no such file or folder to import", field="path")
    if format_name is not None and format_name not in FORMATS:
        raise InvalidParams(f"unknown format; one of {', '.join(FORMATS)}", field="format")
    files = _files(source, format_name)
    if not files:
        raise InvalidParams("nothing here looks like instructions or memories", field="path", hint=_HINT)
    result = ImportResult()
    base = source if source.is_dir() else source.parent
    for file in files[:_MAX_FILES]:
        _read_one(file, _shown(file, base), format_name or guess_format(file) or "memory-bank", result)
    if len(files) > _MAX_FILES:
        result.warnings.append(f"only the first {_MAX_FILES} of {len(files)} files were read")
    return result


_HINT = (
    "expected CLAUDE.md, AGENTS.md, .cursor/rules, .github/copilot-instructions.md, a memory-bank folder or a .jsonl"
)


_BY_NAME = {
    "claude.md": "claude",
    "claude.local.md": "claude",
    "agents.md": "agents",
    "agent.md": "agents",
    "gemini.md": "agents",
    ".cursorrules": "cursor",
    "copilot-instructions.md": "copilot",
    "memory.json": "mcp-memory",
}
_BY_ENDING = {".mdc": "cursor", ".instructions.md": "copilot", ".jsonl": "mcp-memory", ".ndjson": "mcp-memory"}
_BANK_FOLDERS = frozenset({"memory-bank", "memory_bank", "memorybank", "cline_docs"})


def guess_format(path: Path) -> str | None:
    """Tell the format of a file from its name and folder; None when it is none of them."""
    name, folders = path.name.lower(), [part.lower() for part in path.parts[:-1]]
    if name in _BY_NAME:
        return _BY_NAME[name]
    for ending, format_name in _BY_ENDING.items():
        if name.endswith(ending):
            return format_name
    if name.endswith((".md", ".markdown")):
        if _inside(folders, ".cursor", "rules"):
            return "cursor"
        if _BANK_FOLDERS.intersection(folders):
            return "memory-bank"
    return None


def _inside(parts: list[str], outer: str, inner: str) -> bool:
    return any(pair == (outer, inner) for pair in pairwise(parts))


def _files(source: Path, format_name: str | None) -> list[Path]:
    if source.is_file():
        return [source] if format_name is not None or guess_format(source.absolute()) else []
    if format_name == "memory-bank":
        return sorted(path for path in _walk(source) if path.suffix.lower() in (".md", ".markdown"))
    guessed = ((path, guess_format(path.absolute())) for path in _walk(source))
    return sorted(path for path, found in guessed if found is not None and format_name in (None, found))


def _walk(folder: Path) -> Iterable[Path]:
    for path in folder.rglob("*"):
        relative = PurePosixPath(path.relative_to(folder).as_posix())
        if not {"node_modules", ".git", ".venv"} & set(relative.parts) and path.is_file() and not path.is_symlink():
            yield path


def _read_one(file: Path, origin: str, format_name: str, result: ImportResult) -> None:
    read = read_text(file, _MAX_BYTES)
    if read.text is None:
        result.warnings.append(f"{origin}: {read.problem}")
        return
    result.files.append(origin)
    text = read.text.replace("\r\n", "\n").replace("\r", "\n")
    if format_name == "mcp-memory":
        _read_graph(text, origin, result)
        return
    front = parse_front_matter(text)
    if front.warning:
        result.warnings.append(f"{origin}: {front.warning}")
    tags = [format_name]
    tags += [f"glob:{glob}" for glob in front.texts("globs", "applyto", "paths")]
    category = "fact" if format_name == "memory-bank" else "rule"
    title = front.text("title", "description") or _heading_of(file)
    items = split_markdown(text, origin, title=title, tags=tuple(tags), category=category)
    if not items:
        result.warnings.append(f"{origin}: nothing to import in it")
    result.items.extend(items)


def _heading_of(file: Path) -> str:
    return file.name if file.name.isupper() or file.name.startswith(".") else file.stem


def _read_graph(text: str, origin: str, result: ImportResult) -> None:
    """Read the graph of the MCP memory server: one JSON object per line, an entity or a relation."""
    known = len(result.items)
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            result.warnings.append(f"{origin}, line {number}: not valid JSON")
            continue
        items = _graph_items(record, origin, number) if isinstance(record, dict) else None
        if items is None:
            result.warnings.append(f"{origin}, line {number}: neither an entity with observations nor a relation")
        else:
            result.items.extend(items)
    if len(result.items) == known:
        result.warnings.append(f"{origin}: nothing to import in it")


def _graph_items(record: dict[str, object], origin: str, line: int) -> list[ImportedItem] | None:
    kind = record.get("type")
    if kind == "entity":
        name, observations = record.get("name"), record.get("observations")
        if not isinstance(name, str) or not name.strip() or not isinstance(observations, list):
            return None
        entity_type = record.get("entityType")
        tags = ("mcp-memory", entity_type) if isinstance(entity_type, str) and entity_type else ("mcp-memory",)
        texts = [text.strip() for text in observations if isinstance(text, str) and text.strip()]
        # Each observation is read alone later on, so it carries the name of what it is about.
        return [
            ImportedItem(
                name,
                text if name.casefold() in text.casefold() else f"{name}: {text}",
                tags,
                "fact",
                origin,
                line,
                ordered=False,
            )
            for text in dict.fromkeys(texts)
        ]
    if kind == "relation":
        ends = (record.get("from"), record.get("relationType"), record.get("to"))
        if not all(isinstance(end, str) and end.strip() for end in ends):
            return None
        start, relation, end = (str(part).strip() for part in ends)
        sentence = f"{start} {relation.replace('_', ' ')} {end}"
        tags = ("mcp-memory", "relation")
        return [ImportedItem(f"{start} → {end}", sentence, tags, "fact", origin, line, ordered=False)]
    return None


def _shown(file: Path, base: Path) -> str:
    try:
        return file.relative_to(base).as_posix()
    except ValueError:
        return file.name
