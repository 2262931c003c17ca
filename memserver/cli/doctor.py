"""`memserver doctor`: what works here, what does not, and what to do about it."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from memserver.cli.checks import Finding, endpoint_checks, engine_checks, environment_checks, folder_checks
from memserver.cli.layout import pad
from memserver.cli.session import open_session, settings_of
from memserver.cli.terminal import Terminal
from memserver.errors import MemserverError

MARKS = {"ok": ("✓", "green"), "note": ("·", "cyan"), "limited": ("!", "yellow"), "broken": ("✗", "red")}
NAME_COLUMNS = 15


async def doctor(options: Namespace, terminal: Terminal) -> int:
    """Check everything; exit code 1 when something essential fails."""
    from memserver.folders import brain_folder, data_folder  # noqa: PLC0415 - `--help` does not need it

    settings = settings_of(options)
    findings = [*environment_checks(), *folder_checks(data_folder(settings), brain_folder(settings))]
    if not any(finding.state == "broken" for finding in findings):
        try:
            async with open_session(options, terminal, settle=False) as session:
                terminal.progress(terminal.say("wait.model"))
                findings += await engine_checks(session.engine)
        except MemserverError as failure:
            findings.append(Finding("store", "broken", failure.message, failure.hint or ""))
    findings += await endpoint_checks(settings)
    broken = sum(finding.state == "broken" for finding in findings)
    if options.json:
        terminal.json({"ok": not broken, "findings": [asdict(finding) for finding in findings]})
    else:
        _show(terminal, findings, broken)
    return 1 if broken else 0


def _show(terminal: Terminal, findings: list[Finding], broken: int) -> None:
    for finding in findings:
        mark, colour = MARKS[finding.state]
        terminal.line(f"{terminal.style(mark, colour, 'bold')} {pad(finding.name, NAME_COLUMNS)} {finding.detail}")
        if finding.remedy:
            terminal.line(f"  {pad('', NAME_COLUMNS)} {terminal.style('→ ' + finding.remedy, colour)}")
    terminal.line()
    if broken:
        terminal.line(terminal.style(terminal.say("doctor.broken", count=broken), "red", "bold"))
    elif any(finding.state == "limited" for finding in findings):
        terminal.line(terminal.style(terminal.say("doctor.limited"), "yellow", "bold"))
    else:
        terminal.line(terminal.style(terminal.say("doctor.fine"), "green", "bold"))
