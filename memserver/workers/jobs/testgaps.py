"""testgaps: functions that no test names or reaches, by names and by coverage data if there is any."""

from __future__ import annotations

from memserver.workers.code_job import CodeJob


class TestgapsJob(CodeJob):
    """Finds what no test reaches."""

    name = "testgaps"
