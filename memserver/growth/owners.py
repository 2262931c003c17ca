"""Whether a line of work says who does it: "NAME: fix export", "… (NAME)", "@ana", "NAME to …", a column "Owner".

The place decides first: the label at the start of a line, brackets or an arrow at its end, the subject of "to" or
"will", a column. Then the name must be plausible: a label in front of what is broken is a part of the product ("Backend:
returns 500"), and one that every page has is none ("Note:"). People who are told, asked or thanked own nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise

from memserver.growth.deadlines import names_deadline
from memserver.growth.item_lines import item_lines, says_nothing
from memserver.growth.person_names import is_korean_name
from memserver.text.alternatives import group_of, scope_of
from memserver.text.stems import english_stem
from memserver.text.verbs import AUXILIARIES, VERB_STEMS, VERBS
from memserver.text.words import words

_NAME = (
    r"(?:(?:Dr|Prof|Mr|Mrs|Ms)\.?\s)?[A-ZÀ-ÞĀ-Ž][\w'’.-]*(?:\s(?:(?:van|von|de|da|der|el|al"
    r"|bin)\s){0,2}[A-ZÀ-ÞĀ-Ž][\w'’-]*){0,3}"
)
_NAMES = rf"{_NAME}(?:\s?(?:,|&|/|\+|and|und)\s?{_NAME}){{0,3}}"
# Behind the name there may be a day: "Ana (Fri): …"; in front of it a heading: "ACTION (Ana): …".
_LABEL = re.compile(
    rf"^(?:(?:action|ai|todo|task|to do)s?\s?[\[(-]?\s?)?[\[(]?\s?(?P<name>(?-i:{_NAMES}"
    rf"|[A-Z]{{2,3}}))(?P<team>\s(?:team|group|dept))?\s?[\])]?"
    r"(?:\s?\([^()]{1,24}\)|,\s[^:,]{1,20})?\s?(?::|：|\s[-–—→>]+|(?<=[\])])\s)\s*(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_KOREAN_LABEL = re.compile(
    r"^[\[(]?\s?(?P<name>[가-힣]{2,8}(?:\s?[가-힣]{2,4})?)\s?[\])]?(?:\s?\([^()]{1,20}\))?\s?(?::|：|\s[-–—→>]+"
    r"|(?<=[\])])\s)\s*(?P<rest>\S.*)$"
)
_SUBJECT = re.compile(
    rf"(?:^|[.;:!]\s+|[-–—]\s+|\bthat\s|\band\s|^(?:[Tt]he|[Oo]ur)\s)(?P<name>{_NAMES}"
    rf"|(?<=[Tt]he\s)[a-z]+(?=\steam))(?P<team>\s(?:[Tt]eam|[Gg]roup))?"
    r"(?:'s|’s)?\s(?:to|will|would|shall|must|should|can|needs? to|has to|is going to|is to"
    r"|(?:has |have )?(?:agreed|volunteered|offered|promised|committed|signed up) to|takes?(?: care| over| on)?"
    r"|owns?|is responsible"
    r"|handles?|picks? up|follows? up|looks? (?:into|after|at)|is (?:on it|doing|working|taking|looking|writing"
    r"|preparing)|please|job)(?:\s(?P<rest>[a-z]\w*)|\s*$|[,.:])"
)
_HANDED = re.compile(
    rf"\b(?:[Aa]ssigned to|[Aa]ssignee|[Hh]anded (?:over )?to|[Oo]ver to|[Gg]oes to|[Ff]alls to|[Uu]p to"
    rf"|[Ll]ed by|[Dd]one by|[Oo]wned by|[Dd]riven by|by)\s(?P<name>{_NAME})"
)
_VOCATIVE = re.compile(rf"^(?P<name>{_NAME}),\s(?:please\s|could you\s|can you\s)?(?P<verb>[a-z]+)\b")
_AT_THE_END = re.compile(
    rf"(?:\((?:owner:?\s|by\s)?(?P<paren>{_NAMES})(?:[,;]\s[^()]{{0,30}})?\)|(?:→|->|=>|--|—"
    rf"|–)\s*(?P<dash>{_NAMES})(?:[,;]\s[^()]{{0,30}}|\s\([^()]{{0,40}}\))?)[\s.]*$"
)
_KOREAN_AT_THE_END = re.compile(
    r"(?:\(\s?(?P<paren>[가-힣]{2,8})(?:\s?(?:님|씨))?(?:[,;/]\s?[^()]{0,30})?\)|(?:→|->|=>|--|—|–"
    r"|\s-)\s*(?P<dash>[가-힣]{2,8})(?:\s?(?:님|씨))?(?:[,;/]\s?[^()]{0,30}|\s?\([^()]{0,40}\))?)[\s.]*$"
)
_HANDLE = re.compile(r"(?<![\w.])@[A-Za-z][\w.-]+(?!['’]s)")
_TOLD = re.compile(
    r"\b(?:tell|ask|with|to|from|for|by|per|cc|see|like|thanks?|thank|inform|ping|remind|and|via|about|told"
    r"|asked|of)\s$",
    re.IGNORECASE,
)
# A name in brackets, alone or with a day: "(Ana)", "[Ana, Fri]", "(→ Ana by Friday)".
_BRACKETS = re.compile(
    rf"[\[(]\s?(?:(?:owner|who|→|->|by|dri|lead)\s?[:=]?\s?)?(?P<name>{_NAMES})(?P<rest>\s?(?:[,;/–—-]|by|until"
    rf"|due|on)\s[^()\[\]]{{1,30}})?\s?[\])]"
)
_WHO = re.compile(
    rf"\b(?i:who|lead|pic|poc|dri|assignee|assigned|owner|responsible|contact|person|driver"
    rf"|r)\s?[:=]\s?(?P<name>{_NAME})"
)
_DOES = re.compile(
    rf"(?:^|[.;:,]\s+|[-–—]\s+)(?P<name>{_NAME})\s(?P<verb>[a-z]+)s\s(?:the|a|an|our|up|out|all|it|new|\w+)"
)
_SAID = re.compile(
    r"\b(?:owner|owned by|assignee|assigned to|assigned|responsible|dri|lead|who)\s?(?:is"
    r"|are)?\s?[:：=-]?\s+(?P<value>@?[A-ZÀ-ÞĀ-Ž][\w'’.-]+)"
    r"|(?:담당자|담당|책임자|실무자)\s?[:：은는=-]\s?(?P<korean>[가-힣@A-Za-z][\w가-힣.-]*)|(?:담당자|담당"
    r"|책임자)\s(?P<beside>[가-힣]{2,4})(?=\s|$|[,/;)])|(?P<before>[가-힣]{2,5})\s?(?:님이?|씨가?|이|가)?\s?담당",
)
_KOREAN_SUBJECT = re.compile(
    r"(?:^|[,.:]\s?)(?P<name>[가-힣]{1,4}?)(?P<title>\s?(?:팀장|대리|과장|차장|부장|이사|매니저|리더|책임|선임"
    r"|수석|사원|주임|실장|대표|PM)?\s?(?:님|씨)?)(?:이|가|께서|은|는)\s"
    r".{2,120}(?:기로|합니다|한다|함|예정|할 것|하겠|보낸다|맡|담당|해 주|해주|진행|완료|준비)"
)
# "현우 담당", "현우 님이 맡음", "현우에게 배정", "백엔드팀에서 처리".
_KOREAN_GIVEN = re.compile(
    r"(?<![가-힣])(?P<name>[가-힣]{2,6}?)(?:\s?(?:님|씨|매니저|팀장|대리|과장))?(?:"
    r"(?:이|가|께서|에서)?\s?(?:맡|담당|처리|챙기|책임)|(?:에게|한테|께)\s?(?:맡기|맡김|배정|할당|넘기|넘김"
    r"|이관)|에서\s.{0,60}(?:기로|예정|한다|합니다|함|진행)"
    r"|(?:이|가|께서)\s.{0,60}까지\s|\s(?:확인|진행|작성|공유|수정|처리|준비|검토|전달|정리)\s?(?:예정|하기로"
    r"|할 것|부탁))"
    r"|@(?P<handle>[가-힣]{2,4})"
)
_KOREAN_BRACKETS = re.compile(
    r"[\[(]\s?(?:(?:담당자?|→|책임자?)\s?[:：]?\s?)?(?P<name>[가-힣]{2,6}?)(?:\s?(?:님"
    r"|씨))?(?:\s?[,/·:–-]\s?[^()\[\]]{1,24}|\s[^()\[\]]{1,20}까지)?\s?[\])]"
)
# Whoever has agreed to do it does it, however the name is built.
_KOREAN_AGREED = re.compile(
    r"(?:^|[,.:]\s?)(?P<name>[가-힣]{2,8}?)(?:\s(?:님|씨|팀장|대리|과장|차장|부장|매니저))?(?:님)?(?:이|가|께서"
    r"|에서)\s.{2,120}(?:기로|맡|하겠다고)"
)
_KOREAN_NOBODY = words("우리 저희 누구 누군 아무 모두 다들 회의 다음 이번 그것 이것 문제 오류")
_KOREAN_TEAMS = words(
    "디자인 마케팅 법무 재무 인사 총무 영업 기획 품질 보안 홍보 인프라 플랫폼 데이터 연구 구매 물류 회계"
)
_TITLE_END = re.compile(r"(?:팀|파트|실|본부|그룹|셀|스쿼드)$")
_TITLED = re.compile(r"\s?(?:팀장|대리|과장|차장|부장|이사|매니저|리더|책임|선임|수석|사원|주임|실장|대표|님|씨|PM)+$")
_COLUMN = re.compile(
    r"owner|assignee|assigned|who|responsible|person|lead|dri|담당|책임|이름|누가|작업자", re.IGNORECASE
)
# Labels that pages have, whoever writes them.
_HEADINGS = words(
    "note notes todo fixme action actions update updates fyi warning important goal goals topic topics agenda decision "
    "decisions decided risk risks status next summary issue issues bug bugs question questions result results context "
    "background date time place attendees participants present absent example reminder info tip caution problem cause "
    "fix fixed done open blocked blocker priority deadline due owner step steps task tasks item items idea ideas plan "
    "scope reason title subject re follow-up followup p0 p1 p2 wip ask impact root timeline discussion minutes meeting "
    "links link source sources reference references see error version release changelog today tomorrow yesterday "
    "monday tuesday wednesday thursday friday saturday sunday high low medium urgent outcome conclusion recap"
)
# Parts of a product; what is written like one is told by its ending.
_PARTS = words(
    "api ui ux ci cd db sdk cli app apps web site checkout login logout signup search export import payment payments "
    "billing cart parser server client dashboard settings profile database cache queue worker gateway proxy scheduler "
    "editor player installer upload download uploader downloader auth authentication notifications notification email "
    "emails mail sync backup backups build builds pipeline runner linter test tests docs documentation readme config "
    "configuration migration migrations schema logging logs monitoring alerting metrics reports report invoice "
    "invoices "
    "orders order catalog catalogue inventory homepage page header footer navbar sidebar modal form forms table chart"
)
_PART_ENDING = re.compile(
    r"(?:tion|ment|ness|ity|ance|ence|ing|age|board|flow|form|base|store|list|page|view|box|bar|er service)s?$"
)
_KOREAN_HEADINGS = words(
    "참고 주의 비고 할일 할 메모 공지 안건 결정 논의 배경 목적 원인 결과 현황 상태 이슈 문제 다음 요약 일시 "
    "장소 참석 참석자 담당 기한"
)
_STATES = words(
    "is are was were has have had does did can cannot fails failed crashes returns shows throws hangs breaks "
    "leaks needs lacks"
)


def names_owner(text: str) -> bool:
    """Say whether a line of a text says who does something."""
    for line in item_lines(text):
        for heading, cell in line.cells.items():
            if _COLUMN.search(heading) and not says_nothing(cell):
                return True
        if line.text.strip() and (_has_english(line.text) or _has_korean(line.text)):
            return True
    return False


def _has_english(line: str) -> bool:
    if any(not _TOLD.search(line[: match.start()]) for match in _HANDLE.finditer(line)):
        return True
    if any(_is_name(match["name"]) for pattern in (_BRACKETS, _WHO) for match in pattern.finditer(line)):
        return True
    if any(_does(match["verb"]) and _is_name(match["name"]) for match in _DOES.finditer(line)):
        return True
    said = _SAID.search(line)
    if said and any(value and not says_nothing(value) for value in (said["value"], said["korean"])):
        return True
    if said and any(name and _is_korean(name) for name in (said["before"], said["beside"])):
        return True
    while label := _LABEL.match(line):
        if _is_owner(label["name"], label["rest"], bool(label["team"])):
            return True
        # "Action: Nguyen Thi Lan to bisect": the first label is a heading.
        if label["name"].casefold() not in _HEADINGS:
            break
        line = label["rest"]
    subject = _SUBJECT.search(line)
    # "Welcome to the team" is no errand.
    errand = subject and not (subject["rest"] in _ARTICLES and re.search(r"\bto\s\w+$", subject.group()))
    if subject and errand and (subject["team"] or _is_name(subject["name"])) and subject["rest"] != "be":
        return True
    handed = _HANDED.search(line)
    if handed and _is_name(handed["name"]):
        return True
    called = _VOCATIVE.match(line)
    if called and _is_name(called["name"]) and not _is_finite(called["verb"]) and called["verb"] in VERBS | _DO:
        return True
    if any(_is_field(field) for field in _fields(line)):
        return True
    end = _AT_THE_END.search(line)
    return bool(end and _is_name(end["paren"] or end["dash"]))


def _fields(line: str) -> list[str]:
    """Return the short fields of a line that is written like a row: "fix export / Ana / Fri"."""
    fields = _FIELD_END.split(line)
    if len(fields) > 1:
        return [field.strip(" ()[]*_") for field in fields]
    # Between commas a name counts beside a day only: "fix export, Ana, Friday".
    dashed = [field.strip() for field in re.split(r"\s[-–—]+\s", line)]
    if len(dashed) > 2:
        return dashed
    fields = [field.strip(" ()[].") for field in re.split(r"[,;]\s", line)]
    return [one for one, after in pairwise(fields) if _is_day(after)] + (
        fields[:1] if any(_is_day(field) for field in fields[1:]) else []
    )


def _is_day(field: str) -> bool:
    return len(field) <= _DAY_CHARACTERS and (names_deadline(f"by {field}") or names_deadline(f"{field}까지"))


def _does(verb: str) -> bool:
    """Say whether a person does it as work: "sends", "reviews"; a stem is given."""
    return verb in VERBS | _DO or f"{verb}e" in VERBS | _DO or verb in {"prepare", "write", "fixe", "finishe"}


def _is_field(field: str) -> bool:
    whole = re.fullmatch(_NAMES, field)
    return bool(whole and _is_name(field)) or (len(field) >= 2 and _is_korean(field))


_DAY_CHARACTERS = 24
_FIELD_END = re.compile(r"\s[/|·]\s|\t|\s?\|\s?")
_DO = words(
    "fix update send write draft prepare book call check find ask clean move add remove rename order renew "
    "review sort confirm collect"
)
_ARTICLES = words("the a an our")


def _is_owner(name: str, rest: str, team: bool) -> bool:
    """Say whether a label in front of a text owns what the text says is to be done."""
    following = re.findall(r"[\w'-]+", rest)[:2]
    first = following[0].casefold() if following else ""
    if not first or says_nothing(rest):
        return False
    # "Backend: returns 500" tells of the product; "Ana: needs to call" of Ana.
    if _is_finite(first) and following[1:] != ["to"]:
        return False
    # Two capitals in front of a colon are somebody's initials, unless they are a part of the product.
    initials = len(name) == 2 and name.isupper() and name.casefold() not in _PARTS | _HEADINGS
    return team or initials or _is_name(name)


def _is_finite(word: str) -> bool:
    """Say whether a word is a verb that tells what something does: "returns", "crashed"."""
    if word in _STATES or word in AUXILIARIES:
        return True
    return word.endswith("s") and word not in VERBS and english_stem(word) in VERB_STEMS and not word.endswith("ss")


def _is_name(text: str) -> bool:
    """Say whether one of the names in a text is plausible."""
    return any(_is_one_name(name) for name in re.split(r"\s?(?:,|&|/|\+|\band\b)\s?", text) if name)


def _is_one_name(name: str) -> bool:
    parts = name.split()
    lowered = [part.casefold().rstrip(".") for part in parts]
    if not lowered or says_nothing(name) or lowered[0] in VERBS | _DO | _NOBODY:
        return False
    if any(part in _PARTS or part in _HEADINGS or scope_of(part) or group_of(part) for part in lowered):
        return False
    if len(lowered) > 1:
        return True
    (word,) = lowered
    if name.isupper() and word not in _TEAMS:
        return False
    return word in _TEAMS or len(word) < _LONG_WORD or not _PART_ENDING.search(word)


# A shorter word with the ending of a thing may be a name: Ming.
_LONG_WORD = 7
_NOBODY = words(
    "i we you they he she it someone somebody everyone everybody anyone anybody nobody who users people thanks"
)
# Departments are called by their field.
_TEAMS = words(
    "design legal marketing sales finance ops operations engineering product support security research hr qa it data "
    "accounting purchasing procurement logistics editorial growth infra sre devops analytics content brand "
    "comms compliance"
)


def _has_korean(line: str) -> bool:
    label = _KOREAN_LABEL.match(line)
    if label and (_is_korean(label["name"]) or label["name"] in _KOREAN_TEAMS) and not says_nothing(label["rest"]):
        return True
    if any(_is_korean(match["name"]) for match in _KOREAN_BRACKETS.finditer(line)):
        return True
    end = _KOREAN_AT_THE_END.search(line)
    if end and _is_korean(end["paren"] or end["dash"]):
        return True
    if any(match["handle"] or _is_korean(match["name"]) for match in _KOREAN_GIVEN.finditer(line)):
        return True
    agreed = _KOREAN_AGREED.search(line)
    if agreed and agreed["name"] not in _KOREAN_NOBODY | _KOREAN_HEADINGS:
        return True
    subject = _KOREAN_SUBJECT.search(line)
    return bool(
        subject
        and (subject["title"].strip() or _is_korean(subject["name"]))
        and subject["name"] not in _KOREAN_HEADINGS
    )


def _is_korean(name: str) -> bool:
    bare = _TITLED.sub("", name).strip()
    if name in _KOREAN_HEADINGS or not bare:
        return False
    if _TITLE_END.search(name) and len(name) > 2:
        return True
    return all(is_korean_name(part) for part in bare.split()) and len(bare) <= 4
