import assert from "node:assert/strict";
import { test } from "node:test";
import type { WorkerResult, WorkerStatus } from "../wire";
import { names, textOf } from "../testing/pages";
import { workerPage } from "./page";
import { duration, lastRun, workerState } from "./words";

const { t } = names;

function result(change: Partial<WorkerResult> = {}): WorkerResult {
  const findings = [{ kind: "secret", severity: "high", title: "A <key>", detail: "Take it out.", path: "src/a.ts", line: 12, data: {} }] as const;
  return { worker: "audit", success: true, durationMs: 1_234, output: "1 file read", findings: [...findings], unchanged: false, figures: { filesRead: 1 }, ...change };
}

test("a finding leads to its file and line", () => {
  const page = textOf(workerPage(result(), names));
  for (const text of ['data-kind="open-place" data-value="src/a.ts:12"', "A &lt;key&gt;", "Take it out.", "severity-high", "1.2 s", "1 finding"]) assert.ok(page.includes(text), text);
});

test("nothing found is said, and a failure too", () => {
  const page = textOf(workerPage(result({ findings: [], success: false }), names));
  assert.ok(page.includes("Nothing to act on was found.") && page.includes("failed"));
});

test("a worker's state and last run in a few words", () => {
  const worker = { worker: "audit", purpose: "p", priority: "high", intervalMs: 300_000, enabled: true, running: false } as WorkerStatus;
  assert.equal(workerState(worker, t), "every 5 min");
  assert.equal(workerState({ ...worker, intervalMs: 5_400_000 }, t), "every 1.5 h");
  assert.equal(workerState({ ...worker, enabled: false }, t), "off");
  assert.equal(workerState({ ...worker, running: true }, t), "running");
  assert.equal(lastRun(undefined, String, t), "never ran");
  assert.equal(lastRun(result({ endedAt: "noon", output: "## Two files\nmore" }), String, t), "noon · Two files");
  assert.equal(duration(300, t), "300 ms");
});
