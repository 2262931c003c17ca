"""Knowledge decay: how far each piece of knowledge has aged, by the half-life of its domain (SPEC 288).

The domain is read from tags, words and category, in both languages. Pure rules: what there is to audit is fetched by
`audit`. After one half-life a statement is as likely wrong as right, and is called stale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from memserver.model import Category
from memserver.text.phrases import may_contain, phrase_pattern

HALF_LIFE_DAYS: Mapping[str, int] = {"market": 90, "news": 90, "technology": 180, "process": 365, "principles": 1825}
DEFAULT_HALF_LIFE_DAYS = 180
"""For what belongs to no known domain."""
GENERAL = "general"
STALE_BELOW = 0.5
# A tag is chosen on purpose; a word may stand in a text by chance.
TAG_WEIGHT = 3
READ_CHARACTERS = 1_000

_WORDS: Mapping[str, tuple[str, ...]] = {
    "market": (
        "market", "market share", "competitor", "competition", "pricing", "price", "revenue", "customer demand",
        "exchange rate", "sales", "quarter", "forecast", "시장", "경쟁사", "가격", "매출", "환율", "점유율", "수요",
        "분기",
    ),
    "news": ("news", "announced", "announcement", "press release", "headline", "뉴스", "보도", "발표", "속보", "기사"),
    "technology": (
        "version", "library", "framework", "api", "sdk", "database", "server", "python", "typescript", "javascript",
        "rust", "java", "kubernetes", "docker", "postgres*", "redis", "sqlite", "dependency", "endpoint", "schema",
        "compiler", "runtime", "model", "버전", "라이브러리", "프레임워크", "데이터베이스", "서버", "의존성", "스키마",
        "모델", "배포 도구", "런타임",
    ),
    "process": (
        "process", "workflow", "procedure", "meeting", "standup", "stand-up", "review", "approval", "deploy*",
        "release", "on-call", "onboarding", "sprint", "checklist", "deadline", "ticket", "절차", "프로세스", "회의",
        "승인", "검토", "배포", "릴리스", "온보딩", "스프린트", "당번", "체크리스트", "기한", "담당자",
    ),
    "principles": (
        "principle", "policy", "values", "mission", "vision", "philosophy", "guideline", "ethics", "must always",
        "must never", "원칙", "정책", "가치관", "미션", "비전", "철학", "방침", "윤리", "반드시",
    ),
}  # fmt: skip
_OF_CATEGORY: Mapping[Category, str] = {
    Category.PREFERENCE: "principles",
    Category.RULE: "principles",
    Category.CONVENTION: "process",
    Category.DECISION: "process",
    Category.GOAL: "process",
    Category.REQUIREMENT: "process",
    Category.LESSON: "process",
    Category.ARCHITECTURE: "technology",
    Category.STACK: "technology",
    Category.BUG: "technology",
}


@dataclass(frozen=True, slots=True)
class Aged:
    """How far something has aged: `score` falls from 1 by half with every half-life."""

    domain: str
    half_life_days: int
    age_days: int
    score: float

    @property
    def stale(self) -> bool:
        """Say whether it is past its half-life."""
        return self.score < STALE_BELOW


def domain_of(text: str, tags: Iterable[str] = (), category: Category | None = None) -> str:
    """Return the domain of a piece of knowledge: by its tags and words, else by its category, else `general`."""
    tagged = " \n ".join(tags)
    read = text[:READ_CHARACTERS]
    lowered = f"{read}\n{tagged}".casefold()
    weights: dict[str, int] = {}
    for domain, words in _WORDS.items():
        spoken, is_tagged = 0, domain in tagged
        if may_contain(lowered, words):
            pattern = phrase_pattern(words)
            spoken = len({match.group().casefold() for match in pattern.finditer(read)})
            is_tagged = is_tagged or bool(pattern.search(tagged))
        weights[domain] = TAG_WEIGHT * is_tagged + spoken
    best = max(weights.values())
    # Of equals the one that ages faster: checking once too often costs less than trusting once too long.
    leading = [domain for domain, weight in weights.items() if weight == best] if best else []
    by_category = _OF_CATEGORY.get(category) if category else None
    if by_category is not None and (not leading or by_category in leading):
        return by_category
    return min(leading, key=lambda domain: HALF_LIFE_DAYS[domain], default=GENERAL)


def aged(domain: str, since: datetime, now: datetime) -> Aged:
    """Return how far something of a domain has aged since it was last known to hold."""
    half_life = HALF_LIFE_DAYS.get(domain, DEFAULT_HALF_LIFE_DAYS)
    age = max((now - since).total_seconds() / 86_400, 0.0)
    return Aged(domain, half_life, int(age), round(0.5 ** (age / half_life), 4))
