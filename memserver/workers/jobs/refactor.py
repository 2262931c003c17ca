"""refactor: copied code, functions that do too much, circles of imports."""

from __future__ import annotations

from memserver.workers.code_job import CodeJob


class RefactorJob(CodeJob):
    """Finds what could be simpler."""

    name = "refactor"
