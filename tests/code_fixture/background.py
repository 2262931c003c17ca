"""The code around the planted findings: modules of varied, documented and tested functions that call each other."""

from __future__ import annotations

import random

from tests.code_fixture.truth import Draft

AREAS = ("orders", "billing", "catalog", "shipping", "accounts", "notify", "search", "reports")
PARTS = ("components", "api", "store", "util")
VERBS = ("collect", "merge", "rank", "price", "check", "plan", "settle", "group", "count", "trace", "round", "route")
NOUNS = ("invoice", "parcel", "basket", "refund", "coupon", "stock", "address", "payment", "ticket", "label", "batch")
KEYS = ("amount", "weight", "score", "total", "width", "level")

PYTHON_STEPS = (
    "amount = amount * {n} + len(items)",
    "if amount > {n}:\n    amount -= {m}",
    'for entry in items:\n    amount += int(entry.get("{key}", {n}))',
    "amount = max(amount, {n})",
    "items = [entry for entry in items if entry is not None]",
    'label = "{noun}-" + str(amount)',
    "while amount > {big}:\n    amount //= 2",
    'found["{key}"] = amount',
    "try:\n    amount = int(label)\nexcept ValueError:\n    amount = {n}",
    "amount = sum(range({n}, {m})) - amount",
    "items.sort(key=str, reverse=True)",
    "found = {{**found, **dict.fromkeys(label.split(), amount)}}",
    "amount = {n} if items else {m}",
    "label = label.strip().upper()",
    'found.setdefault("{key}", []).append(label)',
    'assert amount >= -{big}, "below {noun}"',
    "label, amount = label[{n}:], amount ** 2",
    'print(f"{noun} {{amount}}")',
    "del items[{n}:{m}]",
    "amount ^= hash(label) % {big}",
)
SCRIPT_STEPS = (
    "amount = amount * {n} + items.length;",
    "if (amount > {n}) {{\n  amount -= {m};\n}}",
    "for (const entry of items) {{\n  amount += entry.{key} ?? {n};\n}}",
    "amount = Math.max(amount, {n});",
    "items = items.filter((entry) => entry !== undefined);",
    "label = `{noun}-${{amount}}`;",
    "while (amount > {big}) {{\n  amount = amount >> 1;\n}}",
    'found.set("{key}", amount);',
    "try {{\n  amount = JSON.parse(label);\n}} catch {{\n  amount = {n};\n}}",
    "items.sort((one, other) => one.{key} - other.{key});",
    "label = label.trim().toUpperCase();",
    "amount = items.length ? {n} : {m};",
    "label += String(amount % {big});",
    "items.splice({n}, {m});",
    "amount ^= label.length;",
    'found.delete("{noun}");',
    "do {{\n  amount += {n};\n}} while (amount < {m});",
    "[amount, label] = [label.length, String(amount)];",
    'switch (label) {{\n  case "{noun}":\n    amount = {n};\n    break;\n}}',
    "const size{big} = items.map((entry) => entry.{key});",
    "if (!label) return {m};",
    "amount = Number.isNaN(amount) ? {n} : amount;",
    "label = [...label].reverse().join('');",
    "items.push({{ ...items[{n}] }});",
)


