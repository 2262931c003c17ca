"""Agents are data: the table that memserver starts with, and the choice by keywords over whatever is registered.

Keywords are whole words: English with its regular endings, Korean by the stem that a word begins with. The Korean words
for the keywords of the first table count for them. Nothing here learns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memserver.storage.routing import AgentRow
from memserver.text.terms import index_terms, query_words

INITIAL_AGENTS: tuple[AgentRow, ...] = (
    AgentRow(
        "security-auditor", ("security", "auth", "password", "token"), ("security",),
        "Finds and closes security holes.", True,
    ),
    AgentRow("tester", ("test", "spec", "mock", "coverage"), ("testing",), "Writes and mends tests.", True),
    AgentRow(
        "performance-engineer", ("perf", "optimize", "slow", "memory"), ("performance",),
        "Makes it faster and smaller.", True,
    ),
    AgentRow("researcher", ("fix", "bug", "error", "debug"), ("debugging",), "Finds out why it fails.", True),
    AgentRow(
        "system-architect", ("refactor", "architect", "design"), ("architecture",), "Shapes the structure.", True
    ),
    AgentRow("coder", (), ("general",), "Writes code: everything that calls for nobody else.", True),
)  # fmt: skip
DEFAULT_AGENT = "coder"
KOREAN: dict[str, str] = {
    "security": "보안", "auth": "인증 인가", "password": "비밀번호 패스워드 암호 비번", "token": "토큰",
    "test": "테스트 시험", "spec": "명세 스펙", "mock": "목킹 모킹 모의", "coverage": "커버리지",
    "perf": "성능", "optimize": "최적화", "slow": "느리 느린 느려 느립 느렸 느릴 느림", "memory": "메모리",
    "fix": "수정 고쳐 고치 고친 고칩 고쳤 고칠 고침", "bug": "버그", "error": "오류 에러", "debug": "디버그 디버깅",
    "refactor": "리팩터 리팩토", "architect": "아키텍", "design": "설계 디자인",
}  # fmt: skip

CONFIDENCE_PER_HIT = 0.25
MOST_CONFIDENCE = 0.9
DEFAULT_CONFIDENCE = 0.5

_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class KeywordChoice:
    """What the keywords say: the agent, and for each agent the words of its own that the task holds."""

    agent: str
    hits: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def by_default(self) -> bool:
        """Say whether no keyword spoke."""
        return not self.hits

    def confidence(self, agent: str) -> float:
        """Return how sure the keywords are of an agent."""
        count = len(self.hits.get(agent, ()))
        return min(MOST_CONFIDENCE, CONFIDENCE_PER_HIT * count)


class KeywordTable:
    """The keywords of all agents, ready to be counted."""

    def __init__(self, agents: Sequence[AgentRow]) -> None:
        self.names = tuple(agent.name for agent in agents)
        self._by_word: dict[str, list[tuple[str, str]]] = {}
        self._phrases: list[tuple[tuple[str, ...], str, str]] = []
        self._korean: list[tuple[tuple[str, ...], str, str]] = []
        for agent in agents:
            for keyword in dict.fromkeys(agent.keywords):
                self._add(agent.name, keyword)

    def _add(self, agent: str, keyword: str) -> None:
        parts = _WORD.findall(keyword.casefold())
        if len(parts) == 1 and not _HANGUL.search(keyword):
            for form in inflected(parts[0]):
                self._by_word.setdefault(form, []).append((agent, keyword))
        elif len(parts) > 1 and (terms := tuple(index_terms(keyword))):
            self._phrases.append((terms, agent, keyword))
        for word in KOREAN.get(keyword.casefold(), keyword if _HANGUL.search(keyword) else "").split():
            if korean := tuple(index_terms(word)):
                self._korean.append((korean, agent, keyword))

    @property
    def default(self) -> str:
        """Return the agent for what calls for nobody else."""
        return DEFAULT_AGENT if DEFAULT_AGENT in self.names or not self.names else self.names[-1]

    def decide(self, task: str) -> KeywordChoice:
        """Count the keywords of each agent in a task; the first registered wins a tie."""
        found: dict[tuple[str, str], None] = {}
        for word in _WORD.findall(_CAMEL.sub(" ", task)):
            found.update(dict.fromkeys(self._by_word.get(word.casefold(), ())))
        if not task.isascii() and self._korean:
            for word in query_words(task):
                for terms, name, keyword in self._korean:
                    if word.terms[: len(terms)] == terms:
                        found[name, keyword] = None
        if self._phrases:
            held = tuple(index_terms(task))
            for phrase, name, keyword in self._phrases:
                if any(held[at : at + len(phrase)] == phrase for at in range(len(held) - len(phrase) + 1)):
                    found[name, keyword] = None
        hits: dict[str, tuple[str, ...]] = {}
        for name, keyword in found:
            hits[name] = (*hits.get(name, ()), keyword)
        if not hits:
            return KeywordChoice(self.default)
        best = max(hits, key=lambda name: (len(hits[name]), -self.names.index(name)))
        return KeywordChoice(best, hits)


def inflected(word: str) -> set[str]:
    """Return a word with its regular endings: a stemmer would make "author" of "auth"."""
    forms = {word, f"{word}s", f"{word}es", f"{word}ed", f"{word}ing"}
    if len(word) > 2:
        forms |= {f"{word}{word[-1]}ed", f"{word}{word[-1]}ing"}
    if word.endswith("e"):
        forms |= {f"{word}d", f"{word[:-1]}ing"}
    if word.endswith("y"):
        forms |= {f"{word[:-1]}ies", f"{word[:-1]}ied"}
    return forms


def domain_agent(domain: str, agents: Sequence[AgentRow]) -> str | None:
    """Return the first agent that works in a domain, or None."""
    wanted = domain.casefold()
    return next((a.name for a in agents if wanted in {each.casefold() for each in a.domains}), None)
