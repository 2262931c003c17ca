"""The draft of a research brief as a page that a person reads, mends and accepts; labelled as an estimate on top."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memserver.growth.brief import Brief
from memserver.growth.sources import KnownSource
from memserver.growth.validation import Validated
from memserver.text.fencing import quote_line

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "label": "> **Estimate** (추정): drafted by memserver {maker}; no person has confirmed it yet.",
        "local": "from stored sources",
        "model": "with your chat model",
        "draft": "Draft",
        "unsourced": "no source",
        "empty": "(Nothing stored speaks to this question. Write here what you know, then accept.)",
        "sources": "Sources",
        "check": "Before you accept",
        "conflict": "“{new}” contradicts “{old}” in {where} ({reason}). Recommended: {advice}.",
        "duplicate": "Left out, since it is stored already: “{new}” ({where}).",
        "update": "update what is stored",
        "add": "keep both and say where each holds",
    },
    "ko": {
        "label": "> **추정** (estimate): memserver가 {maker} 작성한 초안이며 아직 사람이 확인하지 않았습니다.",
        "local": "저장된 출처에서",
        "model": "설정된 채팅 모델로",
        "draft": "초안",
        "unsourced": "출처 없음",
        "empty": "(이 질문에 대해 저장된 내용이 없습니다. 아는 내용을 여기에 적은 뒤 수락하십시오.)",
        "sources": "출처",
        "check": "수락하기 전에 확인할 것",
        "conflict": "“{new}” – {where}의 “{old}”와(과) 모순됩니다 ({reason}). 권장: {advice}.",
        "duplicate": "이미 저장되어 있어 뺐습니다: “{new}” ({where}).",
        "update": "저장된 내용 고치기",
        "add": "적용 범위를 밝혀 함께 두기",
    },
}
EMPTY_DRAFTS = tuple(words["empty"] for words in _WORDS.values())
"""What stands in a draft that nobody has filled in yet."""
LABELS = tuple(words["label"].split("{")[0] for words in _WORDS.values())
"""How the line begins that calls a draft an estimate."""
_CHECKS = frozenset(words["check"] for words in _WORDS.values())
_NOT_STATED = _CHECKS | {words["sources"] for words in _WORDS.values()}
_MARK = re.compile(r"\s*\[(?:\d+|no source|출처 없음)\]$")


def draft_page(brief: Brief, sources: Sequence[KnownSource], gate: Validated, language: str) -> str:
    """Return the body of the proposal."""
    words = _WORDS.get(language, _WORDS["en"])
    parts = [words["label"].format(maker=words[brief.made_by]), f"## {words['draft']}"]
    repeated = gate.duplicates if brief.made_by == "model" else frozenset()
    lines = [
        f"- {finding.statement} [{finding.source if finding.source else words['unsourced']}]"
        for finding in brief.findings
        if finding.statement not in repeated
    ]
    parts.append("\n".join(lines) or words["empty"])
    checks = [*_findings_of(gate, words, repeated), *(f"- {each}" for each in brief.open_questions)]
    if checks:
        parts += [f"## {words['check']}", "\n".join(checks)]
    if sources:
        named = (
            f"{number}. {quote_line(source.title, 80)} — `{source.reference}` ({source.moment.date().isoformat()})"
            for number, source in enumerate(sources, 1)
        )
        parts += [f"## {words['sources']}", "\n".join(named)]
    return "\n\n".join(parts)


def is_empty_draft(body: str) -> bool:
    """Say whether a draft still waits for somebody to fill it in."""
    return any(line in body for line in EMPTY_DRAFTS)


def statements_of_draft(body: str) -> str:
    """Return what a draft states: its list of findings, and whatever a person wrote beside it."""
    kept = []
    for line in body.split("\n"):
        if line.startswith("## ") and line[3:].strip() in _NOT_STATED:
            break
        if line.strip() and not line.startswith(("#", ">")):
            kept.append(_MARK.sub("", line.strip().removeprefix("- ")))
    return "\n".join(kept)


def accepted_page(body: str, by: str, day: str, language: str, *, edited: bool) -> str:
    """Return an accepted draft as a note: its label says who stands behind it, and its list of doubts is gone.

    Where a person has edited the draft, nothing but the label is touched.
    """
    said = {
        "en": f"> Accepted by {quote_line(by)} on {day}; drafted as an estimate.",
        "ko": f"> {quote_line(by)} 님이 {day}에 수락함 (추정 초안에서 작성).",
    }
    lines: list[str] = []
    doubts = False
    for line in body.split("\n"):
        if line.startswith("## "):
            doubts = not edited and line[3:].strip() in _CHECKS
        if not doubts:
            lines.append(said.get(language, said["en"]) if line.startswith(LABELS) else line)
    return "\n".join(lines)


def _findings_of(gate: Validated, words: Mapping[str, str], repeated: frozenset[str]) -> list[str]:
    lines = []
    for each in gate.evidence:
        where = f"`{each.path or each.source_id}`"
        if each.kind == "conflict":
            advice = words["update" if each.replaces else "add"]
            lines.append("- " + words["conflict"].format(
                new=each.statement, old=each.stored, where=where, reason=each.reason, advice=advice
            ))  # fmt: skip
        elif each.statement in repeated:
            lines.append("- " + words["duplicate"].format(new=each.statement, where=where))
    return lines
