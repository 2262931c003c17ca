"""One command for each thing people do with a checkout; needs nothing but Python 3.11 or newer.

    python3 tasks.py demo       set everything up and show one turn
    python3 tasks.py test       set everything up and pass the tests
    python3 tasks.py check      only style and types
    python3 tasks.py generate   write the generated files anew
    python3 tasks.py setup      only set everything up

The environment lives in `.venv` and is made or brought up to date as needed. What follows the name of a task is handed
on: `python3 tasks.py test tests/unit/cli` runs those tests alone, `python3 tasks.py demo --keep DIR` keeps the demo.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
BIN = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
OLDEST = (3, 11)
NEWER_PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11")


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command and stop with its exit code when it fails."""
    print("$", " ".join(str(part) for part in command), flush=True)
    code = subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode
    if code:
        sys.exit(code)


def setup(tools: bool) -> None:
    """Make the environment and install memserver, with its tools for those who change it; once, until they change."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    stamps = [ENVIRONMENT / name for name in (("installed-tools",) if tools else ("installed", "installed-tools"))]
    if any(stamp.exists() and stamp.read_text(encoding="utf-8") == wanted for stamp in stamps):
        return
    if not PYTHON.exists():
        print(f"Setting up {ENVIRONMENT} (this takes a minute or two, once)", flush=True)
        venv.create(ENVIRONMENT, with_pip=True, clear=ENVIRONMENT.exists())
    if tools:
        run(PYTHON, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
        run(PYTHON, "-m", "pip", "install", "--quiet", "--editable", ".", "--group", "dev")
        # Compiled at install time: without a compiler the exact index serves, and the tests cover that too.
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--editable", ".[hnsw]"]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            print("hnswlib could not be built here: the exact index serves every size.")
    else:
        run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".")
    stamps[0].write_text(wanted, encoding="utf-8")


def demo(arguments: list[str]) -> None:
    """Show one turn over a demo brain, in English and in Korean."""
    setup(tools=False)
    run(PYTHON, "-m", "memserver", "demo", *arguments)


def check(arguments: list[str]) -> None:  # noqa: ARG001 - every task has the same shape
    """Check style and types."""
    setup(tools=True)
    run(PYTHON, "-m", "ruff", "check", ".")
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    run(PYTHON, "-m", "mypy")


def test(arguments: list[str]) -> None:
    """Check style and types, run the tests, then those of the editor client where Node is installed."""
    if arguments:
        setup(tools=True)
        run(PYTHON, "-m", "pytest", *arguments)
        return
    check([])
    # A file at a time on each core: tests of one file may share a server.
    run(PYTHON, "-m", "pytest", "-n", "auto", "--dist", "loadfile")
    client = ROOT / "vscode-client"
    npm = shutil.which("npm")
    if npm and (client / "package.json").exists():
        run(npm, "ci", "--no-audit", "--no-fund", cwd=client)
        run(npm, "run", "check", cwd=client)
        run(npm, "test", cwd=client)


def generate(arguments: list[str]) -> None:
    """Write the generated files anew."""
    setup(tools=True)
    run(PYTHON, "scripts/generate.py", *arguments)


def only_setup(arguments: list[str]) -> None:  # noqa: ARG001 - every task has the same shape
    """Set everything up."""
    setup(tools=True)


def go_on_with_a_newer_python() -> None:
    """Start again with a Python that is new enough, if there is one; else say so."""
    # A name on the path may be a shim that leads nowhere, so each is tried.
    found = [path for path in map(shutil.which, NEWER_PYTHONS) if path]
    works = (
        path for path in found if not subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode
    )
    newer = next(works, None)
    if newer is None:
        sys.exit("memserver needs Python 3.11 or newer; this is " + sys.version.split()[0])
    sys.exit(subprocess.run([newer, *sys.argv], check=False).returncode)


def main() -> None:
    """Run the task that was named."""
    tasks = {"demo": demo, "test": test, "check": check, "generate": generate, "setup": only_setup}
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in tasks:
        sys.exit(__doc__)
    if sys.version_info < OLDEST:
        go_on_with_a_newer_python()
    tasks[name](sys.argv[2:])


if __name__ == "__main__":
    main()
