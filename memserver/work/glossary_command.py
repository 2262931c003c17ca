"""`/glossary`: create, find or reload the file of terms that every turn obeys."""

from __future__ import annotations

import asyncio
from pathlib import Path

from memserver.knowledge.glossary import create_glossary
from memserver.knowledge.organisation import create_organisation
from memserver.text.language import Language
from memserver.work.command import Command, Invocation, Output

USAGE = ("/glossary path", "/glossary init", "/glossary reload")
SUMMARY: dict[Language, str] = {"en": "Manage the glossary file.", "ko": "용어집 파일을 관리합니다."}
CREATED = {"en": "Created `{path}` with examples.", "ko": "예시가 든 `{path}` 파일을 만들었습니다."}
EXISTS = {"en": "`{path}` exists already; it was left as it is.", "ko": "`{path}` 파일이 이미 있어 그대로 두었습니다."}
MISSING = {
    "en": "`{path}` does not exist yet: run `/glossary init`.",
    "ko": "`{path}` 파일이 없습니다: `/glossary init`.",
}
RELOADED = {"en": "The glossary is read anew at the next turn.", "ko": "다음 차례에 용어집을 다시 읽습니다."}


async def run(call: Invocation) -> Output:
    """Do what the sub-command says; the path is the default."""
    services, language = call.services, call.language
    path = services.brain / services.settings.glossary_path
    action = call.words[0] if call.words else "path"
    if action == "init":
        created = await asyncio.to_thread(_create, services.brain, services.settings.glossary_path)
        text = (CREATED if created else EXISTS)[language].format(path=path)
        return Output(text, {"path": str(path), "created": created})
    if action == "reload":
        services.reload_brain_files()
        return Output(RELOADED[language], {"path": str(path)})
    if action == "path":
        exists = path.is_file()
        text = f"`{path}`" if exists else MISSING[language].format(path=path)
        return Output(text, {"path": str(path), "exists": exists})
    raise COMMAND.misused(f"/glossary does not know {action[:40]!r}.")


def _create(brain: Path, glossary: str) -> bool:
    """Write both templates: who defines terms will want to state rules as well."""
    create_organisation(str(brain))
    return create_glossary(str(brain), glossary)


COMMAND = Command("glossary", "Memory", SUMMARY, USAGE, run, aliases=("용어집", "용어"))
