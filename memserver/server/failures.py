"""Failures as JSON-RPC errors: stable code, kind, field, a message to act on; no traceback, no stored text."""

from __future__ import annotations

import re
from typing import Any

from pydantic import ValidationError

from memserver.errors import InvalidParams, MemserverError

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INTERNAL_ERROR = -32603
NOT_INITIALIZED = -32002
_EXAMPLE = "an ISO 8601 time with a zone, such as 2026-05-04T09:30:00Z"
_PLAINLY = {
    "string_unicode": "it contains half of a character (a lone surrogate): send valid Unicode",
    "model_type": "expected an object",
    "dict_type": "expected an object",
    "timezone_aware": f"the zone is missing: expected {_EXAMPLE}",
    "datetime_parsing": f"expected {_EXAMPLE}",
    "datetime_from_date_parsing": f"expected {_EXAMPLE}",
}
"""Complaints of pydantic that speak of Python, by their type, in words for whoever wrote the request."""
# Where a value may be one of several types, pydantic puts the type that it tried into the path.
_CHOICE = re.compile(r"[A-Z]\w*|int|str|float|bool|.*\[.*")


def error_object(code: int, kind: str, message: str, *, field: str | None = None, hint: str | None = None) -> Any:
    """Return an error as it goes over the wire."""
    data = {"kind": kind, "field": field, "hint": hint}
    return {"code": code, "message": message, "data": {key: value for key, value in data.items() if value is not None}}


def from_exception(failure: BaseException, method: str) -> Any:
    """Return the error object for anything that a handler raised."""
    if isinstance(failure, ValidationError):
        failure = invalid_params(failure)
    if isinstance(failure, MemserverError):
        return error_object(failure.code, failure.kind, failure.message, field=failure.field, hint=failure.hint)
    return error_object(
        INTERNAL_ERROR,
        "internal-error",
        f"memserver failed on {method} ({type(failure).__name__}). Nothing was stored by this request.",
        hint="The log names the place; please report it.",
    )


def invalid_params(failure: ValidationError) -> InvalidParams:
    """Return the first complaint of a validation, naming the field, without quoting what was given."""
    error = failure.errors(include_input=False, include_url=False, include_context=False)[0]
    # A key of a free-form object is the user's own text: the field that holds the object is named instead.
    place = error["loc"][:-2] if error["loc"][-1:] == ("[key]",) else error["loc"]
    field = ".".join(str(part) for part in place if not _CHOICE.fullmatch(str(part))) or None
    message = _PLAINLY.get(error["type"]) or error["msg"].removeprefix("Value error, ")
    return InvalidParams(f"{field}: {message}" if field else message, field=field)
