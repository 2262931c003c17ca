"""Installs the wheel into a fresh environment of each Python given, and uses it as people do.

    python scripts/try_pythons.py                          this Python
    python scripts/try_pythons.py python3.12 python3.13    those

For each: the wheel installs without a compiler (hnswlib stays out), holds its data, `doctor` finds nothing broken, the
demo runs, and a server shakes hands, stores a memory and finds it. Prints one line per Python; exit code 1 when one
failed. Needs a package index.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGED = (
    "memserver/py.typed",
    "memserver/embedding/data/e5_int8.onnx",
    "memserver/embedding/data/language_means.npy",
    "memserver/growth/data/requirements.json",
    "memserver/demo/story.json",
    "memserver/demo/brain/.astra/glossary.md",
)
SEARCHED = "When do we release?"
REMEMBERED = "The release train leaves on Friday at 11:00."


class Failed(Exception):
    """A step did not do what it should."""


def main(pythons: list[str]) -> int:
    """Try each Python; returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="memserver-wheel-") as name:
        folder = Path(name)
        wheel = build_wheel(folder)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
        results = [attempt(python, wheel, folder / f"environment{number}") for number, python in enumerate(pythons)]
    return 0 if all(results) else 1


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout and check that its data is in it."""
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT))
    wheel = next(folder.glob("memserver-*.whl"))
    missing = missing_data(wheel)
    if missing:
        raise SystemExit(f"the wheel lacks {', '.join(missing)}")
    return wheel


def missing_data(wheel: Path) -> list[str]:
    """Return the data files that a wheel should have and has not."""
    import zipfile  # noqa: PLC0415

    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "memserver"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.splitlines()
    return sorted({*PACKAGED, *tracked} - names)


def attempt(python: str, wheel: Path, folder: Path) -> bool:
    """Install and use the wheel with one Python; prints what came of it."""
    executable = shutil.which(python) or python
    try:
        version = run(executable, "-c", "import platform; print(platform.python_version())").strip()
        run(executable, "-m", "venv", str(folder))
        inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        run(str(inside), "-m", "pip", "install", "--quiet", "--only-binary", ":all:", str(wheel))
        use(inside, folder)
    except (Failed, OSError) as failure:
        print(f"{python}: FAILED: {failure}")
        return False
    print(f"{python} ({version}): installs without a compiler; doctor, demo and server work")
    return True


def use(python: Path, folder: Path) -> None:
    """Use an installed memserver as people do."""
    own = ["--data-dir", str(folder / "data"), "--brain", str(folder / "brain")]
    doctor = json.loads(run(str(python), "-m", "memserver", "doctor", "--json", *own))
    states = {finding["name"]: finding["state"] for finding in doctor["findings"]}
    if not doctor["ok"] or states["large index"] != "note":
        raise Failed(f"doctor: {states}")
    demo = json.loads(run(str(python), "-m", "memserver", "demo", "--json"))
    if not all(turn["items"] and turn["prompt"] for turn in demo["turns"]):
        raise Failed("the demo found nothing")
    found = converse(python, folder)
    if [hit["content"] for hit in found["results"]] != [REMEMBERED]:
        raise Failed("the server did not find what it was told")


def converse(python: Path, folder: Path) -> Any:
    """Start a server, store one memory and search for it; returns what was found."""
    options = {"dataDir": str(folder / "served"), "brainPath": str(folder / "brain")}
    requests = [
        ("initialize", {"capabilities": {}, "initializationOptions": options}),
        ("memserver/memory/add", {"layer": "long-term", "content": REMEMBERED}),
        ("memserver/memory/search", {"query": SEARCHED}),
        ("shutdown", {}),
    ]
    with subprocess.Popen(
        [str(python), "-m", "memserver", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        answers = []
        for number, (method, params) in enumerate(requests):
            body = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            server.stdin.flush()
            answers.append(_answer(server.stdout, number))
        server.stdin.close()
    return answers[2]["result"]


def _answer(stream: Any, number: int) -> Any:
    """Read frames up to the answer with a number."""
    while header := stream.readline():
        length = int(header.split(b":")[1])
        while stream.readline().strip():
            continue
        message = json.loads(stream.read(length))
        if message.get("id") == number and "method" not in message:
            return message
    raise Failed("the server ended without an answer")


def run(*command: str) -> str:
    """Run a command and return its output; raises Failed with the end of its errors."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONPATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, env=environment)
    if done.returncode:
        raise Failed(f"{' '.join(command[:4])} … ended with {done.returncode}: {(done.stderr or done.stdout)[-500:]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [sys.executable]))
