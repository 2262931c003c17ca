"""The English verbs by which statements of work are recognised. Data only."""

from __future__ import annotations

from memserver.text.stems import english_stem
from memserver.text.words import words

AUXILIARIES = words(
    "is are was were be been am has have had do does did will would shall should must can could may might need "
    "needs needed isn aren wasn weren hasn haven hadn don doesn didn won wouldn shouldn mustn couldn s re ve ll m "
    "d"
)
VERBS = words(
    "use run deploy prefer own keep support require call write live store listen release want talk speak take "
    "merge lead review maintain manage expire retry fail succeed rebuild plan start work like hate love choose "
    "chose pick go went commit push pull put add send read build test host log cache ship return accept allow "
    "depend mean include contain handle serve connect depend extend cost last happen begin end follow format lint "
    "name store save load keep open close stay stand belong report meet attend write wrote made make set hold "
    "held pin target track sign validate check"
)
VERB_STEMS = frozenset(english_stem(verb) for verb in VERBS) | VERBS
