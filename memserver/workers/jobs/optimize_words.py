"""What optimize says, in both languages."""

from __future__ import annotations

from memserver.workers.words import Text

ADVICE: dict[str, Text] = {
    "wordsMs": {
        "en": "Looking up words takes most of it: see whether the database lies on a slow disk.",
        "ko": "낱말 찾기가 대부분을 차지합니다. 데이터베이스가 느린 디스크에 있는지 확인하세요.",
    },
    "embedMs": {
        "en": "The question's embedding takes most of it: a local model, or a shorter embeddingTimeoutMs, helps.",
        "ko": "질문 임베딩이 대부분을 차지합니다. 로컬 모델을 쓰거나 embeddingTimeoutMs를 줄이세요.",
    },
    "factsMs": {
        "en": "Reading passages takes most of it: see whether the database lies on a slow disk.",
        "ko": "구절 읽기가 대부분을 차지합니다. 데이터베이스가 느린 디스크에 있는지 확인하세요.",
    },
    "rankMs": {
        "en": "Ranking takes most of it: a smaller Knowledge Mix means fewer candidates.",
        "ko": "순위 매기기가 대부분을 차지합니다. Knowledge Mix를 줄이면 후보가 줄어듭니다.",
    },
    "retrievalMs": {
        "en": "Choosing and fitting takes most of it: long memories or related files that changed cost here.",
        "ko": "고르고 맞추는 일이 대부분을 차지합니다. 긴 기억이나 바뀐 관련 파일이 있으면 오래 걸립니다.",
    },
    "blocksMs": {
        "en": "The dynamic blocks take most of it: switch off those you do not need.",
        "ko": "동적 블록이 대부분을 차지합니다. 필요 없는 것을 끄세요.",
    },
}
NOTHING_NEW: Text = {
    "en": "No turn and no passage since the last run.",
    "ko": "지난 실행 이후 새 턴과 구절이 없습니다.",
}
MERGED: Text = {
    "en": "Merged the text index in {steps:step|steps}.",
    "ko": "본문 색인을 {steps}단계로 합쳤습니다.",
}
GAVE_BACK: Text = {
    "en": "Gave {megabytes:.0f} MB back to the disk.",
    "ko": "디스크에 {megabytes:.0f} MB를 돌려주었습니다.",
}
PUT_OFF: Text = {
    "en": "Compacting was put off: somebody writes.",
    "ko": "쓰기가 진행 중이어서 압축을 미루었습니다.",
}
TIDYING_FAILED: Text = {"en": "Tidying did not finish", "ko": "정리를 마치지 못했습니다"}
WRITTEN_ANEW: Text = {
    "en": "Wrote {entries:entry|entries} of the text index anew.",
    "ko": "본문 색인 항목 {entries}개를 새로 썼습니다.",
}
QUEUED: Text = {
    "en": "Queued {passages:passage|passages} for vectors.",
    "ko": "구절 {passages}개를 벡터 대기열에 넣었습니다.",
}
SLOW_TURNS: Text = {
    "en": "{slow} of the last {turns} turns took longer than {limit:.0f} ms",
    "ko": "최근 턴 {turns}개 중 {slow}개가 {limit:.0f} ms보다 오래 걸렸습니다",
}
SLOW_STEP: Text = {
    "en": "{phase} takes {share:.0%} of a slow turn.",
    "ko": "느린 턴의 {share:.0%}를 {phase} 단계가 차지합니다.",
}
DEGRADED: Text = {
    "en": "{count} of the last {turns} turns went without {part}",
    "ko": "최근 턴 {turns}개 중 {count}개에서 {part} 부분이 빠졌습니다",
}
EXPLAIN: Text = {
    "en": "context/explain of such a turn says why.",
    "ko": "그런 턴의 context/explain에서 이유를 볼 수 있습니다.",
}
INDEX_GAP: Text = {
    "en": "{gap:place|places} where passages and the text index do not match",
    "ko": "구절과 본문 색인 항목 {gap}개가 서로 맞지 않습니다",
}
MENDED: Text = {"en": "It is written anew from the passages.", "ko": "구절을 바탕으로 새로 씁니다."}
NO_VECTORS: Text = {
    "en": "{passages:passage waits|passages wait} for no vector at all",
    "ko": "구절 {passages}개가 벡터 대기열에서 빠져 있습니다",
}
WORDS_ONLY: Text = {
    "en": "They are found by words only until they are embedded.",
    "ko": "임베딩될 때까지 단어로만 찾을 수 있습니다.",
}
UNSEARCHABLE: Text = {
    "en": "{memories:memory|memories} cannot be found by any search",
    "ko": "어떤 검색으로도 찾을 수 없는 기억이 {memories}개 있습니다",
}
IMPORT_AGAIN: Text = {
    "en": "Export and import them again, or report it.",
    "ko": "내보낸 뒤 다시 가져오거나 문제를 알려 주세요.",
}
QUEUE_STUCK: Text = {
    "en": "{passages:passage has|passages have} been waiting for a vector",
    "ko": "구절 {passages}개가 계속 벡터를 기다리고 있습니다",
}
SEE_STATUS: Text = {
    "en": "memserver/status says what is wrong with the embedding.",
    "ko": "memserver/status에서 임베딩에 무슨 문제가 있는지 볼 수 있습니다.",
}
LARGE_LOG: Text = {
    "en": "The write-ahead log holds {megabytes:.0f} MB",
    "ko": "미리 쓰기 로그(WAL)가 {megabytes:.0f} MB입니다",
}
CLOSE_WINDOWS: Text = {
    "en": "A reader has been open for long: close editor windows that hang.",
    "ko": "오래 열려 있는 읽기가 있습니다. 멈춘 편집기 창을 닫으세요.",
}
UNUSED_SPACE: Text = {
    "en": "{free:.0f} MB of {whole:.0f} MB are unused",
    "ko": "{whole:.0f} MB 중 {free:.0f} MB가 쓰이지 않습니다",
}
COMPACT_BY_HAND: Text = {
    "en": "Too large to compact while somebody works: close every editor window and run `sqlite3 memory.db VACUUM`.",
    "ko": "작업 중에 압축하기에는 너무 큽니다. 편집기 창을 모두 닫고 `sqlite3 memory.db VACUUM`을 실행하세요.",
}
TIMED: Text = {
    "en": "{turns:turn|turns}: median {median:.0f} ms, 95 % within {late:.0f} ms.",
    "ko": "턴 {turns}개: 중앙값 {median:.0f} ms, 95 %가 {late:.0f} ms 이내입니다.",
}
NO_TURNS: Text = {"en": "No turns yet.", "ko": "아직 턴이 없습니다."}
AGREE: Text = {"en": "text index and vectors agree", "ko": "본문 색인과 벡터가 일치합니다"}
DISAGREE: Text = {"en": "indexes do not agree with the store", "ko": "색인이 저장소와 일치하지 않습니다"}
STORE: Text = {
    "en": "{passages:passage|passages}, {queued} waiting for vectors, {index}; database {size:.1f} MB, {free:.1f} MB"
    " of it unused.",
    "ko": "구절 {passages}개 중 {queued}개가 벡터를 기다리며 {index}. 데이터베이스 {size:.1f} MB 중 {free:.1f} MB가"
    " 쓰이지 않습니다.",
}
