"""Planted for `deepdive` and `map`: hotspots, couplings, entry points, packages, owners; and how commits are made."""

from __future__ import annotations

import random
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

from tests.code_fixture.truth import Draft

AUTHORS = ("Ada Park", "김민수", "Ben Osei", "Chloe Martin", "Dmitri Volkov")
START = 1_750_000_000
DAY = 86_400


def plant(draft: Draft) -> None:
    """Plant what only the past tells, and what starts the whole."""
    _hotspots(draft)
    _couplings(draft)
    _entries(draft)


# Each of another form: copies of each other would be another finding.
HARD_FORMS = (
    "    if value % {two} == {low}:\n        found.append({n})\n    elif value > {far}:\n        value -= {one}\n",
    "    if value % {two} == {low}:\n        found.append({n})\n    if value > {far}:\n        value -= {one}\n",
    "    if value % {two} == {low}:\n        found.insert(1, {n})\n    elif value > {far}:\n        value -= {one}\n",
    "    if value % {two} == {low}:\n        found.append({n})\n    elif value > {far}:\n        value += -{one}\n",
)
EASY = '    """Pass a value on."""\n    doubled = value * 2\n    print(doubled)\n    return doubled\n'


def _hard(name: str, form: int) -> str:
    branches = "".join(HARD_FORMS[form].format(two=n + 2, low=n % 3, n=n, far=n * 11, one=n + 1) for n in range(6))
    return f'def {name}(value):\n    """Decide about a value."""\n    found = []\n{branches}    return found\n'


def _hotspots(draft: Draft) -> None:
    for number, area in enumerate(("orders", "billing", "search")):
        path, name = f"shop/{area}/hot_{area}.py", f"hot_{area}"
        draft.add(path, f'"""Decisions about {area}."""\n\n\n{_hard(name, number)}')
        draft.churn[path] = 14 + number
        draft.truth.expect("deepdive", "hotspot", path)
    for path, text, churn in (
        ("shop/orders/busy_simple.py", f"def busy_simple(value):\n{EASY}", 20),
        ("shop/reports/quiet_hard.py", _hard("quiet_hard", 3), 1),
    ):
        draft.add(path, f'"""A near miss."""\n\n\n{text}')
        draft.churn[path] = churn
    names = ["hot_orders", "hot_billing", "hot_search", "busy_simple", "quiet_hard"]
    paths = ["shop/orders/hot_orders", "shop/billing/hot_billing", "shop/search/hot_search", "shop/orders/busy_simple",
             "shop/reports/quiet_hard"]  # fmt: skip
    lines = [f"from {path.replace('/', '.')} import {name}" for path, name in zip(paths, names, strict=True)]
    draft.add("tests/test_hot.py", "\n".join(lines) + f"\n\n\ndef test_all():\n    assert all(({', '.join(names)}))\n")


def _couplings(draft: Draft) -> None:
    pairs = (
        ("shop/orders/codes.py", "shop/shipping/codes_again.py"),
        ("shop/catalog/fields.py", "web/src/api/fields.ts"),
        ("shop/notify/letters.py", "shop/accounts/letter_rules.py"),
    )
    for number, pair in enumerate(pairs):
        for path in pair:
            mark = "//" if path.endswith(".ts") else "#"
            value = f"export const CODES_{number} = [1, 2];" if mark == "//" else f"CODES_{number} = [1, 2]"
            head = "// Codes.\n" if mark == "//" else '"""Codes."""\n'
            draft.add(path, f"{head}\n{value}\n")
        draft.together += [pair] * 6
        draft.truth.expect("deepdive", "co-change", frozenset(pair))
    # A near miss: often together, but each far more often alone.
    miss = ("shop/search/words.py", "shop/reports/words_used.py")
    for path in miss:
        draft.add(path, '"""Words."""\n\nWORDS = []\n')
        draft.churn[path] = 16
    draft.together += [miss] * 4
    tests = [path[:-3].replace("/", ".") for pair in (*pairs, miss) for path in pair if path.endswith(".py")]
    draft.add("tests/test_codes.py", "".join(f"import {each}\n" for each in tests))
    draft.add("web/tests/fields.test.ts", 'import { CODES_1 } from "../src/api/fields";\nCODES_1;\n')


