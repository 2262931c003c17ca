"""audit: secrets, dangerous code and key files in the workspace; secrets and commanding text in memories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memserver.clock import to_iso
from memserver.workers.code_job import CodeJob
from memserver.workers.job import JobContext

MEMORIES_AT_ONCE = 2_000
"""Of memories that are new or changed; the rest follows with the next run."""


class AuditJob(CodeJob):
    """Audits the workspace and what is remembered; without a workspace the latter alone."""

    name = "audit"
    needs_workspace = False

    async def given(self, context: JobContext) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the memories that changed since the last audit, and which of the doubtful ones are still there."""
        since = str(context.state.get("since", ""))
        projects = ("", context.project_id) if context.project_id else ("",)
        changed = await context.store.memories.changed_after(since, projects, MEMORIES_AT_ONCE)
        doubtful = sorted(context.state.get("memories", {}))
        still = sorted(await context.store.memories.get_many(doubtful)) if doubtful else []
        given: dict[str, Any] = {}
        if changed:
            given["memories"] = [[memory.id, f"{memory.title}\n{memory.content}"] for memory in changed]
        if changed or still != doubtful:
            given["alive"] = still
            given["changed"] = True
        return given, {"since": to_iso(changed[-1].updated_at) if changed else since}
