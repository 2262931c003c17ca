"""Groups of words that exclude each other where one is chosen: tabs or spaces, Postgres or MySQL, main or master.

Owns the groups and the scopes (staging, frontend, …) that make two statements speak of different things. Pure data with
a look-up; Korean and English names of one thing share an entry.
"""

from __future__ import annotations

# One group per line; the members of a group are separated by spaces, names of the same member by "/".
_GROUPS = """
tab/탭 space/스페이스/공백
postgres/postgresql/포스트그레스 mysql/mariadb sqlite mongodb/mongo/몽고 oracle/오라클 dynamodb cockroachdb mssql
redis/레디스 memcached valkey jwt/제이더블유티
npm yarn pnpm bun
pip poetry uv pdm conda pipenv
jest vitest mocha jasmine pytest/파이테스트 unittest junit cypress playwright selenium
react/리액트 vue/뷰 svelte angular/앵귤러 solid
express fastapi flask/플라스크 django/장고 spring/스프링 rails nestjs fastify gin
python/파이썬 go/golang rust/러스트 java/자바 kotlin/코틀린 typescript/타입스크립트 javascript ruby php swift
jenkins/젠킨스 circleci buildkite travis teamcity github_actions gitlab_ci
aws gcp azure/애저
docker/도커 podman
kubernetes/k8s/쿠버네티스 nomad swarm
rebase/리베이스 squash/스쿼시
master main/메인 trunk develop
dark/다크/어두운 light/라이트/밝은
mypy pyright pyre
eslint biome prettier/프리티어 black ruff
webpack vite rollup parcel esbuild turbopack
stripe/스트라이프 adyen paypal toss/토스 braintree
english/영어 korean/한국어/한글 japanese/일본어
pdf xml csv json yaml toml html markdown/마크다운
rest grpc graphql soap
kafka/카프카 rabbitmq/래빗엠큐 sqs nats pulsar
single/작은따옴표 double/큰따옴표
sync/동기 async/비동기
merge/머지 cherry-pick
monorepo/모노레포 polyrepo
mandatory/required/필수 optional/선택
allowed/허용 forbidden/금지
weekly/매주 daily/매일 monthly/매월 hourly nightly
public/공개 private/비공개
short/짧은/짧게 long/긴/길게
always/항상 never/절대 sometimes/가끔
vim emacs vscode intellij neovim
slack/슬랙 teams/팀즈 discord/디스코드
jira/지라 linear/리니어 trello asana
ubuntu debian alpine centos
camelcase/camel_case/카멜 snake_case/snakecase/스네이크 pascalcase kebab-case
"""
# One dimension per line.
_SCOPES = """
staging/stage/스테이징 production/prod/운영/프로덕션/라이브 development/dev/개발 testing local/로컬 sandbox
frontend/프론트엔드/프론트 backend/백엔드 mobile/모바일 web/웹 desktop/데스크톱 ios/아이폰 android/안드로이드
europe/eu/유럽 us/미국 asia/아시아 korea/한국 china/중국 japan/일본
linux/리눅스 windows/윈도우 macos/mac/맥
client/클라이언트 server/서버
admin/관리자 guest/게스트 member/회원
internal/내부 external/외부 public/공개/퍼블릭
primary/주 replica/복제본
read/읽기 write/쓰기
unit/단위 integration/통합 e2e smoke
upload/업로드 download/다운로드
input/입력 output/출력
minimum/min/최소 maximum/max/최대
upstream downstream
request/요청 response/응답
weekday/평일 weekend/주말
free/무료 paid/유료
ingress egress
access/액세스 refresh/리프레시
first/첫 second/두번째 third/세번째
"""


def _read(text: str) -> dict[str, tuple[int, str]]:
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(text.strip().splitlines()):
        for member in line.split():
            names = member.split("/")
            for name in names:
                found.setdefault(name, (number, names[0]))
    return found


_MEMBERS = _read(_GROUPS)
_SCOPE_MEMBERS = _read(_SCOPES)


def canonical(word: str) -> str:
    """Return the one name of a known thing ("포스트그레스" → "postgres"), else the word itself."""
    member = _MEMBERS.get(word)
    return member[1] if member else word


def group_of(word: str) -> int | None:
    """Return the number of the group in which `word` excludes the others, if any."""
    member = _MEMBERS.get(word)
    return member[0] if member else None


def scope_of(word: str) -> tuple[int, str] | None:
    """Return the dimension and the scope that a word names, if any."""
    return _SCOPE_MEMBERS.get(word)