def _entries(draft: Draft) -> None:
    draft.add(
        "shop/__main__.py",
        '"""Start the shop."""\n\n\ndef main():\n    """Start."""\n    print("shop")\n\n\n'
        'if __name__ == "__main__":\n    main()\n',
    )
    draft.add(
        "shop/server.py",
        '"""The web server."""\n\nfrom fastapi import FastAPI\n\n'
        "from shop.settings import PORT\n\napp = FastAPI()\n\n\n"
        '@app.get("/")\ndef home():\n    """Say hello."""\n    return {"port": PORT, "flag": "--port"}\n',
    )
    draft.add("shop/settings.py", '"""Settings."""\n\nPORT = 80\n')
    draft.truth.edges.add(("shop/server.py", "shop/settings.py"))
    draft.add("tests/test_server.py", "import shop.server\nfrom shop.__main__ import main\n\nmain()\n")
    draft.add(
        "shop/unreached_tool.py",
        '"""Nobody needs it."""\n\n\ndef tool_alone(value):\n    """Left over."""\n'
        "    if value > 3:\n        return value\n    return 0\n",
    )
    draft.truth.expect("map", "unreached-file", "shop/unreached_tool.py")
    draft.truth.expect("testgaps", "shop/unreached_tool.py", "tool_alone")
    draft.add(
        "shop/plugins/__init__.py",
        '"""Loaded by name."""\n\nimport importlib\n\n\ndef load(name):\n    """Load one."""\n'
        '    return importlib.import_module(f"shop.plugins.{name}")\n',
    )
    draft.add(
        "shop/plugins/mail.py", '"""Loaded by name."""\n\n\ndef send_mail(value):\n    """Send."""\n    return value\n'
    )
    draft.add(
        "tests/test_plugins.py",
        "from shop.plugins import load\nfrom shop.plugins.mail import send_mail\n\nassert load and send_mail\n",
    )
    draft.add(
        "web/src/model.ts",
        "// The model.\n"
        "export interface Entry { name: string; amount: number; weight: number; score: number; total: number;\n"
        "  width: number; level: number }\n",
    )
    draft.add(
        "web/src/server.ts",
        '// The server of the page.\nimport express from "express";\n'
        'import leftPad from "left-pad";\n\nexpress().get("/", leftPad);\n'
        "express().listen(8080);\n",
    )
    draft.truth.expect("map", "undeclared-package", "left-pad")
    draft.truth.entries |= {"shop/__main__.py", "shop/server.py", "web/src/server.ts"}
    draft.truth.packages |= {"fastapi", "requests", "yaml", "express", "left-pad", "child_process", "crypto", "https"}
    draft.add(
        "pyproject.toml",
        '[project]\nname = "shop"\nversion = "1"\n'
        'dependencies = ["fastapi", "requests", "PyYAML"]\n\n[project.scripts]\n'
        'shop = "shop.__main__:main"\n',
    )
    draft.add(
        "web/package.json",
        '{"name": "shop-web", "main": "dist/server.js", "scripts": {"build": "tsc"},'
        ' "dependencies": {"express": "4"}, "devDependencies": {"@types/node": "20"}}\n',
    )


def commit(folder: Path, draft: Draft, seed: int) -> None:
    """Write the repository with its history: a beginning, touches by the owners, and sweeps that mean nothing."""
    chance = random.Random(seed)
    areas = sorted({_area(path) for path in draft.files})
    owner = {area: AUTHORS[number % len(AUTHORS)] for number, area in enumerate(areas)}
    touches: list[tuple[str, ...]] = [(path,) for path, times in draft.churn.items() for _ in range(times)]
    touches += draft.together
    quiet = [path for path in sorted(draft.files) if path.endswith((".py", ".ts")) and path not in draft.churn]
    coupled = {path for pair in draft.together for path in pair}
    touches += [(path,) for path in quiet if path not in coupled for _ in range(chance.choice((0, 0, 1, 2)))]
    chance.shuffle(touches)
    touches.insert(0, tuple(path for path in quiet[:40]))
    stream = _Stream()
    stream.commit("Ada Park", "Begin", {**draft.files, **draft.removed}, ())
    stream.commit("Ada Park", "Clean up", {}, tuple(draft.removed))
    revisions: dict[str, int] = {}
    for number, paths in enumerate(touches):
        changed = {}
        for path in paths:
            revisions[path] = revisions.get(path, 0) + 1
            mark = "//" if path.endswith(".ts") else "#"
            changed[path] = f"{draft.files[path]}{mark} {revisions[path]}\n"
        author = owner[_area(paths[0])] if chance.random() < 0.8 else chance.choice(AUTHORS)
        stream.commit(author, f"Change {number}", changed, ())
    draft.truth.owners.update(stream.owners())
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "fast-import", "--quiet"], input=stream.data, check=True)
    subprocess.run(["git", "-C", str(folder), "reset", "-q", "--hard", "main"], check=True)


def _area(path: str) -> str:
    return "/".join(path.split("/")[:-1][:3])


class _Stream:
    """What `git fast-import` reads."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._number = 0
        self._changes: dict[str, Counter[str]] = defaultdict(Counter)

    @property
    def data(self) -> bytes:
        """The whole stream."""
        return b"".join(self._parts)

    def owners(self) -> dict[str, str]:
        """Who changed most in each folder, where nobody shares the first place."""
        found = {}
        for area, counts in self._changes.items():
            (first, most), *rest = counts.most_common(2)
            if not rest or rest[0][1] < most:
                found[area] = first
        return found

    def commit(self, author: str, message: str, changed: dict[str, str], removed: tuple[str, ...]) -> None:
        self._number += 1
        mail = f"{author.encode().hex()[:12]}@shop.dev"
        who = f"{author} <{mail}> {START + self._number * DAY // 4} +0000"
        head = f"commit refs/heads/main\ncommitter {who}\ndata {len(message.encode())}\n{message}\n"
        parts = [head.encode()]
        for path, text in sorted(changed.items()):
            data = text.encode()
            self._changes[_area(path)][author] += path.endswith((".py", ".ts"))
            parts.append(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
        parts += [f"D {path}\n".encode() for path in removed]
        self._parts += [*parts, b"\n"]
