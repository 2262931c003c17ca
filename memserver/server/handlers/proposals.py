"""`memserver/growth/research` and `memserver/growth/proposals…`."""

from __future__ import annotations

from memserver.growth.queue import QueueItem
from memserver.growth.report_words import words_of
from memserver.growth.research import Drafted
from memserver.protocol import growth as growth_wire
from memserver.protocol import proposals as wire
from memserver.protocol.base import Empty
from memserver.server.dispatch import Call
from memserver.server.handlers.growth import item_view, name_of, note_of
from memserver.server.handlers.knowledge_checks import validated_view


async def research(call: Call, params: wire.ResearchParams) -> wire.ResearchResult:
    """Draft answers to approved questions."""
    growth = call.engine.growth
    projects = await call.engine.visible_projects(params.workspace_uri)
    drafted = await growth.research(projects, params.limit, params.id)
    waiting = sum(item.state.value == "approved" for item in await growth.queue.items())
    message = "" if drafted else words_of(await growth.language(None))["nothing-approved"]
    return wire.ResearchResult(drafted=[_drafted(each) for each in drafted], waiting=waiting, message=message)


async def list_all(call: Call, params: Empty) -> wire.ProposalsResult:  # noqa: ARG001 - a request without params
    """List the proposals."""
    growth = call.engine.growth
    items = {item.id: item for item in await growth.queue.items()}
    found = await growth.acceptance.proposals()
    shown = [
        wire.ProposalView(
            path=each.path,
            title=each.title,
            origin=each.origin,
            status=each.status,
            created=each.created,
            item=_item(items.get(each.item)),
            evidence=list(each.evidence),
            edited=each.edited,
            body=each.body,
        )
        for each in found
    ]
    message = "" if shown else words_of(await growth.language(None))["no-proposals"]
    return wire.ProposalsResult(proposals=shown, message=message)


async def accept(call: Call, params: wire.DecideProposalParams) -> wire.AcceptResult:
    """Make a proposal knowledge, because a person says so."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    done = await call.engine.growth.acceptance.accept(params.path, params.id, name_of(params.by), projects)
    return wire.AcceptResult(
        note_path=done.note_path,
        item=_item(done.item),
        validation=validated_view(done.gate),
        proposal_removed=done.proposal_removed,
    )


async def reject(call: Call, params: wire.DecideProposalParams) -> wire.RejectResult:
    """Reject a proposal, because a person says so."""
    acceptance = call.engine.growth.acceptance
    proposal, item = await acceptance.reject(params.path, params.id, name_of(params.by), note_of(params.note))
    return wire.RejectResult(path=proposal.path, item=_item(item))


def _item(item: QueueItem | None) -> growth_wire.QueueItem | None:
    return item_view(item) if item is not None else None


def _drafted(each: Drafted) -> wire.DraftedView:
    return wire.DraftedView(
        item=item_view(each.item),
        path=each.item.proposal_path or "",
        made_by=each.brief.made_by,
        findings=len(each.brief.findings),
        sources=[source.reference for source in each.sources],
        verdict=each.gate.verdict,
        note=each.brief.note,
    )
