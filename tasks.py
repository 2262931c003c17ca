"""One command for each thing people do with a checkout; needs nothing but Python 3.11 or newer.

    python3 tasks.py demo       set everything up and show one turn
    python3 tasks.py test       set everything up and pass the tests
    python3 tasks.py generate   write the generated files anew
    python3 tasks.py setup      only set everything up

The environment lives in `.venv` and is made or brought up to date as needed.
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
STAMP = ENVIRONMENT / "installed-from"


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a command and stop with its exit code when it fails."""
    print("$", " ".join(str(part) for part in command), flush=True)
    code = subprocess.run([str(part) for part in command], cwd=cwd, check=False).returncode
    if code:
        sys.exit(code)


def setup() -> None:
    """Make the environment and install memserver with its tools; does nothing when that was done before."""
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    if not PYTHON.exists():
        venv.create(ENVIRONMENT, with_pip=True, clear=ENVIRONMENT.exists())
    run(PYTHON, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
    run(PYTHON, "-m", "pip", "install", "--quiet", "--editable", ".", "--group", "dev")
    # Compiled at install time: without a compiler the exact index serves, and the tests cover that too.
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--editable", ".[hnsw]"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        print("hnswlib could not be built here: the exact index serves every size.")
    STAMP.write_text(wanted, encoding="utf-8")


def demo() -> None:
    """Show one turn over a demo brain, in English and in Korean."""
    run(PYTHON, "-m", "memserver", "demo")


def test() -> None:
    """Check style and types, run the tests, then those of the editor client where Node is installed."""
    run(PYTHON, "-m", "ruff", "check", ".")
    run(PYTHON, "-m", "ruff", "format", "--check", ".")
    run(PYTHON, "-m", "mypy")
    run(PYTHON, "-m", "pytest")
    client = ROOT / "vscode-client"
    npm = shutil.which("npm")
    if npm and (client / "package.json").exists():
        run(npm, "ci", "--no-audit", "--no-fund", cwd=client)
        run(npm, "test", cwd=client)


def generate() -> None:
    """Write the generated files anew."""
    run(PYTHON, "scripts/generate.py")


def main() -> None:
    """Run the task that was named."""
    tasks = {"demo": demo, "test": test, "generate": generate, "setup": lambda: None}
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    if name not in tasks:
        sys.exit(__doc__)
    if sys.version_info < (3, 11):  # noqa: UP036 - run by whatever Python a person has
        sys.exit("memserver needs Python 3.11 or newer; this is " + sys.version.split()[0])
    setup()
    tasks[name]()


if __name__ == "__main__":
    main()
