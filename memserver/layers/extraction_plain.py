"""Plain statements: sentences that announce nothing and yet tell how things are done or what they are. Data only.

The tables of each language are tried last. A plain statement counts only when it has something concrete in it (a
number, an identifier, a name) or says what must or must not be; persons' stories, opinions and troubles are left out.
"""

from __future__ import annotations

from memserver.layers.extraction_patterns import table
from memserver.model import Category, FactType, Layer

_PROJECT, _LONG = Layer.PROJECT, Layer.LONG_TERM
_OBSERVATION, _DECISION = FactType.OBSERVATION, FactType.DECISION

OPINION = (
    r"\b(?:wrong|weird|slow(?:er)?|broken|fails?|failing|failed|bug|strange|odd|ugly|nice|great|cool"
    r"|awesome|amazing|fun|annoying|looks?|shows?"
    r"|feels?|missing|red|green|right now|again|already|still|been|error(?! (?:responses?|messages?"
    r"|codes?|handling|logs?|pages?)))\b"
)
"""Opinions and moods are no facts about a project."""

_CONCRETE = (
    r"(?-i:.*(?:\d|[A-Z]{2,}|\w_\w|\w/[\w*]|(?<=\s)[/~]\w|[a-z][A-Z]|(?<=\s)[A-Z][a-z]+"
    r"|\b(?:two|three|four|five|six|eight|ten)\b))"
)
_NO_STORY = (
    rf"(?!.*{OPINION})"
    r"(?!.*\b(?:today|yesterday|tomorrow|now|was|were|had|went|did|got|tried|I|I'm|me|my|you|your)\b)"
)
_THING = (
    r"^(?!(?:it|this|that|these|those|there|they|he|she|i|we|you|when|while|since|because|after|before"
    r"|as|in|on|at|someone|everyone"
    r"|nobody|nothing|everything|something|my|thanks?|great|nice|sorry|love|hate|glad|hope|wow|yeah"
    r"|yes|so|well|just|hey|let|lets|let's)\b)" + _NO_STORY
)

PLAIN_ENGLISH = table(
    (
        # "must be fun" is a guess, "must be signed" a rule.
        _THING + r"(?!\w+ing\b)(?:[\w'./-]+ ){1,5}(?:must|has to|have to)(?: not| never| always)? "
        r"(?:be (?:\w+(?:ed|en)|in|at|above|below|under|within|on|between|less|more|one of)"
        r"|stay|go|use|pass|run|come|include|contain|support|start|end|follow|match|keep|fit|return|wait)\b",
        Category.RULE,
        _DECISION,
        _PROJECT,
        0.65,
    ),
    (
        r"^no (?:[\w-]+ ){1,4}(?:on|in|to|for|without|before|after|into) \w+"
        r"|^(?:please )?(?:stop|avoid) \w+ing \w+.*\b(?:in|to|from) (?:your|the|our|my) \w+"
        r"|^(?:please )?use \S+ for (?:all|every|any|each) \w+"
        r"|\bI'd like (?:[\w-]+ ){1,4}to (?:be|stay|use|have) .*\b(?:only|always|never|in (?:English|Korean))\b",
        Category.RULE,
        _DECISION,
        _LONG,
        0.65,
    ),
    (
        r"\b(?:is|are) the (?:right )?(?:person|people|one|team|contact) (?:to ask|for|to talk to|behind)\b",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.65,
    ),
    (
        rf"^(?:we|our team|the team) (?!.*{OPINION})(?!(?:need|should|could|can|want|have|had|were|got|get|see"
        r"|saw|think|know|are|will|just|tried|hit|lost|must|might|may|did|found|noticed|don't|hope|plan|started|seem)\b)"
        r"[a-z]+(?<!ed) " + _CONCRETE,
        Category.CONVENTION,
        _OBSERVATION,
        _PROJECT,
        0.6,
    ),
    (
        rf"^I (?:mostly |usually |mainly )?(?:work|live|develop|maintain|own|speak|code) (?!.*{OPINION})" + _CONCRETE,
        Category.FACT,
        _OBSERVATION,
        _LONG,
        0.6,
    ),
    (
        _THING + r"(?:[\w'./-]+ ){1,5}?(?:is|are|will be|follows?|uses?|lives?|needs?|requires?|returns?|reads?|goes|go"
        r"|comes?|belongs?|expires?|stores?|contains?|consists?|has|have|runs?|listens?|depends?|converts?|sends?"
        r"|gets|exposes?|inherits?|accepts?|supports?|allows?|talks?|writes?|keeps?|handles?|takes?|expects?|serves?|starts?|ends?"
        r"|(?:only|always|never) \w+s?) " + _CONCRETE,
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.55,
    ),
)

