"""How things are spelled in TypeScript: the mark of a generated file, its imports, comments, names and types.

Knows nothing of what stands in which file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from generation.wire_types import Schema, without_null

LONGEST_LINE = 120
SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def head(source: str) -> str:
    """Return the mark on top of every generated file: what it follows from, and that nobody edits it."""
    return f"// Written by scripts/generate.py from {source}. Do not edit: run `python scripts/generate.py`.\n"


def file_name(area: str) -> str:
    """Return the name of an area's file without its ending: `growth_report` is in `growthReport`."""
    first, *rest = area.split("_")
    return first + "".join(part.title() for part in rest)


def folder(areas: dict[str, str], others: dict[str, str]) -> dict[str, str]:
    """Return the files of a folder: those of the areas, and others whose names no area may take."""
    if taken := sorted(areas.keys() & others.keys()):
        raise SystemExit(f"rename the module of the wire whose file would be {taken[0]}: another file has that name")
    return areas | others


def import_types(names: Iterable[str], source: str) -> str:
    """Return the import of some types, on one line when it fits."""
    wanted = sorted(names)
    line = f'import type {{ {", ".join(wanted)} }} from "{source}";'
    if len(line) <= LONGEST_LINE:
        return line
    return "\n".join(["import type {", *(f"  {name}," for name in wanted), f'}} from "{source}";'])


def comment(text: str, indent: str = "") -> str:
    """Return a text as a documentation comment on one line."""
    return f"{indent}/** {' '.join(text.split()).replace('*/', '* /')} */"


def type_text(schema: Schema, refs: dict[str, str]) -> str:  # noqa: PLR0911 - one for each kind of schema
    """Return a schema as a TypeScript type."""
    schema = without_null(schema)
    if "$ref" in schema:
        return refs[schema["$ref"]]
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(json.dumps(each, ensure_ascii=False) for each in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_text(each, refs) for each in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        inner = type_text(schema.get("items", {}), refs)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind == "object":
        values: Any = schema.get("additionalProperties", True)
        inner = "unknown" if values is True else type_text(values, refs)
        return f"Record<string, {inner}>"
    if schema.get("format") == "date-time":
        return "Moment"
    return SIMPLE.get(str(kind), "unknown")
