"""Which parameters a docstring speaks of: Sphinx fields, Google and NumPy sections, JSDoc tags."""

from __future__ import annotations

import re

_SPHINX = re.compile(
    r"^\s*:(?:param|parameter|arg|argument|key|keyword)\s+(?:[^:\n]*\s)?\*{0,2}(\w+)\s*:", re.MULTILINE
)
_JSDOC = re.compile(
    r"@(?:param|arg|argument)\s+(?:\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*\}\s+)?\[?(?:\.\.\.)?([A-Za-z_$][\w$]*)"
)
_GOOGLE = re.compile(r"^(?P<indent>[ \t]*)(?:Args|Arguments|Parameters|Params|Keyword Args)\s*:\s*$", re.MULTILINE)
_GOOGLE_ENTRY = re.compile(r"^\*{0,2}(\w+)\s*(?:\([^)\n]*\))?\s*:")
_NUMPY = re.compile(r"^(?P<indent>[ \t]*)(?:Other )?Parameters\s*\n[ \t]*-{3,}\s*$", re.MULTILINE)
_NUMPY_ENTRY = re.compile(r"^(\*{0,2}\w+(?:\s*,\s*\*{0,2}\w+)*)\s*(?::|$)")
_LONGEST_SENTENCE = 160
_UNDERLINE = re.compile(r"^\s*-{3,}\s*$")


def first_sentence(text: str) -> str:
    """Return the first sentence of a documentation text, on one line, without the signs of its comment."""
    paragraph = re.split(r"\n\s*(?:\*\s*)?\n", text.strip().strip("/*!# \n"), maxsplit=1)[0]
    flat = " ".join(re.sub(r"^\s*(?:\*|//+|#)\s?", "", line).strip() for line in paragraph.split("\n"))
    sentence = re.split(r"(?<=[.!?。])\s", flat.strip(), maxsplit=1)[0]
    return sentence[:_LONGEST_SENTENCE].strip()


def documented_parameters(docstring: str) -> list[str]:
    """Return the names of the parameters that a docstring describes, in order, each once."""
    if ":" not in docstring and "---" not in docstring:
        return []
    found = _SPHINX.findall(docstring) + _google(docstring) + _numpy(docstring)
    return list(dict.fromkeys(found))


def jsdoc_parameters(comment: str) -> list[str]:
    """Return the names that `@param` lines of a JSDoc comment describe."""
    return list(dict.fromkeys(_JSDOC.findall(comment))) if "@" in comment else []


def _google(docstring: str) -> list[str]:
    found: list[str] = []
    for section in _GOOGLE.finditer(docstring):
        entries: int | None = None
        for line in docstring[section.end() :].lstrip("\n").split("\n"):
            if not line.strip():
                continue
            indent = len(line) - len(line.lstrip())
            if indent <= len(section.group("indent")):
                break
            entries = indent if entries is None else entries
            if indent == entries and (entry := _GOOGLE_ENTRY.match(line.strip())):
                found.append(entry.group(1))
    return found


def _numpy(docstring: str) -> list[str]:
    found: list[str] = []
    for section in _NUMPY.finditer(docstring):
        lines = docstring[section.end() :].lstrip("\n").split("\n")
        for number, line in enumerate(lines):
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if _UNDERLINE.match(following):
                break
            indent = len(line) - len(line.lstrip())
            if line.strip() and indent == len(section.group("indent")) and (entry := _NUMPY_ENTRY.match(line.strip())):
                found.extend(name.strip().lstrip("*") for name in entry.group(1).split(","))
    return found
