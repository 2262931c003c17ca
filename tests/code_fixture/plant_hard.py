"""Harder cases of every kind: forms that rules of thumb miss, and innocent code that they take for guilty.

Some of them are not found, and are kept for that: the figures should say where the jobs end.
"""

from __future__ import annotations

import random
import string

from tests.code_fixture.plant_security import MIXED, text
from tests.code_fixture.plant_structure import BODY
from tests.code_fixture.truth import Draft


def plant(draft: Draft, seed: int) -> None:
    """Plant the hard cases."""
    chance = random.Random(seed)
    _secrets(draft, chance)
    _calls(draft)
    _innocent(draft, chance)
    _structure(draft)
    _documents(draft)
    _gaps(draft)
    _imports(draft)


def _secrets(draft: Draft, chance: random.Random) -> None:
    draft.add("deploy/values.yaml", f"replicas: 2\ndb_password: {text(chance, MIXED, 16)}\nimage: shop:1.4\n")
    draft.truth.expect("audit", "secret-password", "deploy/values.yaml", 2)
    draft.add("deploy/client.json", f'{{"name": "shop", "clientSecret": "{text(chance, MIXED, 30)}"}}\n')
    draft.truth.expect("audit", "secret-secret", "deploy/client.json", 1)
    draft.add("Dockerfile", f"FROM python:3.13\nENV API_TOKEN={text(chance, MIXED, 28)}\nCMD python -m shop\n")
    draft.truth.expect("audit", "secret-token", "Dockerfile", 2)
    path = "shop/notify/split_key.py"
    draft.add(path, f'"""A key in two halves."""\n\nSENDER = "{"gh" + "p_"}" + "{text(chance, MIXED, 36)}"\n')
    draft.truth.expect("audit", "secret-github-token", path, 3)
    draft.add("tests/test_split_key.py", "import shop.notify.split_key\n")


def _calls(draft: Draft) -> None:
    path = "shop/shipping/danger_again.py"
    draft.add(
        path,
        '''
"""Work with files of parcels."""

import os
import tarfile


def remove_folder(name: str) -> int:
    """Remove a folder."""
    return os.system(f"rm -r {name}")


def forget(cursor: object, user: str) -> object:
    """Forget somebody."""
    return cursor.execute(f"DELETE FROM users WHERE id = {user}")


def unpack(path: str) -> None:
    """Unpack what was sent."""
    with tarfile.open(path) as archive:
        archive.extractall("/srv/parcels")


def serve(app: object) -> None:
    """Serve."""
    app.run(debug=True)


TABLE = "parcels"


def find(cursor: object, number: int) -> object:
    """Find one; the table is a constant of ours."""
    return cursor.execute(f"SELECT * FROM {TABLE} WHERE number = ?", (number,))
''',
    )
    for kind, part in (
        ("shell-injection", "os.system"), ("sql-injection", "DELETE FROM"), ("unsafe-archive", "extractall"),
        ("debug-server", "debug=True"),
    ):  # fmt: skip
        draft.truth.expect("audit", kind, path, draft.line(path, part))
    names = "remove_folder, forget, unpack, serve, find"
    imported = f"from shop.shipping.danger_again import {names}"
    draft.add("tests/test_danger_again.py", f"{imported}\n\n\ndef test_all():\n    assert all(({names}))\n")
    script = "web/src/util/dangerAgain.ts"
    draft.add(
        script,
        """
// More in a hurry.

/** Makes a function. */
export function made(formula: string): unknown {
  return new Function("return " + formula);
}

/** Finds by two lines. */
export function spread(db: any, name: string): unknown {
  const query = "SELECT id FROM users " +
    "WHERE name = '" + name + "'";
  return db.query(query);
}
""",
    )
    draft.truth.expect("audit", "eval", script, draft.line(script, "new Function"))
    draft.truth.expect("audit", "sql-injection", script, draft.line(script, "SELECT id"))
    draft.add(
        "web/tests/dangerAgain.test.ts", 'import { made, spread } from "../src/util/dangerAgain";\n[made, spread];\n'
    )


