import assert from "node:assert/strict";
import { test } from "node:test";
import { Steps, tokenOf } from "./progress";

test("a bar moves forward only, and not beyond its end", () => {
  const steps = new Steps();
  assert.deepEqual([10, 40, 30, 90, 120, 100].map((each) => steps.to(each)), [10, 30, 0, 50, 10, 0]);
});

test("only requests with a token are followed", () => {
  assert.deepEqual([{ workDoneToken: "a" }, { workDoneToken: 0 }, {}, { workDoneToken: {} }, undefined].map(tokenOf), ["a", 0, undefined, undefined, undefined]);
});
