"""`/help`: the commands by category, and which of the verification features are on."""

from __future__ import annotations

from itertools import groupby

from memserver.text.language import Language
from memserver.work.command import Command, Invocation, Output

USAGE = ("/help",)
SUMMARY: dict[Language, str] = {"en": "The commands, and what is switched on.", "ko": "명령과 켜진 기능을 보여 줍니다."}
FEATURES: tuple[tuple[str, str, dict[Language, str]], ...] = (
    ("intent", "intent_clarification_enabled", {"en": "ask back when unclear", "ko": "모호하면 되묻기"}),
    ("terminology", "glossary_enabled", {"en": "glossary", "ko": "용어집"}),
    ("conflict", "conflict_highlighting_enabled", {"en": "conflict warnings", "ko": "충돌 경고"}),
    ("checklist", "cove_enabled", {"en": "verification checklist", "ko": "검증 체크리스트"}),
    ("citation", "citation_trace_enabled", {"en": "citations", "ko": "출처 표시"}),
    ("self-check", "self_check_enabled", {"en": "check after the answer", "ko": "답변 후 자체 점검"}),
)
HEADINGS = {"en": "Verification", "ko": "검증 기능"}
STATES = {"en": ("off", "on"), "ko": ("끔", "켬")}


def help_command(commands: tuple[Command, ...]) -> Command:
    """Return the command that lists the others and itself."""

    async def run(call: Invocation) -> Output:
        language = call.language
        listed = sorted((*commands, command), key=lambda each: (each.category, each.name))
        parts = []
        for category, members in groupby(listed, key=lambda each: each.category):
            lines = "\n".join(f"- `/{each.name}` — {each.summary[language]}" for each in members)
            parts.append(f"### {category}\n{lines}")
        states = {name: bool(getattr(call.services.settings, switch)) for name, switch, _ in FEATURES}
        lines = "\n".join(f"- {label[language]}: {STATES[language][states[name]]}" for name, _, label in FEATURES)
        parts.append(f"### {HEADINGS[language]}\n{lines}")
        return Output("\n\n".join(parts), {"commands": [each.name for each in listed], "features": states})

    command = Command("help", "General", SUMMARY, USAGE, run, aliases=("도움말",))
    return command
