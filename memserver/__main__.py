"""The entry point. Serving starts with guarding standard output: from then on only the protocol can write to it."""

from __future__ import annotations

import gc
import os
import sys

# Matrix libraries read these when numpy is first imported. Their own threads spin while they wait for each other: at
# our sizes that costs more than it gains, and takes the cores from the editor.
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
# A turn makes thousands of small objects that die with it: looking for rings among them after every 700, as Python
# does by default, costs a fiftieth of a turn.
OBJECTS_BETWEEN_COLLECTIONS = 10_000


def main() -> int:
    """Run a command line."""
    prepare_process()
    if is_plain_serve(sys.argv[1:]):
        return serve_standard_streams()
    from memserver.cli import run  # noqa: PLC0415 - the server never needs it

    return run(sys.argv[1:])


def prepare_process() -> None:
    """Set what holds for the whole process, before numpy is imported."""
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)


def is_plain_serve(arguments: list[str]) -> bool:
    """Whether an editor starts the server: then nothing else is imported. Some clients add their transport and id."""
    return arguments[:1] == ["serve"] and all(
        argument == "--stdio" or argument.startswith("--clientProcessId=") for argument in arguments[1:]
    )


def serve_standard_streams() -> int:
    """Serve one client over standard input and output."""
    output = os.dup(1)
    os.dup2(2, 1)  # a stray print, here or in a native library, must not break the protocol
    from memserver.server.serve import serve  # noqa: PLC0415 - after the guard

    return serve(0, output)


if __name__ == "__main__":
    sys.exit(main())
