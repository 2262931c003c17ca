"""What the command line says, in English and in Korean: Korean where the environment asks for it (`LANG=ko_KR`)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal

Language = Literal["en", "ko"]

TEXTS: dict[str, tuple[str, str]] = {
    # A turn
    "question": ("Question", "질문"),
    "blocks": ("Prompt blocks", "프롬프트 블록"),
    "blocks.detail": ("{count} · {tokens} tokens", "{count}개 · {tokens} 토큰"),
    "context": ("Context", "컨텍스트"),
    "context.detail": ("{used} of {budget} tokens", "{budget} 토큰 중 {used}"),
    "context.none": ("Nothing stored has to do with this.", "이와 관련해 저장된 내용이 없습니다."),
    "sources": ("Sources", "출처"),
    "sources.detail": ("score · where · when · tokens", "점수 · 위치 · 시점 · 토큰"),
    "dropped": ("Left out", "제외됨"),
    "tokens": ("Tokens", "토큰"),
    "time": ("Time", "시간"),
    "time.detail": ("{mode} search, {total} ms in all", "{mode} 검색, 전체 {total} ms"),
    "mode.hybrid": ("meaning and word", "의미 + 단어"),
    "mode.lexical": ("word", "단어"),
    "warnings": ("Warnings", "경고"),
    "layer.brain-memory": ("notes", "노트"),
    "layer.short-term": ("short-term", "단기"),
    "layer.medium-term": ("recent sessions", "최근 세션"),
    "layer.long-term": ("long-term", "장기"),
    "layer.project": ("project", "프로젝트"),
    "layer.procedural": ("procedure", "절차"),
    "layer.episodic": ("conversation", "대화"),
    "layer.lesson": ("lesson", "교훈"),
    "stale": ("may be out of date", "오래되었을 수 있음"),
    "age.today": ("today", "오늘"),
    "age.yesterday": ("yesterday", "어제"),
    "age.days": ("{count} days ago", "{count}일 전"),
    "age.months": ("{count} months ago", "{count}개월 전"),
    "age.years": ("{count} years ago", "{count}년 전"),
    # Remembering and searching
    "remembered": ("Remembered", "기억했습니다"),
    "known": ("Known already", "이미 알고 있습니다"),
    "replaced": ("no longer holds: replaced by {id}", "더 이상 유효하지 않음: {id}(으)로 대체됨"),
    "replaces": ("takes the place of {count} older: {titles}", "이전 기억 {count}개를 대체: {titles}"),
    "contradicts": ("contradicts {count}: {titles}", "기억 {count}개와 모순: {titles}"),
    "redacted": ("taken out before storing: {what}", "저장 전에 가린 것: {what}"),
    "found.none": ("Nothing found.", "찾은 것이 없습니다."),
    "forgotten": ("Forgotten: {count}", "삭제함: {count}"),
    "exported": ("{count} memories written to {folder}", "기억 {count}개를 {folder}에 저장했습니다"),
    "imported": ("{added} added, {duplicates} known already, {failed} failed ({format})",
                 "추가 {added}, 중복 {duplicates}, 실패 {failed} ({format})"),
    "stored": ("Memories: {count}", "기억: {count}"),
    "runs": ("{count} runs", "{count}회"),
    "runs.none": ("Nothing was evaluated yet.", "아직 평가한 것이 없습니다."),
    # Waiting
    "wait.model": ("Loading the language model …", "언어 모델을 불러오는 중 …"),
    "wait.notes": ("Reading your notes …", "노트를 읽는 중 …"),
    "wait.vectors": ("Learning what they mean", "의미를 익히는 중"),
    "wait.over": (
        "Still {count} texts without their meaning: they are found by words only, for now.",
        "아직 의미를 익히지 못한 글이 {count}개 있어 지금은 단어로만 찾습니다.",
    ),
    # Doctor
    "doctor.fine": ("Everything that matters works.", "중요한 것은 모두 작동합니다."),
    "doctor.limited": ("It works, with limits: see above.", "제한이 있지만 작동합니다. 위를 보세요."),
    "doctor.broken": ("Problems to solve first: {count}, see above.", "먼저 해결할 문제 {count}개: 위를 보세요."),
    # Demo
    "demo.title": ("memserver demo", "memserver 데모"),
    "demo.lead": (
        "A team sells ferry tickets: its notes, what it told memserver, and what an agent is given for two questions.",
        "페리 표를 파는 팀의 노트와 기억, 그리고 두 질문에 대해 에이전트가 받는 내용을 보여 줍니다.",
    ),
    "demo.notes": ("Notes, as people write them", "사람이 쓴 노트"),
    "demo.remember": ("Remembering", "기억하기"),
    "demo.remember.detail": ("checked, redacted, compared with what is known",
                             "검사하고, 가리고, 아는 것과 비교합니다"),
    "demo.change": ("{file} changes on disk", "{file} 파일이 바뀝니다"),
    "demo.change.detail": ("so what was remembered about it may no longer hold",
                           "그래서 이 파일에 대한 기억은 이제 틀릴 수 있습니다"),
    "demo.next": ("Go on", "더 해 보기"),
    "demo.gone": ("This was a temporary folder, and it is gone. To keep it and look around:",
                  "임시 폴더는 지웠습니다. 남겨 두고 둘러보려면:"),
    # Installing the model
    "model.there": ("The language model is installed: {path}", "언어 모델이 설치되어 있습니다: {path}"),
    "model.loading": ("Downloading the language model (66 MB) …", "언어 모델(66 MB)을 내려받는 중 …"),
    "unexpected": (
        "{kind}: this should not happen. MEMSERVER_LOG=DEBUG shows where.",
        "{kind}: 예상하지 못한 오류입니다. MEMSERVER_LOG=DEBUG로 위치를 볼 수 있습니다.",
    ),
    "interrupted": ("Interrupted.", "중단했습니다."),
}  # fmt: skip


def message(key: str, language: Language, /, **values: object) -> str:
    """Return a text with its values filled in."""
    english, korean = TEXTS[key]
    return (korean if language == "ko" else english).format(**values)


def language_of(environment: Mapping[str, str] = os.environ) -> Language:
    """Return the language that the environment asks for."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if wanted := environment.get(name, ""):
            return "ko" if wanted.lower().startswith("ko") else "en"
    return "en"
