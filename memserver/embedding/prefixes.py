"""Which words a model wants in front of a question and of a passage. Known by name; most models want none."""

from __future__ import annotations

import re

from memserver.embedding.protocol import Kind

_NO_PREFIXES = {Kind.QUERY: "", Kind.PASSAGE: ""}
_BY_NAME = (
    (re.compile(r"(^|[^a-z0-9])e5([^a-z0-9]|$)"), {Kind.QUERY: "query: ", Kind.PASSAGE: "passage: "}),
    (re.compile(r"nomic-embed"), {Kind.QUERY: "search_query: ", Kind.PASSAGE: "search_document: "}),
)


def prefixes_for(model: str) -> dict[Kind, str]:
    """Return the prefix for each kind of text that the named model was trained with."""
    name = model.lower()
    return next((prefixes for pattern, prefixes in _BY_NAME if pattern.search(name)), _NO_PREFIXES)
