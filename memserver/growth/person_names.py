"""Whether a word may be the name of a person, by how it is built. No list of people.

Korean names are built of few syllables: a surname of one, and a given name of two that are used for names. Owns the
syllables; the words of work that are built alike ("수정", "지원") are told apart by a short list.
"""

from __future__ import annotations

from memserver.text.words import words

SURNAMES = frozenset(
    "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모"
)
_FIRST = frozenset(
    "지서민하은유현수예도시준승윤채재동성영정태소연우다나가아진규원세경혜미선주상종창철광기병석훈건형찬한인희보효슬새해라루봄로리해호용문명빛단온초여조이옥순양"
)
_SECOND = frozenset(
    "민우은채나현준윤서연아희진호훈영빈원율린유경혜정미선주수지환석철규섭욱식태성한별솔람라령란숙자순옥균혁찬온안이하인결리운겸재후덕기도늘름비"
)
# Words of work that are built like names.
_NOT_NAMES = words(
    "수정 지원 정리 진행 공지 문서 서버 배포 참고 주의 비고 결제 설계 화면 기한 담당 검토 이슈 회의 안건 결정 "
    "일정 장소 시간 목적 내용 조사 준비 "
    "확인 완료 보고 상태 원인 재현 정기 주간 영업 인사 재무 법무 운영 기획 개발 자료 서류 기능 성능 주문 고객 "
    "사용자 이용자 관리자 담당자 책임자 "
    "정규직 인수 하지 시작 이상 이하 이후 이전 주기 정도 하나 보통 경우 전체 도구 유지 정책 지연 예정 동안 예시 "
    "지도 유형 기준 주소 시도 도중"
)


def is_korean_name(word: str, *, with_surname: bool = False) -> bool:
    """Say whether a Korean word is built like a name; `with_surname` asks for a full one."""
    if word in _NOT_NAMES or not all("가" <= sign <= "힣" for sign in word):
        return False
    if len(word) == 3 and word[0] in SURNAMES:
        return word[1] in _FIRST and word[2] in _SECOND and word[1:] not in _NOT_NAMES
    return not with_surname and len(word) == 2 and word[0] in _FIRST and word[1] in _SECOND
