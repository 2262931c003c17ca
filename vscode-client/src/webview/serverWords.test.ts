/** The names that the server gives its blocks and the parts of a confidence are known, so that they can be translated. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { serverWords, spaced } from "./serverWords";

const server = path.join(process.env.CLIENT_ROOT ?? "", "../memserver");
const word = serverWords((text) => `translated ${text}`);

function namesIn(file: string, pattern: RegExp): string[] {
  return [...readFileSync(path.join(server, file), "utf8").matchAll(pattern)].map((match) => spaced(match[1] ?? ""));
}

test("every block and every part of a confidence has a name in the user's language", () => {
  const blocks = namesIn("turn/blocks/registry.py", /BlockEntry\("([\w-]+)"/g);
  const parts = namesIn("growth/confidence.py", /^ {8}"(\w+)": /gm);
  assert.ok(blocks.length >= 8 && parts.length >= 11);
  for (const name of [...blocks, ...parts, "very low"]) assert.equal(word(name), `translated ${name}`);
});

test("a word that is not known stays as it is", () => {
  assert.equal(word("release.ts changed"), "release.ts changed");
});
