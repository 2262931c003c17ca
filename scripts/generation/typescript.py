"""TypeScript of the wire: one interface per model, a map of the methods, and a facade with one function for each."""

from __future__ import annotations

import json
from typing import Any

from generation.wire_types import Schema, WireField, WireType, all_types, wire_name, without_null
from memserver.protocol.methods import METHODS, PREFIX, Method

HEAD = """\
// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A point in time, ISO 8601 in UTC. */
export type Moment = string;
"""

SIMPLE = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def render() -> str:
    """Return the text of protocol.ts."""
    parts = [HEAD, *(_interface(each) for each in all_types()), _methods()]
    return "\n".join(parts)


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


def _interface(described: WireType) -> str:
    lines = [_comment(described.description)]
    if not described.fields:
        return "\n".join([*lines, f"export type {described.name} = Record<string, never>;", ""])
    lines.append(f"export interface {described.name} {{")
    for field in described.fields:
        if field.description:
            lines.append(_comment(field.description, "  "))
        lines.append(f"  {_property(field, described.refs)};")
    return "\n".join([*lines, "}", ""])


def _property(field: WireField, refs: dict[str, str]) -> str:
    return f"{field.name}{'' if field.required else '?'}: {type_text(field.schema, refs)}"


def _comment(text: str, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split()).replace('*/', '* /')} */"


def _methods() -> str:
    lines = ["/** Every request: its params and its result. */", "export interface Requests {"]
    for method in METHODS:
        lines.append(_comment(method.summary, "  "))
        params, result = wire_name(method.params), wire_name(method.result)
        lines.append(f'  "{method.name}": {{ params: {params}; result: {result} }};')
    lines += ["}", "", "export type MethodName = keyof Requests;", ""]
    lines += [
        "/** Stands in front of each method name on the wire. */",
        f'export const METHOD_PREFIX = "{PREFIX}";',
        "",
    ]
    lines += ["export const METHOD_NAMES: readonly MethodName[] = ["]
    lines += [f'  "{method.name}",' for method in METHODS]
    return "\n".join([*lines, "];", ""])


FACADE_HEAD = """\
// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "./protocol";

/** Sends one request and returns its answer. */
export type Ask = <M extends wire.MethodName>(
  method: M,
  params: wire.Requests[M]["params"],
  token?: CancellationToken,
) => Promise<wire.Requests[M]["result"]>;

/** One function for each request of the server. */
export class Facade {
  constructor(readonly ask: Ask) {}
"""


def render_facade() -> str:
    """Return the text of facade.ts."""
    return "\n".join([FACADE_HEAD, "\n\n".join(_function(method) for method in METHODS), "}", ""])


def _function(method: Method) -> str:
    first, *rest = method.name.split("/")
    name = first + "".join(part[0].upper() + part[1:] for part in rest)
    params, result = wire_name(method.params), wire_name(method.result)
    has_params = bool(method.params.model_fields)
    required = any(field.is_required() for field in method.params.model_fields.values())
    given = f"params: wire.{params}{'' if required else ' = {}'}, " if has_params else ""
    return "\n".join(
        [
            _comment(method.summary, "  "),
            f"  {name}({given}token?: CancellationToken): Promise<wire.{result}> {{",
            f'    return this.ask("{method.name}", {"params" if has_params else "{}"}, token);',
            "  }",
        ]
    )
