"""What is wrong in memories: secrets that slipped in, and text that tries to command the model. Never quotes them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from memserver.text.fencing import OUR_HEADERS, clean
from memserver.text.lookalikes import fold
from memserver.text.redaction import redact

Rows = list[tuple[str, str]]
"""Kind and severity."""

_COMMANDING = re.compile(
    r"\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|the\s+|your\s+|these\s+)*(?:previous|prior|above|earlier|existing)?\s*"
    r"(?:instructions?|prompts?|rules|guidelines|safeguards)\b"
    r"|\b(?:do not|don't|never)\s+(?:tell|inform|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to)\s+the\s+user\b"
    r"|\breveal\s+(?:your|the)\s+(?:system\s+)?prompt\b"
    r"|\byou\s+are\s+now\s+(?:a|an|in|the)\b[^.\n]{0,40}\b(?:mode|assistant|ai|dan|unrestricted|admin)"
    r"|<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>|\[/?INST\]|<<SYS>>"
    r"|(?:이전|위의?|앞의|앞선|기존)\s*(?:의\s*)?(?:모든\s*)?(?:지시|명령|규칙|프롬프트|지침)(?:사항)?(?:을|를|은|는)?\s*(?:모두\s*|전부\s*)?(?:무시|잊|폐기)"
    r"|사용자(?:에게|한테)\s*(?:알리지|말하지)\s*(?:마|말)|시스템\s*프롬프트(?:를|을)?\s*(?:공개|출력|보여)",
    re.IGNORECASE,
)
_MIMICKING = re.compile(
    r"\[\s*/?\s*(?:" + "|".join(r"[ _-]*".join(name.split()) for name in OUR_HEADERS) + r")\s*\]"
    r"|</?(?:system|assistant|developer)\b[^<>\n]{0,40}>|\[\s*(?:system|시스템)\s*\]"
    r"|^\W{0,8}(?:system\s+(?:prompt|message|override)|developer\s+message|시스템\s*(?:프롬프트|메시지)|개발자\s*메시지)\s*:"
    r"|^\W{0,8}(?:human|user|사용자)\W{0,3}:[^\n]*\n(?:[^\n]*\n){0,3}?\W{0,8}(?:assistant|어시스턴트)\W{0,3}:",
    re.IGNORECASE | re.MULTILINE,
)
"""Text that looks like a part of a prompt or of a talk: harmless where it is quoted, and still nobody's note."""

_HIDDEN_ENOUGH = 4
"""So many invisible characters are no accident of copying."""


def audit_memories(
    texts: Iterable[Sequence[str]], kept: Mapping[str, Iterable[Sequence[str]]], alive: Iterable[str] | None
) -> dict[str, Rows]:
    """Return what is wrong by memory: of those handed over, and of those known from before that are still there."""
    still = set(alive) if alive is not None else set(kept)
    found = {memory: [(row[0], row[1]) for row in rows] for memory, rows in kept.items() if memory in still}
    for memory, text in texts:
        rows = rows_of(text)
        if rows:
            found[memory] = rows
        else:
            found.pop(memory, None)
    return found


def rows_of(text: str) -> Rows:
    """Return what is wrong with one memory."""
    rows: Rows = [(f"secret-{each.kind}", "high") for each in redact(text).findings if each.kind != "high-entropy"]
    visible = clean(text)
    hidden = len(text.replace("\r\n", "\n")) - len(visible)
    folded = fold(visible)
    if _COMMANDING.search(folded):
        rows.append(("commanding-text", "high" if hidden >= _HIDDEN_ENOUGH else "medium"))
    elif _MIMICKING.search(folded):
        rows.append(("prompt-like-text", "low"))
    elif hidden >= _HIDDEN_ENOUGH:
        rows.append(("hidden-text", "low"))
    return rows
