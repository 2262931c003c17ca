/** What the manifest promises of every command: it says when it is shown, and a row of the tree stays tidy. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

interface Entry {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly Entry[]; readonly menus: Record<string, readonly Entry[]> };
}

const manifest = JSON.parse(readFileSync(path.join(process.env.CLIENT_ROOT ?? "", "package.json"), "utf8")) as Manifest;
const { commands, menus } = manifest.contributes;

test("every command has a when-clause in the palette", () => {
  const shown = new Set((menus.commandPalette ?? []).filter((entry) => entry.when).map((entry) => entry.command));
  assert.deepEqual(commands.map((each) => each.command).filter((command) => !shown.has(command)), []);
});

test("a row of the tree has at most three inline actions", () => {
  const inline = (menus["view/item/context"] ?? []).filter((entry) => entry.group?.startsWith("inline"));
  assert.ok(inline.length > 0 && inline.length <= 3);
});
