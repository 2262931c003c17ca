"""The vocabulary of vagueness: words that ask for work without saying on what, in English and in Korean.

The lists are data (`data/vagueness.json`); this module only brings them into the form in which they are looked up.
English words are found in all their inflections, Korean ones by how a word begins, since its endings vary freely.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from memserver.text.phrases import phrase_pattern
from memserver.text.stems import english_stem
from memserver.text.terms import ENGLISH_STOP_WORDS


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The lists, ready to use. Kinds of work are in order: a prompt takes the first that one of its words names."""

    english_kinds: Mapping[str, frozenset[str]]
    english_empty: frozenset[str]
    english_question: frozenset[str]
    english_statement_start: frozenset[str]
    english_order_prefix: frozenset[str]
    deictic: frozenset[str]
    look_up: frozenset[str]
    void: frozenset[str]
    korean_kinds: Mapping[str, tuple[str, ...]]
    korean_empty: frozenset[str]
    korean_empty_verbs: tuple[str, ...]
    korean_question: tuple[str, ...]
    korean_order: tuple[str, ...]
    small_talk: frozenset[str]
    signs: Mapping[str, re.Pattern[str]]


@cache
def vocabulary() -> Vocabulary:
    """Read the lists once."""
    text = resources.files("memserver.growth").joinpath("data/vagueness.json").read_text(encoding="utf-8")
    data = json.loads(text)
    english, korean = data["english"], data["korean"]
    kinds = {kind: _with_stems(words) for kind, words in english["kinds"].items()}
    return Vocabulary(
        english_kinds=kinds,
        english_empty=_with_stems(english["empty"]).union(ENGLISH_STOP_WORDS, *kinds.values()),
        english_question=frozenset(english["question"]),
        english_statement_start=frozenset(english["statementStart"]),
        english_order_prefix=frozenset(english["orderPrefix"]),
        deictic=frozenset(english["deictic"] + korean["deictic"]),
        look_up=frozenset(english["lookUp"] + korean["lookUp"]),
        void=_with_stems(english["void"]).union(
            korean["void"], english["deictic"], korean["deictic"], ENGLISH_STOP_WORDS
        ),
        korean_kinds={kind: tuple(beginnings) for kind, beginnings in korean["kinds"].items()},
        korean_empty=frozenset(korean["empty"]),
        korean_empty_verbs=tuple(korean["emptyVerbs"]),
        korean_question=tuple(korean["question"]),
        korean_order=tuple(korean["order"]),
        small_talk=frozenset(data["smallTalk"]),
        signs={dimension: phrase_pattern(phrases) for dimension, phrases in data["signs"].items()},
    )


def _with_stems(words: list[str]) -> frozenset[str]:
    return frozenset(words) | frozenset(english_stem(word) for word in words)
