/** Every text that is shown has a Korean one beside it, and none is left over. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";

const root = process.env.CLIENT_ROOT ?? "";
const source = path.join(root, "src");

function shownTexts(): Set<string> {
  const texts = new Set<string>();
  for (const name of readdirSync(source, { recursive: true }) as string[]) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const code = readFileSync(path.join(source, name), "utf8");
    for (const match of code.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)) texts.add(JSON.parse(`"${match[1] ?? ""}"`) as string);
  }
  return texts;
}

const korean = JSON.parse(readFileSync(path.join(root, "l10n/bundle.l10n.ko.json"), "utf8")) as Record<string, string>;

test("every text has a Korean translation", () => {
  assert.deepEqual([...shownTexts()].filter((text) => !(text in korean)), []);
});

test("no translation is left over", () => {
  const texts = shownTexts();
  assert.deepEqual(Object.keys(korean).filter((text) => !texts.has(text)), []);
});

test("translations keep the placeholders", () => {
  const placeholders = (text: string): string => [...text.matchAll(/\{\d\}/g)].map(String).sort().join();
  for (const [text, translated] of Object.entries(korean)) assert.equal(placeholders(translated), placeholders(text), text);
});

test("manifest texts exist in both languages", () => {
  const manifest = readFileSync(path.join(root, "package.json"), "utf8");
  for (const file of ["package.nls.json", "package.nls.ko.json"]) {
    const texts = JSON.parse(readFileSync(path.join(root, file), "utf8")) as Record<string, string>;
    const missing = [...manifest.matchAll(/%([\w.]+)%/g)].map((match) => match[1] ?? "").filter((key) => !(key in texts));
    assert.deepEqual(missing, [], file);
  }
});
