"""Words that mean the same to a developer, English and Korean, in both directions. Data with a look-up.

One group per line. A word stands for itself and is asked for together with the others of its group, at a lower
weight. Kept small on purpose: the embedding model knows general language; this table holds the abbreviations and the
loan words that a lexical search would miss.
"""

from __future__ import annotations

from functools import cache

_GROUPS = """
deploy 배포 rollout release 릴리스 릴리즈 출시
bug 버그 defect 결함 오류
error 에러 오류 exception 예외
test 테스트 시험
meeting 회의 미팅 standup
minutes 회의록
schedule 일정 스케줄 calendar 캘린더
deadline 마감 마감일 기한
config configuration 설정 구성 환경설정
repo repository 저장소 레포 리포지토리
docs documentation 문서 document
auth authentication 인증 login 로그인
authorization 권한 permission 인가
db database 데이터베이스 디비
server 서버 backend 백엔드
client 클라이언트
frontend 프론트엔드 프런트엔드 ui 화면
user 사용자 유저
password 비밀번호 암호 패스워드
memory 메모리 기억
cache 캐시
query 쿼리 질의
index 색인 인덱스
search 검색 retrieval
function 함수 method 메서드
class 클래스
variable 변수
parameter 매개변수 파라미터 param argument 인자
file 파일
folder 폴더 directory 디렉터리 디렉토리
branch 브랜치 분기
commit 커밋
merge 병합 머지
review 리뷰 검토
refactor 리팩터링 리팩토링
build 빌드
install 설치 setup
version 버전
update 업데이트 갱신 upgrade 업그레이드
delete 삭제 remove 제거
create 생성 만들기
request 요청 req
response 응답
performance 성능 perf
latency 지연 지연시간
timeout 타임아웃 시간초과
log 로그 logging 로깅
monitoring 모니터링 관제
alert 알림 notification 경보
incident 장애 outage
rollback 롤백
migration 마이그레이션 이전 migrate
schema 스키마
table 테이블 표
key 키
token 토큰
secret 시크릿 비밀
security 보안
customer 고객 client 클라이언트
payment 결제 billing 청구
invoice 청구서 송장
price 가격 요금 pricing cost 비용
budget 예산
contract 계약
hire 채용 recruiting
team 팀
manager 매니저 관리자 admin
decision 결정 decide
requirement 요구사항 요건 spec specification 명세
design 설계 디자인
architecture 아키텍처 구조
plan 계획 플랜
goal 목표
task 작업 태스크 todo 할일
issue 이슈 문제 problem
feature 기능
library 라이브러리 package 패키지
dependency 의존성 종속성 deps
environment 환경 env
production 운영 프로덕션 prod
staging 스테이징
container 컨테이너
kubernetes 쿠버네티스 k8s
docker 도커
network 네트워크
message 메시지 msg
queue 큐 대기열
thread 스레드 쓰레드
model 모델
embedding 임베딩
vector 벡터
training 학습 교육 훈련
evaluation 평가 eval
experiment 실험
data 데이터 자료
backup 백업
example 예시 예제
summary 요약 summarize
report 보고서 리포트 보고
week 주
month 월 달
day 일
year 년 연도
today 오늘
yesterday 어제
tomorrow 내일
weekly 주간
daily 매일 일간
preference 선호 취향 prefer
rule 규칙 convention 컨벤션 관례
style 스타일
tab 탭
space 스페이스 공백
language 언어
python 파이썬
javascript 자바스크립트 js
typescript 타입스크립트 ts
java 자바
kotlin 코틀린
rust 러스트
postgres postgresql 포스트그레스
redis 레디스
aws 아마존
github 깃허브
git 깃
slack 슬랙
notion 노션
jira 지라
linux 리눅스
windows 윈도우 윈도우즈
mac macos 맥
browser 브라우저
mobile 모바일
app 앱 application 애플리케이션 어플리케이션
api 에이피아이
endpoint 엔드포인트
url 주소 link 링크
image 이미지 picture 사진 photo
video 비디오 영상 동영상
email 이메일 메일 mail
phone 전화 휴대폰
address 주소
company 회사
office 사무실
home 집
school 학교
book 책
birthday 생일
vacation 휴가 holiday
travel 여행 trip
food 음식
""".strip()


@cache
def groups() -> tuple[tuple[str, ...], ...]:
    """Return the groups, each a tuple of words."""
    return tuple(tuple(line.split()) for line in _GROUPS.splitlines())
