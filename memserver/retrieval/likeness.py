"""How far two claims out of longer texts speak of the same thing.

Owns which words hold a story together, and how much of two claims must be common before what differs between them
means anything. In a turn dozens of claims meet, so this asks for more than the rules for two single statements do
(docs/decisions/0015). It finds no difference itself.
"""

from __future__ import annotations

from memserver.text.statements import Claim
from memserver.text.words import words

# No two claims are compared that share fewer terms.
COMMON_TERMS = 2
# Two claims out of longer texts that differ by a negation or any other word must say nearly the same: this much of the
# longer one is in both. Of a denial in person ("I have never …") it is asked of the shorter one only.
ALIKE_SHARE = 0.55
# Of two claims about one thing that tell of no change one has so many terms at most that the other does not have.
OWN_TERMS = 1
# Values with a unit, known alternatives and owners tell more by themselves.
RELATED_SHARE = 0.4

# Words of talk rather than of topics, as stems: they hold no story together.
_WEAK = words(
    "project proj new thing way help time start work try want need us use app cod code implement impl featur "
    "exampl mak sur make any before ever know feel go find someth anyth plan consid think wond look recent much "
    "kind bit lot worri stress curiou stuck kind guid improv understand learn meet tell suggest recommend chanc "
    "figur give tak good best curr day month week year total abov specifical especial lik 도움 방법 생각 시작 "
    "확인 문제 사용 진행 필요 추가 오늘 이번"
)


def is_telling(word: str) -> bool:
    """Say whether a shared word can hold a story together; the verb of a claim can't, whatever it is."""
    return word not in _WEAK and not word.endswith("ed")


def weight_of(word: str, claim: Claim) -> float:
    """Say how much a shared word tells: a name most, talk and verbs little."""
    if word in _WEAK:
        return 0.2
    if word == claim.verb or not is_telling(word):
        return 0.5
    return 2.0 if word in claim.names else 1.0


def say_nearly_the_same(first: Claim, second: Claim, share: float = ALIKE_SHARE) -> bool:
    """Say whether so large a share of the longer claim is in both; of a denial in person that is not asked for."""
    if first.cues.denied_in_person or second.cues.denied_in_person:
        return True
    common = first.bag & second.bag
    # That the same people are spoken to says nothing.
    alike = len(common) >= share * max(len(first.bag), len(second.bag))
    return alike and not common <= first.names | second.names


def speak_of_one_thing(first: Claim, second: Claim, shared: int, change: bool) -> bool:
    """Say whether so many words are common that their values can be of one thing: fewer where a change is told."""
    shorter = min(len(first.bag), len(second.bag))
    if change:
        return (shared >= COMMON_TERMS and 4 * shared >= shorter) or 2 * shared >= shorter >= COMMON_TERMS
    # Where each names more than one thing that the other does not, they are about different things.
    return shared >= COMMON_TERMS and shared >= shorter - OWN_TERMS