def _innocent(draft: Draft, chance: random.Random) -> None:
    letters = string.ascii_letters + string.digits + "+/"
    draft.add(
        "shop/notify/innocent.py",
        f'''
"""What a careless audit would shout about."""

import getpass
import secrets

PASSWORD_RULE = r"^(?=.*[0-9])(?=.*[A-Z]).{{8,40}}$"
password = getpass.getpass()
secret_key = secrets.token_hex(32)
INTEGRITY = "sha512-{"".join(chance.choice(letters) for _ in range(86))}=="
PIXEL = "data:image/png;base64,{"".join(chance.choice(letters) for _ in range(120))}"
PUBLIC = "ssh-rsa AAAAB3NzaC1yc2E{"".join(chance.choice(letters) for _ in range(80))} ada@shop"
HINTS = {{"password": "At least 8 characters", "token": "string"}}
pay_key = "sk_test_{text(chance, MIXED, 24)}"


def header(token: str) -> dict:
    """Make a header."""
    return {{"Authorization": f"Bearer {{token}}"}}
''',
    )
    draft.add(
        "tests/test_innocent.py",
        "from shop.notify.innocent import header\n\n\ndef test_it():\n    assert header('a')\n",
    )
    draft.add(
        "web/src/util/texts.json",
        '{"passwordHint": "Use 8 to 40 characters", "tokenLabel": "Token1", "secretQuestion": "Pet?"}\n',
    )


def _structure(draft: Draft) -> None:
    halves = BODY.replace("    chosen.sort", "    audit_trail = sum(pair[1] for pair in chosen)\n    chosen.sort")
    path = "shop/shipping/dear_parcels.py"
    draft.add(
        path,
        f'"""The dear parcels."""\n\n\ndef dear_parcels(entries, kinds, limit):\n    """The dear parcels."""{halves}',
    )
    draft.add(
        "tests/test_dear_parcels.py", "from shop.shipping.dear_parcels import dear_parcels\n\nassert dear_parcels\n"
    )
    for other in ("shop/orders/dear_orders.py", "shop/reports/dear_reports.py", "shop/billing/dear_bills.py"):
        name = other.rpartition("/")[2].removesuffix(".py")
        draft.truth.expect("refactor", "copy", frozenset({(path, "dear_parcels"), (other, name)}))
    for name, field, kind in (("read_carriers", "carrier", "shipping"), ("read_clients", "client", "accounts")):
        module = f"shop/{kind}/{name}.py"
        draft.add(
            module,
            f'"""Handlers."""\n\n\ndef {name}(request, store):\n    """Answer a request."""\n'
            f'    wanted = request.query.get("{field}")\n    if not wanted:\n'
            f'        return {{"status": 400, "error": "{field} is missing"}}\n'
            f"    found = store.{field}s.find(wanted)\n"
            f'    if found is None:\n        return {{"status": 404, "error": "no such {field}"}}\n'
            f'    return {{"status": 200, "{field}": found.to_dict()}}\n',
        )
        draft.add(f"tests/test_{name}.py", f"from {module[:-3].replace('/', '.')} import {name}\n\nassert {name}\n")
    for one, other in (("near", "far"), ("far", "near")):
        draft.add(
            f"shop/plugins/ring_{one}.py",
            f'"""A ring of relatives."""\n\nfrom . import ring_{other}\n\nN_{one.upper()} = 1\n',
        )
        draft.truth.edges.add((f"shop/plugins/ring_{one}.py", f"shop/plugins/ring_{other}.py"))
    draft.truth.expect("refactor", "cycle", frozenset({"shop/plugins/ring_near.py", "shop/plugins/ring_far.py"}))
    _large_script(draft)


def _large_script(draft: Draft) -> None:
    cases = "".join(f'    case "k{n}":\n      return value + {n};\n' for n in range(18))
    path = "web/src/components/switching.ts"
    draft.add(
        path,
        f"// A long decision.\n\n/** Decides. */\nexport const decide = (kind: string, value: number): number => {{\n"
        f"  switch (kind) {{\n{cases}    default:\n      return 0;\n  }}\n}};\n",
    )
    draft.truth.expect("refactor", "large", path, "decide")
    draft.add("web/tests/switching.test.ts", 'import { decide } from "../src/components/switching";\ndecide("a", 1);\n')


