"""document: public code without documentation, documents and docstrings that no longer hold."""

from __future__ import annotations

from memserver.workers.code_job import CodeJob


class DocumentJob(CodeJob):
    """Finds missing and stale documentation."""

    name = "document"
