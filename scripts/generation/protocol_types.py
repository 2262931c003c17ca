"""The TypeScript of the wire: a file per module of memserver/protocol, with its types and its requests.

An area's file imports what it mentions of other areas. `requests.ts` brings the requests of all areas together, and
`index.ts` gives everything away under one roof.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from generation.typescript import comment, file_name, folder, head, import_types, type_text
from generation.wire_types import WireField, WireType, all_types, area_title, methods_by_area, wire_name
from memserver.protocol.methods import PREFIX, Method

HEAD = head("the models in memserver/protocol")
WORD = re.compile(r"\w+")
MOMENT = "Moment"
GROUND = "base"
MOMENT_TYPE = """\
/** A point in time, ISO 8601 in UTC. */
export type Moment = string;
"""
NAMES = f"""
export type MethodName = keyof Requests;

/** Stands in front of each method name on the wire. */
export const METHOD_PREFIX = "{PREFIX}";
"""


def render() -> dict[str, str]:
    """Return the files of the folder by name."""
    types, methods = all_types(), methods_by_area()
    homes = {each.name: each.area for each in types} | {MOMENT: GROUND}
    areas = sorted({*homes.values(), *methods})
    files = {}
    for area in areas:
        own = [each for each in types if each.area == area]
        files[f"{file_name(area)}.ts"] = _area(area, own, methods.get(area, []), homes)
    gathering = {"requests.ts": _requests(sorted(methods)), "index.ts": _index(areas)}
    return folder(files, gathering)


def _area(area: str, types: list[WireType], methods: list[Method], homes: dict[str, str]) -> str:
    mentioned = {name for each in types for name in _mentioned(each)}
    mentioned |= {wire_name(model) for method in methods for model in (method.params, method.result)}
    parts = [HEAD, *_imports({name for name in mentioned if homes[name] != area}, homes)]
    parts += [MOMENT_TYPE] if area == GROUND else []
    parts += [_interface(each) for each in types]
    parts += [_area_requests(area, methods)] if methods else []
    return "\n".join(parts)


def _mentioned(described: WireType) -> set[str]:
    words = {word for field in described.fields for word in WORD.findall(type_text(field.schema, described.refs))}
    return words & {*described.refs.values(), MOMENT}


def _imports(names: Iterable[str], homes: dict[str, str]) -> list[str]:
    by_area = defaultdict(set)
    for name in names:
        by_area[homes[name]].add(name)
    lines = [import_types(found, f"./{file_name(area)}") for area, found in sorted(by_area.items())]
    return [*lines, ""] if lines else []


def _interface(described: WireType) -> str:
    lines = [comment(described.description)]
    if not described.fields:
        return "\n".join([*lines, f"export type {described.name} = Record<string, never>;", ""])
    lines.append(f"export interface {described.name} {{")
    for field in described.fields:
        if field.description:
            lines.append(comment(field.description, "  "))
        lines.append(f"  {_property(field, described.refs)};")
    return "\n".join([*lines, "}", ""])


def _property(field: WireField, refs: dict[str, str]) -> str:
    return f"{field.name}{'' if field.required else '?'}: {type_text(field.schema, refs)}"


def _area_requests(area: str, methods: list[Method]) -> str:
    lines = ["/** The requests of this area: the params and the result of each. */"]
    lines.append(f"export interface {_requests_name(area)} {{")
    for method in methods:
        lines.append(comment(method.summary, "  "))
        params, result = wire_name(method.params), wire_name(method.result)
        lines.append(f'  "{method.name}": {{ params: {params}; result: {result} }};')
    return "\n".join([*lines, "}", ""])


def _requests(areas: list[str]) -> str:
    lines = [HEAD, *(import_types([_requests_name(area)], f"./{file_name(area)}") for area in areas), ""]
    lines += ["/** Every request: its params and its result. */", "export interface Requests extends"]
    lines += [",\n".join(f"  {_requests_name(area)}" for area in areas) + " {}", NAMES]
    return "\n".join(lines)


def _requests_name(area: str) -> str:
    return f"{area_title(area)}Requests"


def _index(areas: list[str]) -> str:
    lines = [f'export type * from "./{file_name(area)}";' for area in areas]
    return "\n".join([HEAD, *lines, 'export * from "./requests";', ""])