COUNT = r"(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?:칸|개|번|명|줄|시간|주|달|분)"
"""A number in words."""

_KOREAN_END = r"(?:[.!~ ]|$)"
_KOREAN_CONCRETE = r"(?:\d|[A-Za-z]{2,}|" + COUNT + r")"
_NO_KOREAN_STORY = (
    r"^(?!(?:저|나|난|전|우리|저희|걔|그|이|오늘|어제|내일|아까|방금|두\s?번|한\s?번)(?:는|은|가|이|에|희)?\s)"
    r"(?!.*(?:느려|느리|이상하|이상해|깨[졌져지]|실패|에러|오류|좋[아네다]|나쁘|나빠|힘들|같아|맞(?:아|습|죠)"
    r"|과해|과하|무거|무겁|가벼|비싸|비싼|빠르|빨라|복잡|귀찮|충분|부족|예쁘|헷갈|어렵|쉽|했어|했는데|였어|봤|지금|오늘|어제|내일|아직|일단|빨리|당장|잠깐|네[.!~]*$))"
    r"(?!.*(?:뭐|무엇|누구|언제(?!나)|어디(?!서도|서나)|어떻게|왜\s|몇\s|얼마))"
)
_TOPIC = r"[^\s,]{1,20}(?:\s[^\s,]{1,20}){0,4}(?:은|는|에는|에서는)\s"

PLAIN_KOREAN = table(
    (
        _NO_KOREAN_STORY
        + _TOPIC
        + r".*(?:해|어|아|여|돼|져|워|려|춰)야\s?(?:해|한다|합니다|해요|돼|됩니다|됨|함)(?:요)?"
        + _KOREAN_END,
        Category.RULE,
        _DECISION,
        _PROJECT,
        0.65,
    ),
    (
        r"^(?!.*(?:아직|지금|잠깐|일단|당장|걱정|놀라|신경|미안))[^,]*[가-힣A-Za-z](?:에|에는|엔|에다|에서)\s.*지\s?"
        r"(?:마(?:세요|라|요)?|말아(?:줘|요|주세요)?|말\s?것)" + _KOREAN_END,
        Category.RULE,
        _DECISION,
        _LONG,
        0.65,
    ),
    (
        _NO_KOREAN_STORY + _TOPIC + r".*(?:줬으면|했으면|썼으면|주면|주시면)\s?(?:좋겠|해|합니다)",
        Category.PREFERENCE,
        _OBSERVATION,
        _LONG,
        0.65,
    ),
    (
        _NO_KOREAN_STORY + _TOPIC + r".*(?:한테|에게|께|팀에|으로|로)\s.*면\s?(?:돼|됩니다|된다|돼요)" + _KOREAN_END,
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.6,
    ),
    (
        r"^(?:나는|저는|난|전)\s.*(?:에서|로|으로|을|를)\s(?:일해|일합니다|살아|삽니다|써|개발해|개발합니다|작업해)(?:요)?"
        + _KOREAN_END,
        Category.FACT,
        _OBSERVATION,
        _LONG,
        0.6,
    ),
    (
        r"^(?:우리|저희)(?:\s?팀)?\s?[^\s,]{1,14}(?:\s[^\s,]{1,14}){0,2}(?:은|는)\s.*"
        + _KOREAN_CONCRETE
        + r".*(?:야|다|요|임|함|됨|해|돼|써)"
        + _KOREAN_END,
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.6,
    ),
    (
        _NO_KOREAN_STORY
        + r"(?:팀\s?)?(?:리드|팀장|담당자|책임자|오너|PO|PM|CTO|대표)(?:은|는)\s[가-힣A-Za-z ]{2,20}"
        + r"(?:이야|야|입니다|이다|예요|이에요|임)"
        + _KOREAN_END,
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.65,
    ),
    (
        _NO_KOREAN_STORY
        + _TOPIC
        + r".{2,}(?:에|에다)\s?(?:정리|저장|보관|기록|문서화|올려|적어|모아)"
        + r"(?:해|돼)?\s?(?:둬|놔|있어|둔다|돼|됩니다|합니다|해)(?:요)?"
        + _KOREAN_END,
        Category.CONVENTION,
        _OBSERVATION,
        _PROJECT,
        0.6,
    ),
    (
        _NO_KOREAN_STORY
        + r"(?=.*"
        + _KOREAN_CONCRETE
        + r")[^,]*(?<![같좋작높낮많적짧하있없되쓰])(?:은|는|에는|에서는)\s.*"
        + r"(?:니다|다|요|임|함|됨|야|해|돼|받아|써|따|돌려|돌아|놨어|뒀어|있어|없어|둬|가|와|져|려|나와)[.!~]*$",
        Category.FACT,
        _OBSERVATION,
        _PROJECT,
        0.55,
    ),
)
