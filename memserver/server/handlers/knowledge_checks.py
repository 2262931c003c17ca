"""`memserver/knowledge/validate`, `decay` and `debt`, and `memserver/growth/inventory`."""

from __future__ import annotations

from memserver.growth.audit import Checked
from memserver.growth.inventory import InventoryItem
from memserver.growth.report_words import words_of
from memserver.growth.validation import Validated
from memserver.protocol import growth as growth_wire
from memserver.protocol import knowledge_checks as wire
from memserver.server.dispatch import Call
from memserver.server.handlers.growth import asked, views
from memserver.text.language import language_of
from memserver.text.sanitise import clean_text

MAX_CONTENT_CHARS = 20_000
MAX_TITLE_CHARS = 500


async def validate(call: Call, params: wire.ValidateParams) -> wire.ValidateResult:
    """Judge a text that may become knowledge."""
    content = clean_text(params.content, "content", MAX_CONTENT_CHARS)
    projects = await call.engine.visible_projects(params.workspace_uri)
    title = clean_text(params.title, "title", MAX_TITLE_CHARS) if params.title.strip() else ""
    language = params.language or language_of(content)
    found = await call.engine.growth.gate.validate(content, projects, language, title)
    return validated_view(found)


async def decay(call: Call, params: wire.DecayParams) -> wire.DecayResult:
    """Say which knowledge has aged, and what moved on."""
    language, project = await asked(call, params)
    projects = None if project is None else ["", project]
    report = await call.engine.growth.audit.run(language, projects)
    words = words_of(language)
    message = "" if report.stale else words["all-fresh" if report.checked else "no-memories"]
    return wire.DecayResult(
        items=[decay_view(each) for each in report.stale[: params.limit]],
        checked=report.checked,
        stale=len(report.stale),
        files_changed=report.files_changed,
        by_domain={name: wire.DomainCount(**counts) for name, counts in sorted(report.by_domain.items())},
        message=message,
    )


async def debt(call: Call, params: growth_wire.GrowthParams) -> growth_wire.DebtResult:
    """Say which gaps cost most."""
    language, project = await asked(call, params)
    found = await call.engine.growth.debt(language, project)
    return growth_wire.DebtResult(
        items=views(growth_wire.DebtItem, found),
        total=sum(each.debt for each in found),
        message="" if found else words_of(language)["no-debt"],
    )


async def inventory(call: Call, params: growth_wire.GrowthParams) -> wire.InventoryResult:
    """Say what is known for each kind of task."""
    language, _ = await asked(call, params)
    items = await call.engine.growth.inventory(language)
    return wire.InventoryResult(items=[inventory_view(each) for each in items])


def validated_view(found: Validated) -> wire.ValidateResult:
    """Return a verdict as the wire shows it."""
    return wire.ValidateResult.model_validate(found, from_attributes=True)


def decay_view(each: Checked) -> wire.DecayItem:
    """Return a finding of the audit as the wire shows it."""
    age = each.aged
    return wire.DecayItem.model_validate(
        {
            **{name: getattr(each, name) for name in ("id", "kind", "title", "path", "moved_on", "action", "message")},
            **{name: getattr(age, name) for name in ("domain", "half_life_days", "age_days", "score", "stale")},
            "reasons": list(each.reasons),
        }
    )


def inventory_view(item: InventoryItem) -> wire.InventoryItem:
    """Return what is known for a task as the wire shows it."""
    known = item.known
    return wire.InventoryItem(
        task_id=item.task_id,
        label=item.label,
        memories=known.memories,
        notes=known.notes,
        decisions=known.decisions,
        success_patterns=item.success_patterns,
        newest=known.newest,
        fresh=item.fresh,
        turns=item.turns,
        last_used=item.last_used,
        elements=views(wire.ElementCount, item.elements),
        covered=list(item.covered),
        usually_missing=list(item.usually_missing),
    )
