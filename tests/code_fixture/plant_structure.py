"""Planted for `refactor`: copies under their own and under other names, functions that do too much, import cycles."""

from __future__ import annotations

import re

from tests.code_fixture.truth import Draft

BODY = """
    chosen = []
    for entry in entries:
        if entry["kind"] not in kinds:
            continue
        cost = entry["price"] * entry["count"]
        if cost > limit and not entry.get("free"):
            cost = limit + (cost - limit) / 2
        chosen.append((entry["name"], round(cost, 2)))
    chosen.sort(key=lambda pair: (-pair[1], pair[0]))
    return {name: cost for name, cost in chosen[:10]}
"""
SCRIPT_BODY = """
  const rows: string[] = [];
  for (const entry of entries) {
    if (!entry.name || entry.amount < least) {
      continue;
    }
    const shown = entry.amount > 1000 ? `${(entry.amount / 1000).toFixed(1)}k` : String(entry.amount);
    rows.push(`${entry.name}: ${shown}`);
  }
  rows.sort((one, other) => one.localeCompare(other));
  return rows.slice(0, 20).join("\\n");
"""


def plant(draft: Draft) -> None:
    """Plant what should be simpler, and what only looks as if."""
    _copies(draft)
    _script_copies(draft)
    _large(draft)
    _cycles(draft)


def _renamed(body: str) -> str:
    names = {
        "entries": "lines", "entry": "line", "kinds": "groups", "chosen": "picked", "cost": "fee", "limit": "bound",
        "name": "title", "pair": "couple",
    }  # fmt: skip
    return re.sub(r"\b\w+\b(?!\")", lambda match: names.get(match.group(), match.group()), body)


def _copies(draft: Draft) -> None:
    def module(path: str, name: str, parameters: str, body: str, about: str) -> None:
        draft.add(path, f'"""{about}"""\n\n\ndef {name}({parameters}):\n    """{about}"""{body}')
        draft.add(
            f"tests/test_{name}.py",
            f"from {path[:-3].replace('/', '.')} import {name}\n\n\ndef test_it():\n    assert {name}\n",
        )

    module("shop/orders/dear_orders.py", "dear_orders", "entries, kinds, limit", BODY, "The dear orders.")
    module("shop/reports/dear_reports.py", "dear_reports", "entries, kinds, limit", BODY, "The dear reports.")
    module("shop/billing/dear_bills.py", "dear_bills", "lines, groups, bound", _renamed(BODY), "The dear bills.")
    places = [
        ("shop/orders/dear_orders.py", "dear_orders"), ("shop/reports/dear_reports.py", "dear_reports"),
        ("shop/billing/dear_bills.py", "dear_bills"),
    ]  # fmt: skip
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            draft.truth.expect("refactor", "copy", frozenset({one, other}))
    # The same form over other things: names do not follow one replacement.
    module(
        "shop/search/other_form.py", "other_form", "entries, kinds, limit",
        BODY.replace('entry["price"] * entry["count"]', 'kinds["price"] * limit["count"]')
        .replace("cost > limit and not entry.get", "kinds > entry and not limit.get")
        .replace("cost = limit + (cost - limit) / 2", "entry = cost + (kinds - entry) / 2")
        .replace('(entry["name"], round(cost, 2))', '(kinds["name"], round(entries, 2))')
        .replace("for entry in entries", "for limit in kinds"),
        "Another form.",
    )  # fmt: skip
    rows = "".join(f'        ("{word}", {number}, "{word}s"),\n' for number, word in enumerate("abcdefghijklmnopqrst"))
    for name in ("first_table", "second_table"):
        module(f"shop/catalog/{name}.py", name, "", f"\n    return (\n{rows}    )\n", f"The {name.replace('_', ' ')}.")


def _script_copies(draft: Draft) -> None:
    other = SCRIPT_BODY.replace("rows", "list").replace("shown", "told").replace("entry", "record")
    for part, name, body in (("api", "listAmounts", SCRIPT_BODY), ("store", "tellRecords", other)):
        draft.add(
            f"web/src/{part}/{name}.ts",
            f'// Lists.\nimport {{ Entry }} from "../model";\n\n/** Lists. */\n'
            f"export function {name}(entries: Entry[], least: number): string {{{body}}}\n",
        )
        draft.truth.edges.add((f"web/src/{part}/{name}.ts", "web/src/model.ts"))
        draft.add(f"web/tests/{name}.test.ts", f'import {{ {name} }} from "../src/{part}/{name}";\n{name}([], 1);\n')
    draft.truth.expect(
        "refactor", "copy",
        frozenset({("web/src/api/listAmounts.ts", "listAmounts"), ("web/src/store/tellRecords.ts", "tellRecords")}),
    )  # fmt: skip


