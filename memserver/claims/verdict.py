"""The verdict on two statements: the kind, its chance, and the reason as a code with values. Says it in both languages.

Every room that asks whether one statement replaces, contradicts or repeats another asks here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np

from memserver.claims.claim import Claim, claim_of, in_other_scopes
from memserver.claims.cues import opposites
from memserver.claims.model import KINDS, Floats, VectorPair, chances, rows_of, shipped

Kind = Literal["replaces", "contradicts", "same", "other"]

# A statement takes another out of force from this chance on, or from the lower one where it names what it leaves.
REPLACES = 0.7
REPLACES_NAMED = 0.4
# Below that, and from here on, both stay and the doubt is told.
CONTRADICTS = 0.5
# The same where the two were read together: chances that mean what they say.
READ_REPLACES = 0.75
READ_CONTRADICTS = 0.5
# Where the words are the same but for one value, it is enough that the models do not deny it.
PLAIN_CONTRADICTS = 0.3
REPEATS = 0.5


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two statements are judged as they are: a code, and the words that fill its sentence."""

    code: str
    values: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return it as it is stored beside the relation of two memories."""
        return json.dumps({"code": self.code, **self.values}, ensure_ascii=False)


_SENTENCES: Mapping[str, Mapping[str, str]] = {
    "left": {"en": "no longer “{old}”", "ko": "“{old}” 대신"},
    "told": {"en": "change stated: “{cue}”", "ko": "변경 언급: “{cue}”"},
    "taken-back": {"en": "taken back: “{cue}”", "ko": "철회: “{cue}”"},
    "value": {"en": "{old} → {new}", "ko": "{old} → {new}"},
    "negation": {"en": "negation differs: “{cue}”", "ko": "부정이 다름: “{cue}”"},
    "opposite": {"en": "“{old}” against “{new}”", "ko": "“{old}” 대 “{new}”"},
    "declared": {"en": "declared", "ko": "명시됨"},
    "header": {"en": "said in its header: {header}", "ko": "머리글에 명시됨: {header}"},
    "settled": {"en": "settled by a person", "ko": "사람이 결정함"},
    "differs": {"en": "both cannot hold", "ko": "둘 다 맞을 수 없음"},
    "repeated": {"en": "says the same", "ko": "같은 내용"},
    "chain": {"en": "replaced before what replaced it went", "ko": "이전에 대체됨"},
    "unrelated": {"en": "about something else", "ko": "다른 내용"},
}


def said(stored: str, language: str) -> str:
    """Return a stored reason in the language of a reader; one of an earlier version is a sentence already."""
    if not stored.startswith("{"):
        return stored
    values = json.loads(stored)
    sentence = _SENTENCES.get(values.pop("code"), {})
    return sentence.get(language, sentence.get("en", "")).format(**values)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a new claim stands to a stored one, how sure that is, and why."""

    kind: Kind
    chance: float
    reason: Reason
    proven: bool = False
    """Whether the new one says that it replaces the other: then the other is out of force."""

    @property
    def disagrees(self) -> bool:
        """Say whether both cannot be in force."""
        return self.kind in {"replaces", "contradicts"}


OTHER = Verdict("other", 1.0, Reason("unrelated"))


def judge(old: Claim, new: Claim, vectors: VectorPair | None = None) -> Verdict:
    """Judge a new claim against a stored one."""
    return judge_all([old], new, [vectors])[0]


def judge_all(olds: Sequence[Claim], new: Claim, vectors: Sequence[VectorPair | None]) -> list[Verdict]:
    """Judge a new claim against several stored ones; the vectors are those of the local model."""
    return [verdict_of(old, new, row) for old, row in zip(olds, estimates(olds, new, vectors), strict=True)]


def estimates(olds: Sequence[Claim], new: Claim, vectors: Sequence[VectorPair | None]) -> Floats:
    """Return for each stored claim how likely each of `KINDS` is, by what is seen at a glance."""
    found = np.zeros((len(olds), len(KINDS)), np.float32)
    found[:, KINDS.index("other")] = 1
    asked = [index for index, old in enumerate(olds) if may_speak_of_one(old, new)]
    if asked:
        weights = shipped()
        near = [vectors[index] for index in asked]
        rows = rows_of([olds[index] for index in asked], new, near, weights.differing, weights.agreeing)
        found[asked] = chances(rows, weights)
    return found


def may_speak_of_one(old: Claim, new: Claim) -> bool:
    """Say whether two claims may be about one thing in one scope; a question claims nothing."""
    if new.question or old.question or not old.content & new.content:
        return False
    return not in_other_scopes(old, new)


def restates(old: str, new: str) -> bool:
    """Say whether a text says what another says, in the same words: nothing is lost if it is not kept twice."""
    return _restates(claim_of(old), claim_of(new))


