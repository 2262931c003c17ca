"""Reads what an external id tells of where a text stands: the talk or document it is a part of, and its place there.

Only the shape of the id is looked at: "D1:3" is part of "D1", "notes_chunk_2" of "notes_chunk", "guide.md#setup" of
"guide.md". Ids without such a shape (random ones) belong to nothing. Nothing is stored or looked up.
"""

from __future__ import annotations

import re

# "guide.md#setup": a section of a document.
_SECTION = re.compile(r"^(?P<thread>[^#]+)#(?P<section>.*)$")
# "D1:3", "report_chunk_12", "talk/0007": the n-th part of something.
_NUMBERED = re.compile(r"^(?P<thread>.*[^:/_.\-])[:/_.\-]+\d+$")
# "docs/setup/linux": a place in a tree.
_PATH = re.compile(r"^(?P<thread>.+)[/:][^/:]+$")
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*://[^/]*/?", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\s\-_.+%]+")
_SUFFIX = re.compile(r"\.[a-z]{1,5}$", re.IGNORECASE)
_WORDLIKE = re.compile(r"[^\W\d_]{3,}|[\uac00-\ud7a3]{2,}")
# A hash or a random id has digits among its letters; a name that a person chose seldom has more than a few.
_RANDOM = re.compile(r"^(?=(?:.*\d){4})[0-9a-z\-]{16,}$", re.IGNORECASE)
CONTEXT_PARTS = 3
LONGEST_CONTEXT = 120


def thread_of_external_id(external_id: str) -> str | None:
    """Return the name of the whole that an id names a part of; None when the id does not tell."""
    if _RANDOM.match(external_id):
        return None
    for pattern in (_SECTION, _NUMBERED, _PATH):
        if match := pattern.match(external_id):
            return match["thread"]
    return None


def context_of_external_id(external_id: str) -> str:
    """Return the words of a path-like id ("docs/voyage.md#http-api" → "voyage › http api"), "" for any other."""
    place = _SCHEME.sub("", external_id)
    if "#" not in place and "/" not in place:
        return ""
    parts = [part for part in re.split(r"[/#]+", place) if part and not _RANDOM.match(part)]
    names = [_SEPARATORS.sub(" ", _SUFFIX.sub("", part)).strip() for part in parts[-CONTEXT_PARTS:]]
    return " › ".join(name for name in names if _WORDLIKE.search(name))[:LONGEST_CONTEXT]
