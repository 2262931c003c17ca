"""docs/protocol.md: the wire for people, one section per method."""

from __future__ import annotations

import inspect
import json
from pathlib import Path

from generation.wire_types import Schema, WireField, WireType, all_types, describe, without_null
from memserver import errors
from memserver.protocol.methods import METHODS, PREFIX, Method

INTRODUCTION = Path(__file__).parent / "protocol_introduction.md"

LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
}


def render() -> str:
    """Return the text of the page."""
    types = all_types()
    mentioned = {name for each in types for name in each.refs.values()}
    parts = [
        INTRODUCTION.read_text(encoding="utf-8").replace("{{errors}}", _errors()).replace("{{methods}}", _contents()),
        *(_method(method) for method in METHODS),
        "## Types\n",
        *(_type(each) for each in types if each.name in mentioned),
    ]
    return "\n".join(parts)


def type_text(schema: Schema, refs: dict[str, str]) -> str:  # noqa: PLR0911 - one for each kind of schema
    """Return a schema in words, with links to the types it names."""
    schema = without_null(schema)
    if "$ref" in schema:
        name = refs[schema["$ref"]]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_text(each, refs) for each in schema["anyOf"]))
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {type_text(schema.get('items', {}), refs)}"
    if kind == "object":
        values = schema.get("additionalProperties", True)
        return "object" if values is True else f"object of {type_text(values, refs)}"
    return "time" if schema.get("format") == "date-time" else str(kind)


def limits_text(schema: Schema) -> str:
    """Return the limits that a value must keep, in words."""
    schema = without_null(schema)
    found = [words.format(f"{schema[key]:,}") for key, words in LIMITS.items() if key in schema]
    return ", ".join(found).replace("at least 1 characters", "not empty").replace("at least 1 items", "not empty")


def _contents() -> str:
    rows = [f"| [`{PREFIX}{m.name}`](#{_anchor(m)}) | {m.summary} |" for m in METHODS]
    return "\n".join(["| method | what it does |", "| --- | --- |", *rows])


def _anchor(method: Method) -> str:
    return (PREFIX + method.name).replace("/", "").lower()


def _errors() -> str:
    kinds = sorted(_subclasses(errors.MemserverError), key=lambda each: -each.code)
    rows = [f"| `{each.kind}` | {each.code} | {inspect.getdoc(each)} |" for each in kinds]
    return "\n".join(["| kind | code | when |", "| --- | --- | --- |", *rows])


def _subclasses(root: type[errors.MemserverError]) -> list[type[errors.MemserverError]]:
    """Only those of memserver/errors.py: a test may define others. The root itself is never raised."""
    classes = [each for each in vars(errors).values() if inspect.isclass(each) and issubclass(each, root)]
    return [each for each in classes if each is not root]


def _method(method: Method) -> str:
    params, result = describe(method.params, "params"), describe(method.result, "result")
    command = "memserver." + method.name.replace("/", ".")
    lines = [f"### {PREFIX}{method.name}", "", f"{method.summary} As an LSP command: `{command}`.", ""]
    lines += ["**Params**", "", _table(params, with_defaults=True), ""]
    lines += ["**Result**", "", _table(result, with_defaults=False), ""]
    return "\n".join(lines)


def _type(described: WireType) -> str:
    return "\n".join(
        [f"### {described.name}", "", described.description, "", _table(described, with_defaults=True), ""]
    )


def _table(described: WireType, *, with_defaults: bool) -> str:
    if not described.fields:
        return "None."
    head = "| field | type | default | meaning |" if with_defaults else "| field | type | meaning |"
    rows = [_row(field, described.refs, with_defaults=with_defaults) for field in described.fields]
    return "\n".join([head, "| --- " * (4 if with_defaults else 3) + "|", *rows])


def _row(field: WireField, refs: dict[str, str], *, with_defaults: bool) -> str:
    kind = type_text(field.schema, refs) + ("" if field.required or with_defaults else ", may be absent")
    words = [field.description.replace("\n", " "), limits_text(field.schema)]
    meaning = " ".join(f"{each[0].upper()}{each[1:]}{'' if each.endswith('.') else '.'}" for each in words if each)
    default = ["**required**" if field.required else _default(field)] if with_defaults else []
    cells = [f"`{field.name}`", kind, *default, meaning.replace("|", "\\|")]
    return "| " + " | ".join(cells) + " |"


def _default(field: WireField) -> str:
    if field.default is None or isinstance(field.default, dict):
        return "–"
    return f"`{json.dumps(field.default, ensure_ascii=False)}`"