class Background:
    """Makes modules; each gets names that nothing else has."""

    def __init__(self, draft: Draft, seed: int) -> None:
        self._draft = draft
        self._random = random.Random(seed)
        self._python: list[tuple[str, list[str]]] = []
        self._scripts: list[tuple[str, list[str]]] = []
        self._number = 0

    def fill(self, python_modules: int, script_modules: int) -> None:
        """Make modules and their tests."""
        for number in range(python_modules):
            self._python_module(AREAS[number % len(AREAS)])
        for number in range(script_modules):
            self._script_module(PARTS[number % len(PARTS)])
        for area in AREAS:
            if any(path.startswith(f"shop/{area}/") for path, _ in self._python):
                self._draft.add(f"shop/{area}/__init__.py", f'"""Everything about {area}."""\n')
        self._draft.add("shop/__init__.py", '"""A shop."""\n')
        self._python_tests()
        self._script_tests()

    def _name(self) -> str:
        self._number += 1
        return f"{self._random.choice(VERBS)}_{self._random.choice(NOUNS)}_{self._number}"

    def _steps(self, steps: tuple[str, ...]) -> list[str]:
        chosen = self._random.sample(steps, self._random.randint(5, 8))
        return [
            step.format(
                n=self._random.randint(1, 9),
                m=self._random.randint(10, 99),
                big=self._random.randint(100, 9999),
                key=self._random.choice(KEYS),
                noun=self._random.choice(NOUNS),
            )
            for step in chosen
        ]

    def _python_module(self, area: str) -> None:
        functions = [self._name() for _ in range(self._random.randint(2, 4))]
        path = f"shop/{area}/{functions[0]}_module.py"
        lines = [
            f'"""What {area} does about {functions[0].replace("_", " ")}."""',
            "",
            "from __future__ import annotations",
            "",
        ]
        used: list[str] = []
        for other, names in self._random.sample(self._python, min(len(self._python), self._random.randint(0, 2))):
            lines.append(f"from {other.removesuffix('.py').replace('/', '.')} import {names[0]}")
            used.append(names[0])
            self._draft.truth.edges.add((path, other))
        for name in functions:
            lines += ["", "", f"def {name}(items: list, amount: int, label: str) -> int:"]
            lines += [f'    """Work out the {name.replace("_", " ")}."""', "    found: dict = {}"]
            for step in self._steps(PYTHON_STEPS):
                lines += [f"    {line}" for line in step.split("\n")]
            lines += [f"    amount += {other}(items, amount, label)" for other in used]
            lines.append("    return amount + len(found)")
        self._draft.add(path, "\n".join(lines) + "\n")
        self._python.append((path, functions))

    def _script_module(self, part: str) -> None:
        functions = [_camel(self._name()) for _ in range(self._random.randint(2, 3))]
        path = f"web/src/{part}/{functions[0]}.ts"
        lines = [f"// What {part} do about {functions[0]}."]
        used: list[str] = []
        for other, names in self._random.sample(self._scripts, min(len(self._scripts), self._random.randint(0, 2))):
            lines.append(f'import {{ {names[0]} }} from "../{other.removeprefix("web/src/").removesuffix(".ts")}";')
            used.append(names[0])
            self._draft.truth.edges.add((path, other))
        lines.append('import { Entry } from "../model";')
        self._draft.truth.edges.add((path, "web/src/model.ts"))
        for name in functions:
            lines += ["", f"/** Works out {name}. */"]
            lines += [f"export function {name}(items: Entry[], amount: number, label: string): number {{"]
            lines.append("  const found = new Map<string, number>();")
            for step in self._steps(SCRIPT_STEPS):
                lines += [f"  {line}" for line in step.split("\n")]
            lines += [f"  amount += {other}(items, amount, label);" for other in used]
            lines += ["  return amount + found.size;", "}"]
        self._draft.add(path, "\n".join(lines) + "\n")
        self._scripts.append((path, functions))

    def _python_tests(self) -> None:
        for number in range(0, len(self._python), 2):
            pair = self._python[number : number + 2]
            lines = [
                f"from {path.removesuffix('.py').replace('/', '.')} import {', '.join(names)}" for path, names in pair
            ]
            for name in (name for _, names in pair for name in names):
                lines += ["", "", f"def test_{name}():", f"    assert {name}([], {number}, 'x') is not None"]
            self._draft.add(f"tests/test_{pair[0][1][0]}.py", "\n".join(lines) + "\n")

    def _script_tests(self) -> None:
        for number in range(0, len(self._scripts), 2):
            pair = self._scripts[number : number + 2]
            lines = [
                f'import {{ {", ".join(names)} }} from "../src/{path.removeprefix("web/src/").removesuffix(".ts")}";'
                for path, names in pair
            ]
            for name in (name for _, names in pair for name in names):
                lines.append(f'test("{name}", () => expect({name}([], {number}, "x")).toBeDefined());')
            self._draft.add(f"web/tests/{pair[0][1][0]}.test.ts", "\n".join(lines) + "\n")


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
