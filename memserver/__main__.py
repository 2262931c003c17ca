"""The entry point. Serving starts with guarding standard output: from then on only the protocol can write to it."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run a command line."""
    if sys.argv[1:2] == ["serve"] and len(sys.argv) == 2:
        output = os.dup(1)
        os.dup2(2, 1)  # a stray print, here or in a native library, must not break the protocol
        from memserver.server.serve import serve  # noqa: PLC0415 - after the guard

        return serve(0, output)
    from memserver.cli import run  # noqa: PLC0415 - the server never needs it

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
