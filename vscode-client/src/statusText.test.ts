import assert from "node:assert/strict";
import { test } from "node:test";
import { indexing, statusText, type Health, type Translate } from "./statusText";

const t: Translate = (message, ...args) => message.replace(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)]));

function health(pending: number, state = "ready"): Health {
  return {
    status: { embedder: { state }, warnings: [], version: "0.1.0", rssBytes: 123_000_000, project: "web" },
    stats: { memories: 12, files: 3, vectors: 30, pendingVectors: pending },
  } as unknown as Health;
}

const running = { kind: "running", server: {} } as never;

test("a healthy server says so, with the last turn", () => {
  const shown = statusText(running, health(0), { turnId: "t", prompt: "p", items: 4, tokens: 321 }, t);
  assert.equal(shown.text, "$(database) Memory");
  assert.ok(shown.lines.includes("Last turn: items 4, tokens 321"));
  assert.ok(shown.lines.includes("Search: words and meaning"));
});

test("indexing shows how far it is", () => {
  assert.equal(indexing(health(10)), 75);
  assert.equal(statusText(running, health(10), undefined, t).text, "$(sync~spin) Memory 75 %");
  assert.equal(indexing(health(10, "off")), undefined);
});

test("a crash is told with the time of the next attempt", () => {
  const shown = statusText({ kind: "retrying", attempt: 2, delayMs: 2_000, reason: "killed" }, undefined, undefined, t);
  assert.match(shown.spoken, /trying again in 2 s \(attempt 2\)/);
});

test("a failed model is told, and what still works", () => {
  assert.match(statusText(running, health(0, "failed"), undefined, t).spoken, /words only/);
});
