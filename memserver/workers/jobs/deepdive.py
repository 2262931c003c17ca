"""deepdive: one area closely, the one that is asked for (`area`) or the hottest: complexity, churn, co-change."""

from __future__ import annotations

from memserver.workers.code_job import CodeJob


class DeepdiveJob(CodeJob):
    """Looks closely at one area."""

    name = "deepdive"
