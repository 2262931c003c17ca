"""What of the brain folder is not read: the ignore files people keep, and what is never knowledge.

`.gitignore` and `.memserverignore` count in every folder, from the brain down; a deeper file wins over one above it,
and `.memserverignore` over `.gitignore` beside it. A pattern with `!` brings back what the defaults leave out. Rules
above the brain folder do not count: a brain that its repository ignores is still a brain.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from memserver.knowledge.tracker_file import is_tracker

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILES = (".gitignore", ".memserverignore")
SPECIAL_FOLDER = ".astra"
"""Holds files with a life of their own (glossary, organisation): they reach a turn as blocks, in full, and
would come twice if they were notes too. Only procedures in it are read as files of the brain, and trackers by item."""

_FOLDERS = frozenset(
    re.findall(
        r"\S+",
        ".git .hg .svn .bzr node_modules bower_components __pycache__ .venv venv .tox .nox .eggs dist build target out"
        " .mypy_cache .ruff_cache .pytest_cache .hypothesis .gradle .idea .vs .next .nuxt .svelte-kit .turbo .cache"
        " .parcel-cache coverage htmlcov .terraform .serverless .dart_tool Pods DerivedData .obsidian .trash .Trash"
        " .stversions .ipynb_checkpoints site-packages $RECYCLE.BIN .Spotlight-V100",
    )
)
_PATHS = frozenset({"memory/episodes", "proposals"})
"""Written by memserver itself: episodes are memories, and proposals are not knowledge until a person accepts them."""

_FILES = frozenset(
    re.findall(
        r"\S+",
        ".DS_Store Thumbs.db desktop.ini package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lockb"
        " poetry.lock uv.lock Pipfile.lock Cargo.lock composer.lock Gemfile.lock go.sum flake.lock packages.lock.json"
        " .gitignore .memserverignore .gitattributes .gitkeep .gitmodules .npmrc .pypirc .netrc .env",
    )
)
_SUFFIXES = frozenset(
    re.findall(
        r"\S+",
        ".png .jpg .jpeg .gif .webp .bmp .ico .icns .tif .tiff .heic .avif .psd .ai .svg .mp3 .mp4 .m4a .wav .flac .ogg"
        " .avi .mov .mkv .webm .zip .tar .gz .tgz .bz2 .xz .zst .7z .rar .jar .war .whl .egg .deb .rpm .dmg .iso .exe"
        " .dll .so .dylib .a .o .obj .lib .class .pyc .pyo .pyd .wasm .bin .dat .db .sqlite .sqlite3 .mdb .pdf .doc"
        " .docx .xls .xlsx .ppt .pptx .hwp .hwpx .odt .ods .pages .numbers .key .ttf .otf .woff .woff2 .eot .parquet"
        " .npy .npz .pkl .pickle .onnx .pt .pth .safetensors .gguf .h5 .jsonl .ndjson .log .map .lock .pem .p12 .pfx"
        " .crt .swp .swo .tmp .bak .orig .rej .ipynb .snap .vsix .rvf",
    )
)
_GENERATED = (".min.js", ".min.css", ".bundle.js", ".d.ts.map", "_pb2.py", ".pb.go", ".g.dart")
_SECRETS = re.compile(r"^(?:\.env(?:\..+)?|id_(?:rsa|dsa|ecdsa|ed25519)(?:\..+)?)$")
_SKILL_FILE = re.compile(r"^(?:.+\.)?skill\.md$", re.IGNORECASE)
_LARGEST_IGNORE_FILE = 256 * 1024


def is_skill_file(name: str) -> bool:
    """Whether a file name is that of a procedure: `skill.md`, `SKILL.md` or `*.skill.md`."""
    return bool(_SKILL_FILE.match(name))


class IgnoreRules:
    """The rules of one brain folder. Ignore files are read when a folder is first asked about; make a new object to
    read them again.
    """

    def __init__(self, brain: str) -> None:
        self._brain = Path(brain)
        self._specs: dict[str, GitIgnoreSpec | None] = {}

    def ignores_folder(self, path: str) -> bool:
        """Whether a folder (relative, with `/`) is left out, its parents being in."""
        said = self._said(path + "/")
        if said is not None:
            return said
        return PurePosixPath(path).name in _FOLDERS or path in _PATHS

    def ignores_file(self, path: str) -> bool:
        """Whether a file (relative, with `/`) is left out, its folder being in."""
        name = path.rpartition("/")[2]
        if path.startswith(f"{SPECIAL_FOLDER}/"):
            return not is_skill_file(name) and not is_tracker(path)
        # Files that hold keys stay out even when a pattern would bring them back.
        if _SECRETS.match(name):
            return True
        said = self._said(path)
        return said if said is not None else _default_file(name)

    def ignores(self, path: str) -> bool:
        """Whether a file is left out by itself or with one of the folders above it."""
        folders = [str(folder) for folder in reversed(PurePosixPath(path).parents) if str(folder) != "."]
        return any(self.ignores_folder(folder) for folder in folders) or self.ignores_file(path)

    def _said(self, path: str) -> bool | None:
        """What the ignore files say about a path: the deepest one that speaks decides; None when none does."""
        folder = path.rstrip("/").rpartition("/")[0]
        while True:
            spec = self._spec(folder)
            if spec is not None:
                below = path[len(folder) + 1 :] if folder else path
                included = spec.check_file(below).include
                if included is not None:
                    return included
            if not folder:
                return None
            folder = folder.rpartition("/")[0]

    def _spec(self, folder: str) -> GitIgnoreSpec | None:
        if folder not in self._specs:
            lines = [line for name in IGNORE_FILES for line in _patterns(self._brain / folder / name)]
            self._specs[folder] = _compile(lines) if lines else None
        return self._specs[folder]


def _default_file(name: str) -> bool:
    lowered = name.lower()
    stem, dot, suffix = lowered.rpartition(".")
    if name in _FILES or (stem and dot + suffix in _SUFFIXES) or lowered.endswith(_GENERATED):
        return True
    return name.startswith(("~$", ".#")) or name.endswith("~")


def _patterns(path: Path) -> list[str]:
    try:
        with path.open("rb") as stream:
            text = stream.read(_LARGEST_IGNORE_FILE).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return []
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _compile(lines: list[str]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - only brains with ignore files pay for it

    usable = []
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        usable.append(line)
    return GitIgnoreSpec.from_lines(usable)
