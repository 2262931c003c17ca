"""`/help`: the commands by category, and which of the verification features are on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.markdown import bullets, join, section

FEATURES: tuple[tuple[str, str, Said], ...] = (
    ("intent", "intent_clarification_enabled", {"en": "ask back when unclear", "ko": "모호하면 되묻기"}),
    ("terminology", "glossary_enabled", {"en": "glossary", "ko": "용어집"}),
    ("conflict", "conflict_highlighting_enabled", {"en": "conflict warnings", "ko": "충돌 경고"}),
    ("checklist", "cove_enabled", {"en": "verification checklist", "ko": "검증 체크리스트"}),
    ("citation", "citation_trace_enabled", {"en": "citations", "ko": "출처 표시"}),
    ("self-check", "self_check_enabled", {"en": "check after the answer", "ko": "답변 후 자체 점검"}),
)
HEADING: Said = {"en": "Verification", "ko": "검증 기능"}
MORE: Said = {
    "en": "`/<command> --help` shows how each is used.",
    "ko": "`/<명령> --help`로 쓰는 법을 봅니다.",
}
STATES = {"en": ("off", "on"), "ko": ("끔", "켬")}
CATEGORIES: dict[str, Said] = {
    "Rhythm": {"en": "Rhythm", "ko": "하루와 한 주"},
    "Work": {"en": "Work", "ko": "일과 결정"},
    "Trackers": {"en": "Trackers", "ko": "장부"},
    "Outgoing": {"en": "Outgoing", "ko": "알림과 의견"},
    "Analysis": {"en": "Analysis", "ko": "분석"},
    "Memory": {"en": "Memory", "ko": "기억"},
    "General": {"en": "General", "ko": "일반"},
}
"""In the order in which they are shown."""


def help_command(everything: Callable[[], Sequence[Command]]) -> Command:
    """Return the command that lists all commands; they are known only after it has been made."""

    async def run(call: Invocation) -> Output:
        if call.words:
            return _help_of(call, everything())
        order = list(CATEGORIES)
        listed = sorted(everything(), key=lambda each: order.index(each.category))
        parts = []
        for category, members in groupby(listed, key=lambda each: each.category):
            lines = bullets(f"{_names(each, call)} — {each.summary[call.language]}" for each in members)
            parts.append(section(CATEGORIES[category][call.language], lines))
        states = {name: bool(getattr(call.services.settings, switch)) for name, switch, _ in FEATURES}
        switches = bullets(
            f"{label[call.language]}: {STATES[call.language][states[name]]}" for name, _, label in FEATURES
        )
        text = join(*parts, section(call.say(HEADING), switches), call.say(MORE))
        return Output(text, {"commands": [each.name for each in listed], "features": states})

    summary: Said = {"en": "The commands, and what is switched on.", "ko": "명령과 켜진 기능을 보여 줍니다."}
    # No usage of its own: in a palette it asks for nothing.
    action = Action("", {"en": "", "ko": ""}, summary, run, takes_text=True)
    return Command("help", "General", summary, (action,), aliases=("도움말", "도움"))


def _help_of(call: Invocation, commands: Sequence[Command]) -> Output:
    """Return what `--help` behind one command shows."""
    wanted = call.words[0].removeprefix("/").casefold()
    found = next((each for each in commands if wanted in (each.name, *each.aliases)), None)
    if found is None:
        raise call.command.unknown(call.words[0], call.language)
    return Output(found.help(call.language), {"usage": list(found.usage(call.language))})


def _names(command: Command, call: Invocation) -> str:
    name = f"`/{command.name}`"
    return f"{name} `/{command.aliases[0]}`" if call.language == "ko" and command.aliases else name
