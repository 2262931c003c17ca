"""The Korean half of `owners`: who does a thing, by particles, titles, labels and brackets.

A Korean name has no capital, so the place must be plain and the word built like a name, unless somebody agrees to do
it ("…가 … 하기로 함"): then they do it, whatever they are called.
"""

from __future__ import annotations

import re

from memserver.growth.item_lines import says_nothing
from memserver.growth.person_names import is_korean_name
from memserver.text.words import words

_KOREAN_LABEL = re.compile(
    r"^[\[(]?\s?(?P<name>[가-힣]{2,8}(?:\s?[가-힣]{2,4})?)\s?[\])]?(?:\s?\([^()]{1,20}\))?\s?(?::|：|\s[-–—→>]+"
    r"|(?<=[\])])\s)\s*(?P<rest>\S.*)$"
)
_KOREAN_AT_THE_END = re.compile(
    r"(?:\(\s?(?P<paren>[가-힣]{2,8})(?:\s?(?:님|씨))?(?:[,;/]\s?[^()]{0,30})?\)|(?:→|->|=>|--|—|–"
    r"|\s-)\s*(?P<dash>[가-힣]{2,8})(?:\s?(?:님|씨))?(?:[,;/]\s?[^()]{0,30}|\s?\([^()]{0,40}\))?)[\s.]*$"
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
_KOREAN_HEADINGS = words(
    "참고 주의 비고 할일 할 메모 공지 안건 결정 논의 배경 목적 원인 결과 현황 상태 이슈 문제 다음 요약 일시 "
    "장소 참석 참석자 담당 기한"
)


def names_korean_owner(line: str) -> bool:
    """Say whether a Korean line of work says who does something."""
    label = _KOREAN_LABEL.match(line)
    if label and (is_korean_owner(label["name"]) or label["name"] in _KOREAN_TEAMS) and not says_nothing(label["rest"]):
        return True
    if any(is_korean_owner(match["name"]) for match in _KOREAN_BRACKETS.finditer(line)):
        return True
    end = _KOREAN_AT_THE_END.search(line)
    if end and is_korean_owner(end["paren"] or end["dash"]):
        return True
    if any(match["handle"] or is_korean_owner(match["name"]) for match in _KOREAN_GIVEN.finditer(line)):
        return True
    agreed = _KOREAN_AGREED.search(line)
    if agreed and agreed["name"] not in _KOREAN_NOBODY | _KOREAN_HEADINGS:
        return True
    subject = _KOREAN_SUBJECT.search(line)
    return bool(
        subject
        and (subject["title"].strip() or is_korean_owner(subject["name"]))
        and subject["name"] not in _KOREAN_HEADINGS
    )


def is_korean_owner(name: str) -> bool:
    """Say whether a Korean word may be a person or a team."""
    bare = _TITLED.sub("", name).strip()
    if name in _KOREAN_HEADINGS or not bare:
        return False
    if _TITLE_END.search(name) and len(name) > 2:
        return True
    return all(is_korean_name(part) for part in bare.split()) and len(bare) <= 4
