"""memserver: a memory for editor agents."""

__version__ = "0.1.0"
