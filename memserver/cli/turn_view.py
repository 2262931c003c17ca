"""A turn as a person reads it: blocks, context, sources with scores and ages, tokens, times, warnings.

Takes the answer of `context/build` as the wire gives it, and computes nothing that is not in it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from memserver.cli.layout import pad, shorten, width_of
from memserver.cli.terminal import Terminal

BAR_COLUMNS = 16
GOOD_SCORE = 0.6
FAIR_SCORE = 0.35


def show_turn(terminal: Terminal, question: str, turn: dict[str, Any], now: datetime, *, everything: bool) -> None:
    """Write a turn; `everything` adds the candidates that were left out."""
    terminal.heading(terminal.say("question"), "")
    terminal.line(f"  {terminal.style(question, 'bold')}")
    _blocks(terminal, turn)
    _context(terminal, turn)
    _sources(terminal, turn, now)
    if everything and turn["dropped"]:
        terminal.heading(terminal.say("dropped"))
        for item in turn["dropped"]:
            title = shorten(item["title"], terminal.width - 50)
            terminal.line(f"  {score(terminal, item['score'])}  {title}  {terminal.style(item['reason'], 'dim')}")
    _tokens(terminal, turn)
    _times(terminal, turn)
    warnings(terminal, turn["warnings"])


def warnings(terminal: Terminal, found: list[dict[str, Any]]) -> None:
    """Write the parts of a turn that were left out, and why."""
    if found:
        terminal.heading(terminal.say("warnings"))
        for warning in found:
            terminal.line(f"  {terminal.style('!', 'yellow', 'bold')} {warning['part']}: {warning['message']}")


def score(terminal: Terminal, value: float) -> str:
    """Return a score in the colour of how good it is."""
    colour = "green" if value >= GOOD_SCORE else "yellow" if value >= FAIR_SCORE else "dim"
    return terminal.style(f"{value:.2f}", colour)


def age(terminal: Terminal, moment: str | None, now: datetime) -> str:
    """Say how long ago something was."""
    if not moment:
        return ""
    days = (now.astimezone(UTC).date() - datetime.fromisoformat(moment).astimezone(UTC).date()).days
    if days < 1:
        return terminal.say("age.today")
    if days == 1:
        return terminal.say("age.yesterday")
    if days < 60:
        return terminal.say("age.days", count=days)
    if days < 730:
        return terminal.say("age.months", count=round(days / 30.4))
    return terminal.say("age.years", count=round(days / 365.25))


def source_name(terminal: Terminal, item: dict[str, Any]) -> str:
    """Return the name of the layer or kind of note that something comes from."""
    return terminal.say(f"layer.{item['source']}")


def _blocks(terminal: Terminal, turn: dict[str, Any]) -> None:
    if not turn["blocks"]:
        return
    detail = terminal.say("blocks.detail", count=len(turn["blocks"]), tokens=turn["usage"]["blocks"])
    terminal.heading(terminal.say("blocks"), detail)
    for number, block in enumerate(turn["blocks"]):
        if number:
            terminal.quoted(" ")
        _marked(terminal, block["text"])


def _context(terminal: Terminal, turn: dict[str, Any]) -> None:
    usage = turn["usage"]
    detail = terminal.say("context.detail", used=f"{usage['used']:,}", budget=f"{usage['budget']:,}")
    terminal.heading(terminal.say("context"), detail)
    if turn["text"].strip():
        _marked(terminal, turn["text"].strip())
    else:
        terminal.line(f"  {terminal.say('context.none')}")


def _marked(terminal: Terminal, text: str) -> None:
    """Write text for a model with its headings in colour and its warnings to be seen."""
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.startswith("[") and stripped.endswith("]") and stripped.isupper():
            terminal.quoted(line, "magenta", "bold")
        elif line.startswith("### "):
            terminal.quoted(line, "bold")
        elif "⚠" in line:
            terminal.quoted(line, "yellow")
        else:
            terminal.quoted(line or " ")


def _sources(terminal: Terminal, turn: dict[str, Any], now: datetime) -> None:
    if not turn["items"]:
        return
    terminal.heading(terminal.say("sources"), terminal.say("sources.detail"))
    room = max(20, terminal.width - 54)
    for number, item in enumerate(turn["items"], 1):
        place = item.get("path") or source_name(terminal, item)
        title = item["title"] if not item.get("path") else f"{item['path']} › {item['title']}"
        row = [
            terminal.style(pad(f"[{number}]", 4), "bold"),
            score(terminal, item["score"]),
            pad(shorten(title, room), room),
            pad(source_name(terminal, item) if item.get("path") else place, 14),
            pad(age(terminal, item.get("timestamp"), now), 14),
            f"{item['tokens']:>5}",
        ]
        terminal.line("  " + "  ".join(row).rstrip())
        if item.get("stale"):
            reason = item["reasons"].get("stale", "")
            reason = "; ".join(reason) if isinstance(reason, list) else reason
            note = f"⚠ {terminal.say('stale')}" + (f": {reason}" if reason else "")
            terminal.line(" " * 14 + terminal.style(note, "yellow"))


def _tokens(terminal: Terminal, turn: dict[str, Any]) -> None:
    usage = turn["usage"]
    shares = {terminal.say(f"layer.{name}"): count for name, count in usage["byLayer"].items()}
    shares[terminal.say("blocks")] = usage["blocks"]
    largest = max(shares.values(), default=0)
    if not largest:
        return
    terminal.heading(terminal.say("tokens"), usage["tokeniser"])
    column = max(width_of(name) for name in shares)
    for name, count in shares.items():
        bar = "▇" * max(1, round(BAR_COLUMNS * count / largest)) if count else ""
        terminal.line(f"  {pad(name, column)}  {count:>6,}  {terminal.style(bar, 'blue')}".rstrip())


def _times(terminal: Terminal, turn: dict[str, Any]) -> None:
    timings = dict(turn["timings"])
    total = timings.pop("totalMs", 0.0)
    mode = (turn.get("retrieval") or {}).get("mode", "lexical")
    detail = terminal.say("time.detail", mode=terminal.say(f"mode.{mode}"), total=f"{total:.1f}")
    terminal.heading(terminal.say("time"), detail)
    # Each is the moment at which a step ended.
    parts = [f"{name.removesuffix('Ms')} {value:.1f}" for name, value in timings.items()]
    if parts:
        terminal.line("  " + " → ".join(parts))
