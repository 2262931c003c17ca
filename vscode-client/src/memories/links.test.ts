import assert from "node:assert/strict";
import { test } from "node:test";
import type { Memory } from "../wire";
import { contradicting, rowContext, settlement } from "./links";

const memory = (relations: [string, string][], supersededBy?: string): Memory =>
  ({ id: "a", status: "hypothesis", supersededBy, relations: relations.map(([kind, id]) => ({ kind, id, evidence: "" })) }) as unknown as Memory;

test("a memory is contradicted by each other one once", () => {
  assert.deepEqual(contradicting(memory([["conflicts-with", "b"], ["conflicts-with", "b"], ["settled", "c"], ["supersedes", "d"]])), ["b"]);
});

test("a row offers what can be done with its memory", () => {
  assert.equal(rowContext(memory([["settled", "b"]])), "memory.hypothesis");
  assert.equal(rowContext(memory([["conflicts-with", "b"]])), "memory.hypothesis.contradicted");
  assert.equal(rowContext(memory([["superseded-by", "b"]], "b")), "memory.hypothesis.replaced");
  assert.equal(rowContext(memory([["conflicts-with", "b"]], "c")), "memory.hypothesis.contradicted.replaced");
});

test("the memory that holds is named first", () => {
  assert.deepEqual(settlement("a", "b", "this"), { id: "a", other: "b", verdict: "replaces" });
  assert.deepEqual(settlement("a", "b", "other"), { id: "b", other: "a", verdict: "replaces" });
  assert.deepEqual(settlement("a", "b", "both"), { id: "a", other: "b", verdict: "both" });
});
