"""Planted for the audit: secrets and dangerous calls that count, and their harmless doubles that must not be reported.

Secrets are put together here, by chance and at run time: none stands in this repository.
"""

from __future__ import annotations

import random
import string

from tests.code_fixture.truth import Draft

UPPER = string.ascii_uppercase + "234567"
MIXED = string.ascii_letters + string.digits


def plant(draft: Draft, seed: int) -> None:
    """Plant the findings of the audit and their decoys."""
    chance = random.Random(seed)
    _python_secrets(draft, chance)
    _script_secrets(draft, chance)
    _python_calls(draft)
    _script_calls(draft)
    _other_languages(draft, chance)
    _decoys(draft, chance)


def text(chance: random.Random, letters: str, length: int) -> str:
    """Random letters that hold at least one digit."""
    made = [chance.choice(letters) for _ in range(length)]
    made[length // 2] = chance.choice("3579")
    return "".join(made)


def _python_secrets(draft: Draft, chance: random.Random) -> None:
    path = "shop/accounts/settings_live.py"
    armour = "\n".join(text(chance, MIXED, 64) for _ in range(8))
    draft.add(
        path,
        f'''
"""Where the shop finds its services."""

CLOUD_ID = "{"AK" + "IA"}{text(chance, UPPER, 16)}"
CODE_HOST = "{"gh" + "p_"}{text(chance, MIXED, 36)}"
database_password = "{text(chance, MIXED, 14)}"
PAY_API_KEY = "{text(chance, MIXED, 32)}"
STORE_URL = "postgresql://shop:{text(chance, MIXED, 12)}@db7.shop-internal.net/orders"
SIGNING = """-----BEGIN {"RSA PRIV" + "ATE KEY"}-----
{armour}
-----END {"RSA PRIV" + "ATE KEY"}-----"""
''',
    )
    for kind, part in (
        ("secret-aws-key", "CLOUD_ID"), ("secret-github-token", "CODE_HOST"), ("secret-password", "database_password"),
        ("secret-api-key", "PAY_API_KEY"), ("secret-connection-password", "STORE_URL"),
        ("secret-private-key", "SIGNING"),
    ):  # fmt: skip
        draft.truth.expect("audit", kind, path, draft.line(path, part))
    draft.add("tests/test_settings_live.py", "import shop.accounts.settings_live\n")


def _script_secrets(draft: Draft, chance: random.Random) -> None:
    path = "web/src/api/client-settings.ts"
    draft.add(
        path,
        f"""
// Where the web client finds its services.
export const settings = {{
  apiKey: "{text(chance, MIXED, 32)}",
  slack: "{"xo" + "xb"}-{"".join(chance.choice(string.digits) for _ in range(12))}-{text(chance, MIXED, 24)}",
}};
""",
    )
    draft.truth.expect("audit", "secret-api-key", path, draft.line(path, "apiKey"))
    draft.truth.expect("audit", "secret-slack-token", path, draft.line(path, "slack"))
    draft.add(
        "web/tests/client-settings.test.ts", 'import { settings } from "../src/api/client-settings";\nsettings;\n'
    )


def _python_calls(draft: Draft) -> None:
    path = "shop/reports/danger.py"
    draft.add(
        path,
        '''
"""Exports of the shop, done in a hurry."""

import hashlib
import pickle
import subprocess

import requests
import yaml


def load_rules(stream: str) -> object:
    """Read rules."""
    return yaml.load(stream, Loader=yaml.Loader)


def run_export(name: str) -> int:
    """Start the exporter."""
    return subprocess.call("export-report " + name, shell=True)


def read_cached(data: bytes) -> object:
    """Read what was kept."""
    return pickle.loads(data)


def fetch_prices(url: str) -> bytes:
    """Fetch prices."""
    return requests.get(url, verify=False, timeout=5).content


def sign(password: str) -> str:
    """Sign."""
    return hashlib.md5(password.encode()).hexdigest()


def compute(formula: str) -> object:
    """Work out a formula."""
    return eval(formula)


def find_user(cursor: object, name: str) -> object:
    """Find somebody."""
    return cursor.execute("SELECT id, mail FROM users WHERE name = '" + name + "'")
''',
    )
    for kind, part in (
        ("unsafe-yaml", "yaml.load("), ("shell-injection", "shell=True"), ("unsafe-deserialisation", "pickle.loads"),
        ("tls-off", "verify=False"), ("weak-hash", "md5("), ("eval", "eval("), ("sql-injection", "SELECT id"),
    ):  # fmt: skip
        draft.truth.expect("audit", kind, path, draft.line(path, part))
    names = "load_rules, run_export, read_cached, fetch_prices, sign, compute, find_user"
    draft.add(
        "tests/test_danger.py",
        f"from shop.reports.danger import {names}\n\n\ndef test_all():\n    assert all(({names}))\n",
    )


def _script_calls(draft: Draft) -> None:
    path = "web/src/util/danger.ts"
    draft.add(
        path,
        """
// Helpers that were written in a hurry.
import { exec } from "child_process";
import { createHash } from "crypto";
import * as https from "https";

/** Works out a formula. */
export function compute(formula: string): unknown {
  return eval(formula);
}

/** Packs a folder. */
export function pack(folder: string): void {
  exec(`tar czf out.tgz ${folder}`);
}

/** Shows a note. */
export function show(element: HTMLElement, note: string): void {
  element.innerHTML = note;
}

/** Makes an agent. */
export function agent(): https.Agent {
  return new https.Agent({ rejectUnauthorized: false });
}

/** Finds somebody. */
export function find(db: any, name: string): unknown {
  return db.query(`SELECT id FROM users WHERE name = '${name}'`);
}

/** Marks a text. */
export function mark(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

/** Makes a session. */
export function session(): string {
  const sessionToken = "s" + Math.random().toString(36);
  return sessionToken;
}
""",
    )
    for kind, part in (
        ("eval", "eval("), ("shell-injection", "exec(`"), ("html-injection", "innerHTML"), ("tls-off", "rejectUn"),
        ("sql-injection", "SELECT id"), ("weak-hash", 'createHash("md5")'), ("weak-random", "Math.random"),
    ):  # fmt: skip
        draft.truth.expect("audit", kind, path, draft.line(path, part))
    names = "compute, pack, show, agent, find, mark, session"
    draft.add("web/tests/danger.test.ts", f'import {{ {names} }} from "../src/util/danger";\n[{names}];\n')


def _other_languages(draft: Draft, chance: random.Random) -> None:
    draft.add("scripts/install.sh", "#!/bin/sh\ncurl -fsSL https://get.shop.dev/install | sh\nchmod -R 777 /var/shop\n")
    draft.truth.expect("audit", "pipe-to-shell", "scripts/install.sh", 2)
    draft.truth.expect("audit", "world-writable", "scripts/install.sh", 3)
    flow = ".github/workflows/greet.yml"
    draft.add(
        flow,
        """
name: greet
on: issues
jobs:
  greet:
    runs-on: ubuntu-latest
    steps:
      - run: echo "${{ github.event.issue.title }}"
""",
    )
    draft.truth.expect("audit", "workflow-injection", flow, draft.line(flow, "github.event"))
    draft.add("deploy/.env", f"DB_PASSWORD={text(chance, MIXED, 18)}\nMODE=live\n")
    draft.truth.expect("audit", "key-file", "deploy/.env", None)


def _decoys(draft: Draft, chance: random.Random) -> None:
    draft.add(
        "shop/accounts/settings_safe.py",
        f'''
"""What looks like a secret or a danger and is none."""

import hashlib
import os
import subprocess

import yaml

PASSWORD_FIELD = "password"
password = os.environ["SHOP_PASSWORD"]
api_key = "changeme-please-1"
token = "your-token-here-123"
LABELS = {{"password": "비밀번호", "token": "토큰"}}
token_url = "https://auth.shop.dev/oauth/token"
BUILD = "{hex(chance.getrandbits(160))[2:]}"
TRACE_ID = "3f2b8c1e-7a54-4c0e-9d3b-1f6a2e5c8b90"
key_path = "/etc/shop/keys/service.pem"
secret_name = "shop/live/payments"
max_tokens = "4096tokens"


def read_rules(stream: str) -> object:
    """Read rules: never with eval(stream) or pickle."""
    return yaml.safe_load(stream)


def start(names: list) -> int:
    """Start a program."""
    return subprocess.run(["export-report", *names], check=False).returncode


def digest(data: bytes) -> str:
    """Name some bytes; nobody trusts it."""
    return hashlib.md5(data, usedforsecurity=False).hexdigest()


def checked(formula: str) -> object:
    """Work out a formula that we wrote."""
    return eval(formula)  # nosec - only constants of ours


def find_user(cursor: object, name: str) -> object:
    """Find somebody."""
    return cursor.execute("SELECT id, mail FROM users WHERE name = ?", (name,))
''',
    )
    names = "read_rules, start, digest, checked, find_user"
    draft.add(
        "tests/test_settings_safe.py",
        f'from shop.accounts.settings_safe import {names}\n\nKEY = "{"AK" + "IA"}{text(chance, UPPER, 16)}"\n\n\n'
        f"def test_all():\n    assert all(({names}))\n    assert eval('1') == 1\n",
    )
    draft.add(
        "web/src/util/careful.ts",
        """
// What looks dangerous and is not.
const pattern = /a(b)c/;
const WARNING = "never call eval(text) here";

/** Matches; the exec of an expression starts no program. */
export function matched(text: string): string[] | null {
  return pattern.exec(text);
}

/** Empties an element. */
export function empty(element: HTMLElement): string {
  element.innerHTML = "";
  return WARNING;
}

/** Finds somebody. */
export function found(db: any, name: string): unknown {
  return db.query("SELECT id FROM users WHERE name = $1", [name]);
}

/** Rolls a die. */
export function roll(): number {
  return Math.floor(Math.random() * 6);
}
""",
    )
    draft.add(
        "web/tests/careful.test.ts",
        'import { matched, empty, found, roll } from "../src/util/careful";\n[matched, empty, found, roll];\n',
    )
    draft.add(
        "scripts/careful.sh",
        '#!/bin/sh\n# never do: curl https://example.org | sh\ncurl -fsSL -o install.sh https://get.shop.dev/install\n'
        'eval "$(ssh-agent -s)"\nchmod 755 bin\nrm -rf "${BUILD_DIR:?}/cache"\n',
    )  # fmt: skip
    draft.add("deploy/.env.example", "DB_PASSWORD=fill-this-in-9\n")
