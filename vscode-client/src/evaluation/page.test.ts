import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvaluationCase, EvaluationResult } from "../wire";
import { names, textOf } from "../testing/pages";
import { evaluationPage } from "./page";

function result(change: Partial<EvaluationCase> = {}): EvaluationResult {
  const one = { id: "en-1", score: 62, missingElements: ["owner"], foundFacts: 2, missedFacts: ["8 June"], partialFacts: [], invented: ["<Sarah>"], structure: [], flawed: [], ...change };
  const run = { id: "r", set: "meeting-minutes.en", title: "Meeting minutes", language: "en", source: "given", createdAt: "now", score: 62, change: -3.2, cases: [one], unanswered: ["en-2"], problems: [] };
  return { runs: [run], markdown: "", problems: ["a.yaml: no cases"] } as unknown as EvaluationResult;
}

test("the score, its change and what cost the points are told", () => {
  const page = textOf(evaluationPage(result(), names));
  for (const text of ["Meeting minutes", "62", "down by 3", "owner", "8 June", "&lt;Sarah&gt;", "without an answer: 1", "a.yaml: no cases", "answers from the editor"]) assert.ok(page.includes(text), text);
  assert.ok(!page.includes("facts told in part"), "what cost nothing is left out");
});

test("an answer with everything says so", () => {
  assert.ok(textOf(evaluationPage(result({ missingElements: [], missedFacts: [], invented: [] }), names)).includes("all there"));
});
