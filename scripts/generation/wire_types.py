"""The wire models as plain descriptions (name, fields, types) that pages and TypeScript are written from.

Owns the reading of pydantic's JSON Schema. Knows nothing of how a description is printed.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel

from memserver.protocol.methods import METHODS, Method
from memserver.server.routes import ROUTES

Schema = dict[str, Any]
Side = Literal["params", "result"]


@dataclass(frozen=True, slots=True)
class WireField:
    """One key of an object on the wire."""

    name: str
    schema: Schema
    required: bool
    default: Any
    description: str


@dataclass(frozen=True, slots=True)
class WireType:
    """One object on the wire; `area` is the module it stands in, `refs` names the types that its fields mention."""

    name: str
    area: str
    description: str
    fields: tuple[WireField, ...]
    refs: dict[str, str]


def wire_name(model: type[BaseModel]) -> str:
    """Name a model across all modules: `AddParams` of memory.py is `MemoryAddParams`."""
    area = _area_of(model)
    prefix = "" if area == "base" else area_title(area)
    return model.__name__ if model.__name__.startswith(prefix) else prefix + model.__name__


def area_title(area: str) -> str:
    """Return an area as the beginning of a type's name: `growth_report` is `GrowthReport`."""
    return area.title().replace("_", "")


def methods_by_area() -> dict[str, list[Method]]:
    """Return the methods by the module of the handlers that answer them, which is named like that of their models."""
    found: dict[str, list[Method]] = {}
    for method in METHODS:
        area = ROUTES[method.name].partition(":")[0]
        found.setdefault(area, []).append(method)
    return found


def all_types() -> list[WireType]:
    """Return every type of the wire, sorted by name."""
    as_params = _reachable(method.params for method in METHODS)
    as_result = _reachable(method.result for method in METHODS)
    models = {wire_name(model): model for model in as_params | as_result}
    if len(models) != len(as_params | as_result):
        raise SystemExit("two wire models have the same name: rename one of them")
    return [describe(model, "params" if model in as_params else "result") for _, model in sorted(models.items())]


@cache
def describe(model: type[BaseModel], side: Side) -> WireType:
    """Describe one model as it is sent (params) or answered (result)."""
    mode: Literal["validation", "serialization"] = "validation" if side == "params" else "serialization"
    schema = model.model_json_schema(by_alias=True, mode=mode, ref_template="{model}")
    required = set(schema.get("required", ()))
    fields = tuple(
        WireField(
            name=name,
            schema=part,
            required=(name in required) if side == "params" else not _may_be_null(part),
            default=part.get("default"),
            description=part.get("description", ""),
        )
        for name, part in schema.get("properties", {}).items()
    )
    refs = {each.__name__: wire_name(each) for each in _mentioned(model)}
    return WireType(wire_name(model), _area_of(model), inspect.getdoc(model) or "", fields, refs)


def without_null(schema: Schema) -> Schema:
    """Return a schema without its null alternative: on this wire an absent value is left out."""
    alternatives = schema.get("anyOf")
    if not alternatives:
        return schema
    kept = [each for each in alternatives if each.get("type") != "null"]
    return kept[0] if len(kept) == 1 else {**schema, "anyOf": kept}


def _area_of(model: type[BaseModel]) -> str:
    return model.__module__.rpartition(".")[2]


def _may_be_null(schema: Schema) -> bool:
    return any(each.get("type") == "null" for each in schema.get("anyOf", ()))


def _reachable(roots: Iterator[type[BaseModel]]) -> set[type[BaseModel]]:
    found: set[type[BaseModel]] = set()
    waiting = list(roots)
    while waiting:
        model = waiting.pop()
        if model not in found:
            found.add(model)
            waiting.extend(_mentioned(model))
    return found


def _mentioned(model: type[BaseModel]) -> list[type[BaseModel]]:
    return [found for field in model.model_fields.values() for found in _models_in(field.annotation)]


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in typing.get_args(annotation):
        yield from _models_in(argument)
