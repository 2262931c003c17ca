"""The command line for people. Each command asks the same methods that an editor asks, and prints the answers."""

from memserver.cli.main import run

__all__ = ["run"]
