"""Whether a line of work says who does it: "NAME: fix export", "… (NAME)", "@ana", "NAME to …", a column "Owner".

The place decides first: the label at the start of a line, brackets or an arrow at its end, the subject of "to" or
"will", a column. Then the name must be plausible: a label in front of what is broken is a part of the product
("Backend: returns 500"), and one that every page has is none ("Note:"). Who is told, asked or thanked owns nothing.
"""

from __future__ import annotations

import re
from itertools import pairwise

from memserver.growth.deadlines import names_deadline
from memserver.growth.item_lines import item_lines, says_nothing
from memserver.growth.korean_owners import is_korean_owner, names_korean_owner
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
        if line.text.strip() and (_names_english_owner(line.text) or names_korean_owner(line.text)):
            return True
    return False


def _names_english_owner(line: str) -> bool:
    return any(tells(line) for tells in (_by_mark, _by_label, _by_verb, _by_place))


def _by_mark(line: str) -> bool:
    """Say whether a handle, brackets or a word such as "owner" name somebody."""
    if any(not _TOLD.search(line[: match.start()]) for match in _HANDLE.finditer(line)):
        return True
    if any(_is_name(match["name"]) for pattern in (_BRACKETS, _WHO, _HANDED) for match in pattern.finditer(line)):
        return True
    said = _SAID.search(line)
    if not said:
        return False
    if any(value and not says_nothing(value) for value in (said["value"], said["korean"])):
        return True
    return any(name and is_korean_owner(name) for name in (said["before"], said["beside"]))


def _by_label(line: str) -> bool:
    """Say whether a name stands in front of the line: "Ana: …", "Action: Ana to …"."""
    for _ in range(MOST_LABELS):
        label = _LABEL.match(line)
        if label is None:
            return False
        if _is_owner(label["name"], label["rest"], bool(label["team"])):
            return True
        if label["name"].casefold() not in _HEADINGS:
            return False
        line = label["rest"]
    return False


def _by_verb(line: str) -> bool:
    """Say whether somebody is to do it, or is asked to: "Ana to …", "Ana sends …", "Ana, please …"."""
    rest = line.partition(": ")[2] if line.partition(": ")[0].casefold() in _HEADINGS else line
    subject = _SUBJECT.search(rest)
    # "Welcome to the team" is no errand.
    errand = subject and not (subject["rest"] in _ARTICLES and re.search(r"\bto\s\w+$", subject.group()))
    if subject and errand and (subject["team"] or _is_name(subject["name"])) and subject["rest"] != "be":
        return True
    if any(_does(match["verb"]) and _is_name(match["name"]) for match in _DOES.finditer(line)):
        return True
    called = _VOCATIVE.match(line)
    return bool(
        called and _is_name(called["name"]) and not _is_finite(called["verb"]) and called["verb"] in VERBS | _DO
    )


def _by_place(line: str) -> bool:
    """Say whether a name is a field of its own, or stands alone at the end."""
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
    return bool(whole and _is_name(field)) or (len(field) >= 2 and is_korean_owner(field))


_DAY_CHARACTERS = 24
MOST_LABELS = 3
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
