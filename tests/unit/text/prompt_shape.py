"""Reads a rendered prompt back, as a model might, and says where it is not what memserver wrote.

Deliberately independent of `text.fencing`: another folding, other patterns. It knows only the grammar of our prompts.
"""

from __future__ import annotations

import re
import unicodedata

HEADERS = {
    "memory context", "intent clarification guidance", "epistemic guard", "requirement checklist", "organization rules",
    "terminology dictionary", "conflict warnings", "verification checklist", "citation trace", "lessons",
}  # fmt: skip
_CYRILLIC = str.maketrans("АВСЕНКМОРТХУЅаеорсухѕіј", "ABCEHKMOPTXYSaeopcyxsij")
_BRACKETS = str.maketrans("【】〔〕⟦⟧", "[][][]")
_ROLE = re.compile(
    r"(?:system|user|assistant|human|developer|시스템|사용자|어시스턴트|개발자)"
    r"(?: ?(?:prompt|message|메시지))?\W{0,3}:",
    re.I,
)
_ROLE_HEADER = re.compile(r"\[ *(?:system|시스템|inst|/inst) *\]", re.I)
_TOKEN = re.compile(
    r"<\|[^|<>]+\|>|<<\s*/?SYS|<(?:/?system|/?assistant|/?instructions|/?memory|/user)>|(?:^|\s)<user>", re.I
)
_MARKUP = re.compile(r"^[\s>*_`|#\-+.\d)(]*")


def skeleton(text: str) -> str:
    """Return what the text looks like."""
    return unicodedata.normalize("NFKC", text).translate(_CYRILLIC).translate(_BRACKETS)


def entries_of(prompt: str) -> tuple[list[str], list[list[str]], list[str]]:
    """Return our headings, the entries by line, and what stands at the margin and is neither."""
    headings: list[str] = []
    entries: list[list[str]] = []
    strays: list[str] = []
    for line in re.split(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]", prompt):
        if not line.strip():
            continue
        if line.startswith("- "):
            entries.append([line[2:]])
        elif line.startswith("  ") and entries:
            entries[-1].append(line[2:])
        elif line.startswith(("[", "### ")):
            headings.append(line)
        else:
            strays.append(line)
    return headings, entries, strays


def entry_problems(lines: list[str]) -> list[str]:
    """Return what in an entry could still pass for something of ours."""
    found = [problem for line in lines for problem in line_problems(line)]
    opened = ""
    for line in lines:
        mark = re.match(r"[\s>]*(`{3,}|~{3,})(.*)", line)
        if mark and not opened:
            opened = mark[1]
        elif mark and mark[1].startswith(opened) and not mark[2].strip():
            opened = ""
    return [*found, "a code fence is left open"] if opened else found


def line_problems(line: str) -> list[str]:
    """Return what in one quoted line could still pass for something of ours."""
    found = [f"hidden U+{ord(sign):04X}" for sign in line if _is_hidden(sign)]
    looks = skeleton("".join(sign for sign in line if not _is_hidden(sign)))
    for match in re.finditer(r"\[([^\[\]]{3,40})\]", looks):
        name = re.sub(r"[\s_]+", " ", match[1]).strip(" *").lower()
        if name in HEADERS and looks[max(0, match.start() - 1) : match.start()] != "\\":
            found.append(f"header {name}")
    for match in _TOKEN.finditer(looks):
        if "\\" not in looks[max(0, match.start() - 2) : match.start() + 1]:
            found.append("control token")
    if looks.lstrip().startswith("\\"):
        return found
    bare = _MARKUP.sub("", looks)
    if _ROLE.match(bare) or _ROLE_HEADER.match(bare):
        found.append("speaker")
    if re.match(r"\s*[>\s]*#{2,6}\s*\w", looks):
        found.append("section heading")
    if re.match(r"\s*(?:-{3,}|={3,})(?:\s*$|\s+\S)", looks):
        found.append("end of quotation")
    return found


def _is_hidden(sign: str) -> bool:
    if sign == "\t":
        return False
    return (
        unicodedata.category(sign) in {"Cf", "Cc", "Co", "Cs"}
        or sign in "\u3164\uffa0\u115f\u1160"
        or (0xFE00 <= ord(sign) <= 0xFE0E or 0xE0100 <= ord(sign) <= 0xE01EF)
    )
