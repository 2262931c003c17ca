"""How long the handshake takes: from process start to the answer of `initialize`, against importing pygls alone.

    python benchmarks/handshake.py [--runs 15]

Both are measured in turn, so that a busy machine slows both; the ratio of the medians is what counts (aim: 1.5).
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time


def import_seconds() -> float:
    """Return the time of a process that only imports pygls' language server."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import pygls.lsp.server"], check=True)
    return time.perf_counter() - started


def handshake_seconds() -> float:
    """Return the time from process start to the answer of initialize."""
    with tempfile.TemporaryDirectory() as folder:
        body = json.dumps(
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "initialize",
                "params": {"capabilities": {}, "initializationOptions": {"dataDir": folder, "brainPath": folder}},
            }
        ).encode()
        started = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "memserver", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert server.stdin and server.stdout
        server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        server.stdin.flush()
        length = int(server.stdout.readline().split(b":")[1])
        server.stdout.readline()
        answer = json.loads(server.stdout.read(length))
        elapsed = time.perf_counter() - started
        server.kill()
        server.wait()
        if answer["result"]["serverInfo"]["name"] != "memserver":
            raise SystemExit(f"unexpected answer: {answer}")
        return elapsed


def main() -> None:
    """Print both medians and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    import_seconds(), handshake_seconds()  # warm the file cache
    pairs = [(import_seconds(), handshake_seconds()) for _ in range(runs)]
    floor = statistics.median(first for first, _ in pairs)
    handshake = statistics.median(second for _, second in pairs)
    print(
        json.dumps(
            {
                "import pygls ms": round(floor * 1000),
                "handshake ms": round(handshake * 1000),
                "ratio": round(handshake / floor, 2),
                "aim": 1.5,
                "runs": runs,
            }
        )
    )


if __name__ == "__main__":
    main()
