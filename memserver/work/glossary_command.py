"""`/glossary`: create, find or reload the file of terms that every turn obeys."""

from __future__ import annotations

import asyncio
from pathlib import Path

from memserver.knowledge.glossary import create_glossary
from memserver.knowledge.organisation import create_organisation
from memserver.work.command import Action, Command, Invocation, Output, Said

CREATED: Said = {"en": "Created `{path}` with examples.", "ko": "예시가 든 `{path}` 파일을 만들었습니다."}
EXISTS: Said = {
    "en": "`{path}` exists already; it was left as it is.",
    "ko": "`{path}` 파일이 이미 있어 그대로 두었습니다.",
}
MISSING: Said = {
    "en": "`{path}` does not exist yet: run `/glossary init`.",
    "ko": "`{path}` 파일이 없습니다: `/용어집 만들기`.",
}
RELOADED: Said = {"en": "The glossary is read anew at the next turn.", "ko": "다음 차례에 용어집을 다시 읽습니다."}


def _path(call: Invocation) -> Path:
    return call.services.brain / call.services.settings.glossary_path


async def where(call: Invocation) -> Output:
    """Say where the file is."""
    path = _path(call)
    exists = path.is_file()
    text = f"`{path}`" if exists else call.say(MISSING, path=path)
    return Output(text, {"path": str(path), "exists": exists})


async def create(call: Invocation) -> Output:
    """Write the file, unless there is one."""
    path = _path(call)
    created = await asyncio.to_thread(_create, call.services.brain, call.services.settings.glossary_path)
    return Output(call.say(CREATED if created else EXISTS, path=path), {"path": str(path), "created": created})


async def reload(call: Invocation) -> Output:
    """Read the file anew."""
    call.services.reload_brain_files()
    return Output(call.say(RELOADED), {"path": str(_path(call))})


def _create(brain: Path, glossary: str) -> bool:
    """Write both templates: who defines terms will want to state rules as well."""
    create_organisation(str(brain))
    return create_glossary(str(brain), glossary)


COMMAND = Command(
    "glossary",
    "Memory",
    {"en": "Manage the glossary file.", "ko": "용어집 파일을 관리합니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "Where the file is.", "ko": "파일이 어디 있는지."}, where),
        Action(
            "path", {"en": "path", "ko": "위치"}, {"en": "Where the file is.", "ko": "파일이 어디 있는지."}, where,
            ("위치", "경로"),
        ),
        Action(
            "init", {"en": "init", "ko": "만들기"}, {"en": "Create it with examples.", "ko": "예시와 함께 만듭니다."},
            create, ("만들기", "생성"),
        ),
        Action(
            "reload", {"en": "reload", "ko": "다시읽기"}, {"en": "Read it anew.", "ko": "다시 읽습니다."}, reload,
            ("다시읽기", "새로고침"),
        ),
    ),
    aliases=("용어집", "용어"),
)  # fmt: skip
