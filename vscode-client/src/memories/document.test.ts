import assert from "node:assert/strict";
import { test } from "node:test";
import type { Memory } from "../wire";
import { UnreadableMemory, changesOf, contentBeyond, fileName, readMemory, writeMemory } from "./document";

const memory = {
  id: "m1",
  title: "Release day",
  category: "decision",
  tags: ["release", "배포"],
  content: "We release on Thursdays.\n\n---\n\nNever on Fridays.",
} as unknown as Memory;

test("a memory survives being written and read", () => {
  assert.deepEqual(readMemory(writeMemory(memory)), { title: "Release day", category: "decision", tags: ["release", "배포"], content: memory.content });
  assert.equal(changesOf(memory, writeMemory(memory)), undefined);
  assert.equal(changesOf(memory, writeMemory(memory).replaceAll("\n", "\r\n")), undefined);
});

test("only what was changed is sent", () => {
  const text = writeMemory(memory).replace("Thursdays", "Tuesdays").replace("배포", "배포일");
  assert.deepEqual(changesOf(memory, text), { id: "m1", content: memory.content.replace("Thursdays", "Tuesdays"), tags: ["release", "배포일"] });
});

test("a text without a head is all content", () => {
  assert.deepEqual(changesOf(memory, "Something else."), { id: "m1", content: "Something else." });
});

test("a head without an end is refused, so that nothing is lost", () => {
  assert.throws(() => readMemory("---\ntitle: x\ncontent"), UnreadableMemory);
});

test("file names are safe and cut by characters", () => {
  assert.equal(fileName("a/b: c?"), "a b c.md");
  assert.equal(fileName("We release on Thursdays."), "We release on Thursdays.md");
  assert.equal(fileName("  "), "memory.md");
  assert.equal(fileName("가".repeat(200)), `${"가".repeat(60)}.md`);
  assert.equal(fileName("😀".repeat(70)), `${"😀".repeat(60)}.md`);
});

test("a list shows what the content says beyond the title", () => {
  assert.equal(contentBeyond({ title: "We release on Thursdays.", content: "We release on Thursdays." }), "");
  assert.equal(contentBeyond({ title: "To roll back:…", content: "To roll back: open\nthe pipeline." }), "… open the pipeline.");
  assert.equal(contentBeyond({ title: "Cart", content: "Cartons are counted." }), "Cartons are counted.");
});
