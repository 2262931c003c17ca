import assert from "node:assert/strict";
import { test } from "node:test";
import type { Memory } from "../wire";
import { conflictPairs, contradicted, reasonWords, shares, type InspectedTurn } from "./model";
import { names, textOf } from "../testing/pages";
import { inspectorPage } from "./page";

function turn(): InspectedTurn {
  const item = { id: "m1", source: "project", layer: "project", title: "<b>Release</b> day", score: 0.8, tokens: 20, stale: true, status: "hypothesis", reasons: { words: 0.51234, meaning: 0.7 } };
  const result = {
    turnId: "t1", text: "text", prompt: "prompt", blocks: [{ id: "epistemic guard", text: "Keep apart" }], items: [item],
    dropped: [{ id: "m2", title: "Old", score: 0.1, reason: "over budget" }],
    usage: { budget: 100, used: 20, byLayer: { project: 15, "long-term": 5, episodic: 0 }, blocks: 9, tokeniser: "o200k_base" },
    timings: { totalMs: 4.2 }, warnings: [{ part: "vectors", message: "not ready" }], retrieval: { mode: "hybrid" },
  };
  return { record: { turnId: "t1", createdAt: "2026-05-04T09:30:00.000Z", sessionId: "s", prompt: "언제 배포해?", candidates: [{ id: "m1", words: 0.5 }], settings: {}, result: {} }, result: result as never, conflicts: [] };
}

test("text from memories never becomes markup", () => {
  const page = textOf(inspectorPage(turn(), names));
  assert.ok(page.includes("&lt;b&gt;Release&lt;/b&gt; day"));
  assert.ok(!page.includes("<b>Release</b>"));
});

test("the page allows its own style and script only", () => {
  const page = textOf(inspectorPage(turn(), names));
  assert.match(page, /default-src &#39;none&#39;; style-src https:\/\/host; script-src &#39;nonce-n0nce&#39;;/);
  assert.ok(!page.includes(' style="') && !/ on\w+="/.test(page));
});

test("what is in, what is out, why, and what is stale are all told", () => {
  const page = textOf(inspectorPage(turn(), names));
  for (const text of ["언제 배포해?", "over budget", "not ready", "0.51", "epistemic guard", "is-stale", "20 of 100 tokens"]) assert.ok(page.includes(text), text);
});

test("the bar shows the layers that were used, the largest first", () => {
  assert.deepEqual(shares(turn().result).map(({ name, percent }) => [name, percent]), [["project", 75], ["long-term", 25]]);
});

test("what the headings cost stands last, so that the parts add up to what was used", () => {
  const { result } = turn();
  const parts = shares({ ...result, usage: { ...result.usage, used: 25 } });
  assert.deepEqual(parts.map(({ name, tokens }) => [name, tokens]), [["project", 15], ["long-term", 5], ["frame", 5]]);
  assert.equal(parts.reduce((sum, part) => sum + part.percent, 0), 100);
});

test("reasons are rounded and empty ones left out", () => {
  assert.deepEqual(reasonWords({ scoreByWords: 0.123456, hits: 3, none: null, off: false, terms: ["a", "b"] }), [["score by words", "0.12"], ["hits", "3"], ["terms", "a, b"]]);
  assert.deepEqual(reasonWords({ match: { score: 0.6314, words: 0.8 }, factors: { level: 1.15, layer: 1 } }), [["match", "0.63"], ["words", "0.80"], ["level", "× 1.15"]]);
});

test("a contradiction is shown once, though both sides tell of it", () => {
  const memory = (id: string, other: string): Memory => ({ id, relations: [{ kind: "conflicts-with", id: other, evidence: "day" }] }) as unknown as Memory;
  assert.equal(conflictPairs([memory("a", "b"), memory("b", "a")]).length, 1);
  assert.deepEqual(contradicted([memory("a", "b")]), ["b"]);
});

test("a contradiction can be settled, given as its two memories", () => {
  const memory = (id: string): Memory => ({ id, title: id, content: id, layer: "project", status: "hypothesis", timestamp: "2026-05-04", relations: [] }) as unknown as Memory;
  const page = textOf(inspectorPage({ ...turn(), conflicts: [{ evidence: "30 → 60", first: memory("a"), second: memory("b") }] }, names));
  assert.ok(page.includes('data-kind="settle" data-value="b a"'));
});