@lru_cache(maxsize=2_048)
def _restates(old: Claim, new: Claim) -> bool:
    return (
        old.content == new.content
        and old.keys == new.keys
        and old.negations == new.negations
        and old.question == new.question
        and set(old.cues["doubt"]) == set(new.cues["doubt"])
    )


def verdict_of(old: Claim, new: Claim, row: Floats, *, read: bool = False) -> Verdict:
    """Return the verdict that chances warrant; `read` says that the two were read together, and not only glanced at."""
    chance = {kind: float(row[index]) for index, kind in enumerate(KINDS)}
    replaces, contradicts = chance["replaces"], chance["contradicts"]
    proof = _proof(old, new)
    again = read and (_says_again(old, new) or _stands_beside(old, new))
    if read and not again and replaces >= READ_REPLACES:
        return Verdict("replaces", replaces, proof or _why_contradicted(old, new), proven=True)
    if not read and proof is not None and replaces >= (REPLACES_NAMED if proof.code == "left" else REPLACES):
        return Verdict("replaces", replaces, proof, proven=True)
    if read and replaces + contradicts >= PLAIN_CONTRADICTS and _differ_in_one_value(old, new):
        return Verdict("contradicts", max(contradicts, READ_CONTRADICTS), _why_contradicted(old, new))
    disagrees = replaces + contradicts >= (READ_CONTRADICTS if read else CONTRADICTS)
    if disagrees and not again and max(replaces, contradicts) >= chance["same"]:
        return Verdict("contradicts", replaces + contradicts, _why_contradicted(old, new))
    if chance["same"] >= REPEATS and old.values == new.values and old.negations % 2 == new.negations % 2:
        return Verdict("same", chance["same"], Reason("repeated"))
    return Verdict("other", chance["other"], Reason("unrelated"))


def _says_again(old: Claim, new: Claim) -> bool:
    """Say whether both name the same values, and the new one negates and takes back nothing."""
    if not old.values or old.values - new.content or new.values - old.content:
        return False
    return not ((old.negations + new.negations) % 2 or new.left & old.content or new.cues["retract"])


def _differ_in_one_value(old: Claim, new: Claim) -> bool:
    """Say whether two claims are the same words but for one number of a unit, one time or one day of the week."""
    if len(old.keys) != len(new.keys) or old.cues["past"] or new.cues["past"]:
        return False
    values = {token.key: token.value for token in (*old.tokens, *new.tokens)}
    apart = [(values[one], values[other]) for one, other in zip(old.keys, new.keys, strict=True) if one != other]
    first, second = apart[0] if len(apart) == 1 else (None, None)
    if first is None or second is None:
        return False
    counted = bool(first.unit) if first.kind == "number" else first.kind in {"time", "weekday"}
    return counted and (first.kind, first.unit) == (second.kind, second.unit)


def _stands_beside(old: Claim, new: Claim) -> bool:
    """Say whether the new claim is an exception, which takes nothing back."""
    if new.left & old.content or new.cues["retract"]:
        return False
    return bool(new.cues["exception"]) and not old.cues["exception"]


def _proof(old: Claim, new: Claim) -> Reason | None:
    """Return what in the new claim says that the old one is out of force; None where it only differs."""
    left = new.left & old.content
    if left:
        return Reason("left", {"old": " ".join(token.written for token in old.tokens if token.key in left)})
    if new.cues["retract"]:
        return Reason("taken-back", {"cue": new.cues["retract"][0]})
    unchanged = old.values <= new.content and not (old.negations + new.negations) % 2
    told = [cue for kind in ("strong", "change") for cue in new.cues[kind] if cue not in old.cues[kind]]
    return Reason("told", {"cue": told[0]}) if told and not unchanged else None


def _why_contradicted(old: Claim, new: Claim) -> Reason:
    own_old = [token for token in old.tokens if token.key in old.values - new.content]
    own_new = [token for token in new.tokens if token.key in new.values - old.content]
    slots = {token.value[:2]: token for token in reversed(own_new) if token.value}
    for one in own_old:
        if one.value and (other := slots.get(one.value[:2])):
            return Reason("value", {"old": one.written, "new": other.written})
    if (old.negations + new.negations) % 2:
        cue = (new.cues["negation"] or old.cues["negation"])[0]
        return Reason("negation", {"cue": cue.strip()})
    # The table has whole words, and a key may be a stem.
    named = {form: token for token in reversed(new.tokens) for form in (token.key, token.written.lower())}
    for one in old.tokens:
        excluded = opposites().get(one.key, frozenset()) | opposites().get(one.written.lower(), frozenset())
        if found := excluded & named.keys():
            other = min((named[form] for form in found), key=new.tokens.index)
            return Reason("opposite", {"old": one.written, "new": other.written})
    if own_old and own_new:
        return Reason("value", {"old": own_old[-1].written, "new": own_new[-1].written})
    return Reason("differs")