def _documents(draft: Draft) -> None:
    path = "docs/운영.md"
    draft.add(
        path,
        """
# 운영 안내

주문 규칙은 `shop/orders/order_rules_v2.py`에 있고 `Ledger.book()`으로 기장합니다.
`web/dist/`와 `config.yaml`은 배포할 때 만들어집니다. `shop/orders/*.py`를 보세요.
`settle_all_accounts()`는 밤마다 돕니다. 포트는 `SHOP_PORT`입니다.
""",
    )
    draft.truth.expect("document", "stale", path, "path", "shop/orders/order_rules_v2.py")
    draft.truth.expect("document", "stale", path, "function", "settle_all_accounts")
    module = "shop/search/async_words.py"
    draft.add(
        module,
        '''
"""Words that come later."""


class Finder:
    """Finds."""

    async def find_all(self, words):
        found = []
        for word in words:
            if word:
                found.append(word.strip())
        return found

    def nested(self, words):
        """Has a helper inside."""

        def helper(word):
            plain = word.strip()
            plain = plain.lower()
            plain += "!"
            return plain

        return [helper(word) for word in words]
''',
    )
    draft.truth.expect("document", "undocumented", module, "Finder.find_all")
    draft.add(
        "tests/test_async_words.py",
        "from shop.search.async_words import Finder\n\n\nasync def test_it():\n    finder = Finder()\n"
        "    await finder.find_all([])\n    finder.nested([])\n",
    )


def _gaps(draft: Draft) -> None:
    path = "shop/billing/gaps_again.py"
    draft.add(
        path,
        '''
"""Bills and their gaps."""


def only_in_words(bill):
    """A test speaks of it and never calls it."""
    if bill.late:
        return bill.sum * 2
    return bill.sum


def behind_a_gap(bill):
    """Only an untested function calls it."""
    if bill.open:
        return bill.sum
    return 0


def gap_in_front(bill):
    """No test calls it."""
    if bill.kind == "a":
        return behind_a_gap(bill)
    return None


class Paper:
    """A bill on paper."""

    def render(self, width):
        """Tested."""
        if width > 80:
            return "wide"
        return "narrow"


class Screen:
    """A bill on a screen: made in a test, but never rendered."""

    def render(self, width):
        """Not tested; only its namesake is."""
        if width > 800:
            return "wide"
        return "narrow"
''',
    )
    for name in ("only_in_words", "behind_a_gap", "gap_in_front", "Screen.render"):
        draft.truth.expect("testgaps", path, name)
    draft.add(
        "tests/test_gaps_again.py",
        "from shop.billing.gaps_again import Paper, Screen\n\n"
        "# only_in_words is tested elsewhere\n\n\ndef test_paper():\n"
        "    assert Paper().render(3) == 'narrow'\n    assert Screen()\n",
    )


def _imports(draft: Draft) -> None:
    draft.add(
        "web/tsconfig.json",
        '{\n  // aliases\n  "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] }, },\n}\n',
    )
    draft.add(
        "web/src/components/aliased.ts",
        '// By an alias.\nimport { roll } from "@/util/careful";\n\nexport const rolled = () => roll();\n',
    )
    draft.truth.edges.add(("web/src/components/aliased.ts", "web/src/util/careful.ts"))
    draft.add("web/src/components/lazy.ts", '// Later.\nexport const later = async () => import("./aliased");\n')
    draft.truth.edges.add(("web/src/components/lazy.ts", "web/src/components/aliased.ts"))
    draft.add("web/tests/lazy.test.ts", 'import { later } from "../src/components/lazy";\nlater();\n')
    draft.add("shop/plugins/relative.py", '"""By a relative way."""\n\nfrom ..settings import PORT\n\nSHOWN = PORT\n')
    draft.truth.edges.add(("shop/plugins/relative.py", "shop/settings.py"))
    draft.add("tests/test_relative.py", "import shop.plugins.relative\nimport shop.plugins.ring_near\n")
    draft.add("scripts/serve.ts", '#!/usr/bin/env tsx\n// Serves.\nimport "../web/src/server";\n')
    draft.truth.edges.add(("scripts/serve.ts", "web/src/server.ts"))
    draft.truth.entries.add("scripts/serve.ts")