def _large(draft: Draft) -> None:
    path = "shop/orders/large_functions.py"
    long = "".join(f"    step_{n} = value + {n}\n    total += step_{n} * {n % 7 + 1}\n" for n in range(45))
    branches = "".join(f'    if kind == "k{n}" or value == {n}:\n        total -= {n}\n' for n in range(9))
    table = "".join(f'        "{n}": {n * n},\n' for n in range(100))
    deep = "".join(f"{'    ' * (n + 1)}if value > {n}:\n" for n in range(6)) + "    " * 7 + "value -= 1\n"
    many = ", ".join(f"option_{n}" for n in range(9))
    fields = "".join(f"        self.option_{n} = option_{n}\n" for n in range(9))
    draft.add(
        path,
        f'"""Functions that grew."""\n\n\ndef very_long(value, total=0):\n    """Adds up."""\n'
        f"{long}    return total\n\n\n"
        f'def many_ways(kind, value, total=0):\n    """Decides."""\n{branches}    return total\n\n\n'
        f'def deep_inside(value):\n    """Digs."""\n{deep}    return value\n\n\n'
        f'def takes_all({many}):\n    """Takes."""\n    taken = [{many}]\n    taken.sort()\n    return taken\n\n\n'
        f'def long_table():\n    """A table is long and simple."""\n    return {{\n{table}    }}\n\n\n'
        f'class Options:\n    """Holds."""\n\n    def __init__(self, {many}):\n{fields}',
    )
    for name in ("very_long", "many_ways", "deep_inside", "takes_all"):
        draft.truth.expect("refactor", "large", path, name)
    names = "very_long, many_ways, deep_inside, takes_all, long_table, Options"
    draft.add(
        "tests/test_large_functions.py",
        f"from {path[:-3].replace('/', '.')} import {names}\n\n\ndef test_all():\n    assert all(({names}))\n",
    )


def _cycles(draft: Draft) -> None:
    def module(path: str, head: str) -> None:
        name = path.rpartition("/")[2].removesuffix(".py")
        draft.add(
            path, f'"""Part of {name}."""\n\nfrom __future__ import annotations\n\n{head}\n\nVALUE_{name.upper()} = 1\n'
        )
        draft.add(f"tests/test_{name}.py", f"import {path[:-3].replace('/', '.')}\n")

    def edge(one: str, other: str) -> None:
        draft.truth.edges.add((one, other))

    for one, other in (
        ("shop/billing/ring_a", "shop/accounts/ring_b"), ("shop/search/loop_x", "shop/search/loop_y"),
        ("shop/search/loop_y", "shop/search/loop_z"), ("shop/search/loop_z", "shop/search/loop_x"),
        ("shop/notify/typed_a", "shop/notify/typed_b"), ("shop/notify/late_a", "shop/notify/late_b"),
    ):  # fmt: skip
        edge(f"{one}.py", f"{other}.py")
        if "loop" not in one:
            edge(f"{other}.py", f"{one}.py")
    for one, other in (("ringOne", "ringTwo"), ("TypeOne", "TypeTwo")):
        edge(f"web/src/store/{one}.ts", f"web/src/store/{other}.ts")
        edge(f"web/src/store/{other}.ts", f"web/src/store/{one}.ts")
    module("shop/billing/ring_a.py", "from shop.accounts import ring_b")
    module("shop/accounts/ring_b.py", "from shop.billing import ring_a")
    draft.truth.expect("refactor", "cycle", frozenset({"shop/billing/ring_a.py", "shop/accounts/ring_b.py"}))
    for one, other in (("x", "y"), ("y", "z"), ("z", "x")):
        module(f"shop/search/loop_{one}.py", f"import shop.search.loop_{other}")
    draft.truth.expect("refactor", "cycle", frozenset(f"shop/search/loop_{each}.py" for each in "xyz"))
    module(
        "shop/notify/typed_a.py",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from shop.notify import typed_b",
    )
    module("shop/notify/typed_b.py", "from shop.notify import typed_a")
    module("shop/notify/late_a.py", "def later():\n    from shop.notify import late_b\n    return late_b")
    module("shop/notify/late_b.py", "from shop.notify import late_a")
    for one, other in (("ringOne", "ringTwo"), ("ringTwo", "ringOne")):
        draft.add(
            f"web/src/store/{one}.ts",
            f'// A ring.\nimport {{ {other} }} from "./{other}";\nexport const {one} = () => {other};\n',
        )
    draft.truth.expect("refactor", "cycle", frozenset({"web/src/store/ringOne.ts", "web/src/store/ringTwo.ts"}))
    for one, other in (("TypeOne", "TypeTwo"), ("TypeTwo", "TypeOne")):
        draft.add(
            f"web/src/store/{one}.ts",
            f'// Types.\nimport type {{ {other} }} from "./{other}";\nexport interface {one} {{ other?: {other} }}\n',
        )
    draft.add(
        "web/tests/ring.test.ts",
        'import { ringOne } from "../src/store/ringOne";\n'
        'import type { TypeOne } from "../src/store/TypeOne";\nringOne();\n',
    )
