"""Tells a question about a time and nothing else ("What did we discuss last week?", "지난주에 뭐 했지?").

Such a question names no subject, so neither words nor meaning can find its answer: whatever happened then is what it
asks for. Owns the words with which people ask so, in both languages. Knows no dates: it is given the question without
them.
"""

from __future__ import annotations

import re

from memserver.text.terms import ENGLISH_STOP_WORDS
from memserver.text.words import words

# Each of them speaks of the past or of a record of it: "do this today" is no question about today.
_RECALLING = words(
    "did done was were been discuss discussed discussing talk talked talking say said mention mentioned happen "
    "happened happening work worked decide decided agree agreed plan planned learn learned change changed conversation "
    "conversations chat chats meeting meetings discussion discussions decision decisions note notes event events "
    "summary summarise summarize recap review overview history remember recall"
)
_FILLING = ENGLISH_STOP_WORDS | words(
    "give show list make everything anything something things thing topic topics stuff team tell know go went going "
    "new important hi hello hey ok okay can lot remind"
)
# Longer ones may go on as they like ("논의했지", "회의에서"); a single syllable also begins other words (한국, 일본).
_KOREAN_RECALLING = re.compile(
    "(?:논의|이야기|얘기|대화|회의|결정|정한|정했|요약|정리|작업|진행|기록|메모|했|하였|있었|일어난|일어났|말했|말한|배운|배웠|바뀐|바뀌었|나눈|나눴)[가-힣]*|한"
)
_KOREAN_FILLING = re.compile(
    "(?:무엇|무슨|무얼|뭐|뭘|뭔|어떤|우리|저희|내용|주제|사항|알려|보여|말해|기억|생각|모두|전부)[가-힣]*"
    "|(?:나|내|것|거|게|걸|건|일|좀|다|해|줘)(?:은|는|이|가|을|를|도|들|들이|들은|들을|야|지|였지|예요|인가요)?"
)
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|[가-힣]+|\w+")


def names_no_subject(question: str) -> bool:
    """Say whether a question, its times taken out, asks what there was and nothing more."""
    recalling = False
    for word in _WORD.findall(question.casefold().replace("’", "'")):
        plain = word.partition("'")[0]
        if plain in _RECALLING or _KOREAN_RECALLING.fullmatch(word):
            recalling = True
        elif plain not in _FILLING and not _KOREAN_FILLING.fullmatch(word):
            return False
    return recalling
