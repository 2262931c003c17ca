"""Word groups of software work: words that point to the same kind of task, in English and Korean.

They are features for the learned router, nothing more: which agent a group speaks for is learned from reports. With a
few examples they carry what was learned about "speed" over to "latency". A word may stand in several groups.
"""

from __future__ import annotations

from functools import cache

from memserver.text.terms import index_terms

TOPICS: dict[str, str] = {
    "building": (
        "build building bundle bundler dep dependency devdependencies bump upgrade update version "
        "package lockfile lock yarn npm pnpm pip cargo gradle maven cmake makefile tsconfig "
        "rollup webpack esbuild bazel tsc compile compiler target script license engine monorepo "
        "workspace rules toolchain wheel docker image 빌드 의존성 버전 업그레이드 컴파일 패키지"
    ),
    "documentation": (
        "doc document documentation readme guide changelog tutorial example comment jsdoc "
        "docstring typo spelling wording grammar link anchor explain explanation clarify mention "
        "note sentence paragraph faq reference translation sponsor website broken heading "
        "migration 문서 설명 오타 가이드 주석 예제 번역"
    ),
    "novelty": (
        "feat add support allow introduce implement new enable provide option feature expose "
        "extend flag api command config ability experimental custom configure configurable plugin "
        "hook default generate schematic 추가 지원 기능 새로운 구현 도입"
    ),
    "performance": (
        "perf performance optimize optimise optimization faster fast speed slow latency cache "
        "memoize lazy lazily parallel parallelize reduce avoid memory throughput benchmark "
        "efficient overhead skip unnecessary hot reuse batch concurrency startup preload prefetch "
        "async allocation 성능 최적화 느린 속도 캐시 지연"
    ),
    "pipeline": (
        "ci cd pipeline workflow action github circleci circle travis appveyor jenkins gitlab bot "
        "renovate dependabot runner job cron artifact publish release deploy deployment stale "
        "issue label pr template codeowners bazel rbe windows macos ubuntu timeout trigger "
        "permission checkout sha pin 배포 파이프라인 릴리스"
    ),
    "protection": (
        "security auth authentication authorization password token vulnerability xss csrf "
        "injection encrypt encryption secret credential permission sanitize cve audit cookie "
        "session login oauth 보안 인증 비밀번호 토큰 취약점 암호화"
    ),
    "repair": (
        "fix bug error debug crash fail failing failure broken incorrect wrong correct ensure "
        "prevent properly handle missing issue invalid undefined null regression leak race edge "
        "case exception throw warning warn resolve ignore respect preserve escape normalize "
        "unable cannot 수정 버그 오류 에러 해결 실패 고장"
    ),
    "structure": (
        "refactor rename move extract simplify cleanup clean remove unused replace restructure "
        "reorganize split merge deduplicate dedupe inline migrate convert consolidate duplicate "
        "dead code internal helper util utility typing type separate architect architecture "
        "design deprecated drop instead 리팩터링 구조 정리 설계 단순화 분리"
    ),
    "testing": (
        "test testing spec mock stub fixture e2e jest vitest karma jasmine playwright cypress "
        "protractor pytest unittest coverage assert assertion snapshot flaky flake flakiness "
        "expect playground scenario regression testcase 테스트 검증 커버리지 단위"
    ),
}
NAMES: tuple[str, ...] = tuple(sorted(TOPICS))


@cache
def topics_of_words() -> dict[tuple[str, ...], tuple[int, ...]]:
    """Return, for the terms of each word of the groups, the positions of the groups that it stands in."""
    found: dict[tuple[str, ...], set[int]] = {}
    for position, name in enumerate(NAMES):
        for word in TOPICS[name].split():
            found.setdefault(tuple(index_terms(word)), set()).add(position)
    return {terms: tuple(sorted(positions)) for terms, positions in found.items() if terms}
