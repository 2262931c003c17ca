"""What an evaluation found, as markdown in the language of its set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "score": "score", "case": "case", "missed": "missed", "missing": "missing: {}", "facts": "not stated: {}",
        "partial": "not together: {}", "invented": "invented: {}", "form": "form: {}", "nothing": "nothing",
        "check": "self-check", "valid": "The set tells good answers from bad ones.", "change": "{:+.1f} since the last",
        "unanswered": "Not answered: {}", "flawed": "flawed answers", "problems": "The set needs work:",
    },
    "ko": {
        "score": "점수", "case": "사례", "missed": "놓친 것", "missing": "빠진 요소: {}", "facts": "언급 없음: {}",
        "partial": "함께 적히지 않음: {}", "invented": "지어냄: {}", "form": "형식: {}", "nothing": "없음",
        "check": "자체 점검", "valid": "좋은 답과 나쁜 답을 구별합니다.", "change": "지난번보다 {:+.1f}",
        "unanswered": "답이 없는 사례: {}", "flawed": "결함 있는 답", "problems": "세트를 손봐야 합니다:",
    },
}  # fmt: skip
_MOST_NAMED = 6


def render(run: Mapping[str, Any]) -> str:
    """Return one run as a page: a heading with the score, then one row per case."""
    words = WORDS[run["language"]]
    change = f" ({words['change'].format(run['change'])})" if run.get("change") is not None else ""
    kind = f" · {words['check']}" if run["source"] == "self-check" else ""
    parts = [f"## {run['title']}{kind}: {run['score']:g}{change}", _table(run, words)]
    if run.get("unanswered"):
        parts.append(words["unanswered"].format(", ".join(run["unanswered"])))
    if run["source"] == "self-check":
        problems = "\n".join(f"- {problem}" for problem in run["problems"])
        parts.append(f"{words['problems']}\n{problems}" if problems else words["valid"])
    return "\n\n".join(parts)


def _table(run: Mapping[str, Any], words: Mapping[str, str]) -> str:
    last = words["flawed"] if run["source"] == "self-check" else words["missed"]
    rows = [f"| {words['case']} | {words['score']} | {last} |", "|---|---:|---|"]
    for case in run["cases"]:
        told = (
            " · ".join(f"{worse['name']} {worse['score']:g}" for worse in case["flawed"])
            if run["source"] == "self-check"
            else _missed(case, words)
        )
        rows.append(f"| {case['id']} | {case['score']:g} | {told.replace('|', '/')} |")
    return "\n".join(rows)


def _missed(case: Mapping[str, Any], words: Mapping[str, str]) -> str:
    lists = (
        ("missing", case["missingElements"]),
        ("facts", case["missedFacts"]),
        ("partial", case["partialFacts"]),
        ("invented", case["invented"]),
        ("form", case["structure"]),
    )
    return "; ".join(words[key].format(_named(found)) for key, found in lists if found) or words["nothing"]


def _named(found: Sequence[str]) -> str:
    more = f" +{len(found) - _MOST_NAMED}" if len(found) > _MOST_NAMED else ""
    return ", ".join(found[:_MOST_NAMED]) + more
