"""Whether an answer says anything: a promise, a courtesy or "I don't know" alone does not.

A sentence says something when it has a value, a name, code, a yes or no to a question, or a word that neither the
question has nor every polite sentence. Owns the phrases and the words that say nothing.
"""

from __future__ import annotations

import re

from memserver.growth.answer_names import names
from memserver.growth.answer_statements import Statement, content_words, statements_of
from memserver.growth.answer_values import quantities
from memserver.text.phrases import phrase_pattern
from memserver.text.stems import english_stem
from memserver.text.words import words

# A longer answer says something, be it wrong.
MOST_CHARACTERS = 900
_EVASION = phrase_pattern(
    (
        "i don't know", "i do not know", "i don't have", "i do not have", "i can't say", "i cannot say", "no idea",
        "i'm not sure", "i am not sure", "not sure", "hard to say", "it depends", "that depends", "can't tell",
        "i couldn't find", "i could not find", "couldn't find", "don't have enough", "do not have enough",
        "happy to help", "glad to help", "i can help", "i'd be happy", "let me know", "let me check", "let me look",
        "let me see", "i will look", "i'll look", "i'll check", "i will check", "get back to you", "looking into",
        "feel free", "hope this helps", "hope that helps", "great question", "good question", "thanks for asking",
        "thank you for asking", "sorry", "unfortunately", "one moment", "hold on", "let's go through", "of course",
        "do not say", "don't say", "does not say", "doesn't say", "no information", "not mentioned",
        "various factors", "many factors", "various things", "a lot to consider", "anything else", "as an ai",
        "모르겠*", "알 수 없*", "잘 모르*", "확인해 보겠*", "확인해보겠*", "알아보겠*", "알아볼게*", "확인해 볼게*",
        "확인해볼게*", "찾아보겠*", "찾아볼게*", "도와드리*", "도와드릴*", "도움이 되*", "도움이 못*", "죄송*",
        "좋은 질문*", "말씀해 주*", "알려 주시면", "알려주시면", "답변드리*", "답변 드리*", "나중에*", "잠시만*",
        "기다려*", "상황에 따라*", "경우에 따라*", "여러 가지*", "다양한*", "살펴보겠*", "검토해 보겠*",
        "정보가 없*", "정보가 부족*", "찾을 수 없*", "찾지 못*",
    )
)  # fmt: skip
_SAY_NOTHING = frozenset(
    english_stem(word)
    for word in words(
        "important topic great good question help helpful happy glad interesting look looking thing things lot various "
        "many several factor factors depend depends depending consider considered considering consideration "
        "course sure "
        "certainly absolutely thanks thank sorry unfortunately know sure anything something everything nothing "
        "else ask "
        "asking whenever ready go together through moment check checking see find hear like just really quite "
        "very much "
        "matter matters aspect aspects case cases way ways point points detail details information info answer "
        "hello hi "
        "welcome hope let me please feel free today later soon back get tell say think understand worth well "
        "able right "
        "now interested curious issue provide further enough available unable reach team person here"
    )
)
_KOREAN_NOTHING = frozenset(
    words(
        "확인 알아 도움 죄송 감사 질문 문의 중요 부분 내용 주제 관련 필요 말씀 답변 생각 여러 다양 경우 상황 "
        "물론 저도 저는 모르 궁금 언제 편하 함께 살펴 "
        "검토 나중 제가 일단 좋은 먼저 그것 그건 그거 이것 이건 해당 정보 부족 찾아 찾을 찾지 자세 아쉽 안녕 "
        "반갑 도와 드릴 드리 보겠 볼게 되어 못해 추가 "
        "더욱 아직 알려 주시 주세 기다 잠시 곧바 빠르 최대 최선 노력 설명 이야 얘기 음음 글쎄 네네 그럼 이에 "
        "대해 따라 달라 다를 별도 있으 없으 없습 겠습"
    )
)
_TELLING = frozenset({"person", "team", "path", "location", "url", "channel", "address", "constant", "flag"})
_YES_NO = re.compile(r"^\W*(?:yes|no|nope|yep|네|예|아니요|아니오|아뇨)\b(?! (?:idea|clue))", re.IGNORECASE)
_CODE = re.compile(r"```|~~~|`[^`\n]+`")


def is_empty(answer: str, prompt: str) -> bool:
    """Say whether an answer states nothing that could help with the question."""
    if len(answer) > MOST_CHARACTERS or _CODE.search(answer):
        return False
    asked = content_words(prompt)
    said = {value.words for value in quantities(prompt)}
    return not any(_says_something(each, asked, said) for each in statements_of(answer))


def _says_something(statement: Statement, asked: frozenset[str], said: set[str]) -> bool:
    text = statement.text
    evades = bool(_EVASION.search(text))
    if not evades and _YES_NO.search(text):
        return True
    own = {word for word in content_words(_EVASION.sub(" ", text)) if not _is_filler(word)}
    if any(value.words not in said for value in quantities(text)):
        return True
    if evades:
        # "I don't know which team owns it, but Mina does": what is neither asked nor polite is said.
        return bool(own - asked) and (len(own - asked) > 1 or any(name.kind in _TELLING for name in names(text)))
    filler = any(_is_filler(word) for word in content_words(text))
    return bool(own - asked) or (bool(own) and not filler)


def _is_filler(word: str) -> bool:
    return word in _SAY_NOTHING or word in _KOREAN_NOTHING or (len(word) == 1 and not word.isascii())
