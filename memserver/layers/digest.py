"""The text of a digest: what is kept of old episodes, the same for the same episodes, in their own language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memserver.layers.episode_files import DETAILS_KEY
from memserver.model import Memory
from memserver.text.language import language_of
from memserver.text.sentences import split_sentences

SUMMARY_CHARS = 700
MOST_DECISIONS = 8
MOST_TOPICS = 8
# Of a long talk that was stored turn by turn, this many lines are quoted, from its beginning to its end.
MOST_LINES = 12
LINE_CHARS = 160

_WORDS = {
    "en": {"talk": "Conversation of {dates}: {title}", "decisions": "Decisions", "topics": "Topics", "to": "to"},
    "ko": {"talk": "{dates} 대화: {title}", "decisions": "결정", "topics": "주제", "to": "~"},
}


def digest_title(episodes: Sequence[Memory]) -> str:
    """Return the title of the digest of one episode, or of the parts of one talk."""
    return episodes[0].title


def digest_text(episodes: Sequence[Memory]) -> str:
    """Return what is kept of one episode, or of the parts of one talk in order."""
    words = _WORDS[language_of(" ".join(episode.content[:400] for episode in episodes[:5]))]
    lines = [words["talk"].format(dates=_dates(episodes, words["to"]), title=digest_title(episodes))]
    body = _body(episodes)
    lines += [line for line in body if line != digest_title(episodes)]
    for name, key, most in (("decisions", "keyDecisions", MOST_DECISIONS), ("topics", "topics", MOST_TOPICS)):
        named = dict.fromkeys(text for episode in episodes for text in _listed(episode, key))
        # The summary of an episode names its first decisions itself.
        found = [text for text in named if not any(text in line for line in body)][:most]
        if found:
            separator = ", " if name == "topics" else "; "
            lines.append(f"{words[name]}: {separator.join(found)}")
    return "\n".join(lines)


def _body(episodes: Sequence[Memory]) -> list[str]:
    if len(episodes) == 1:
        episode = episodes[0]
        summary = _details(episode).get("summary")
        text = summary if isinstance(summary, str) and summary.strip() else episode.content
        return [_shortened(text, SUMMARY_CHARS)]
    step = max(1, -(-len(episodes) // MOST_LINES))
    return [f"- {_shortened(episode.content, LINE_CHARS)}" for episode in episodes[::step]]


def _shortened(text: str, most: int) -> str:
    """Return whole sentences up to a length; a first sentence that is too long is cut."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    kept = ""
    for sentence in split_sentences(text):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > most:
            break
        kept = longer
    return kept or text[: most - 1].rstrip() + "…"


def _dates(episodes: Sequence[Memory], to: str) -> str:
    first, last = _day(episodes[0].timestamp), _day(episodes[-1].timestamp)
    return first if first == last else f"{first} {to} {last}"


def _day(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d}"


def _listed(episode: Memory, key: str) -> list[str]:
    values = _details(episode).get(key)
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def _details(episode: Memory) -> dict[str, object]:
    details = episode.metadata.get(DETAILS_KEY)
    return details if isinstance(details, dict) else {}
