// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Empty } from "./base";

/** How one answer fared. */
export interface EvaluationCaseScoreView {
  /** The case. */
  id: string;
  /** 0 to 100. */
  score: number;
  /** Required elements of the task that are not there. */
  missingElements: string[];
  /** How many facts are stated. */
  foundFacts: number;
  /** Facts that are not. */
  missedFacts: string[];
  /** Facts of which only a part is stated, or not in one place. */
  partialFacts: string[];
  /** What the material does not say. */
  invented: string[];
  /** Demands on the form that are not met. */
  structure: string[];
  /** In a self-check: the scores of the case's flawed answers. */
  flawed: EvaluationFlawedScoreView[];
}

/** Which answers to score against which cases. */
export interface EvaluationEvaluateParams {
  /** A set, or a task whose sets are meant. Default: all. */
  set?: string;
  /** Only sets of this language. */
  language?: "en" | "ko";
  /** Answers by case id. */
  answers?: Record<string, string>;
  /** A folder with one `<case id>.md` per answer, or a YAML, JSON or JSON-lines file of answers. */
  path?: string;
  /** Where answers come from. Default: `answers`, else `path`, else the configured chat model, else a self-check. */
  source?: "given" | "files" | "model" | "self-check";
  /** Token for `$/progress`. */
  workDoneToken?: number | string;
}

/** The sets that were scored. */
export interface EvaluationEvaluateResult {
  /** One per set. */
  runs: EvaluationRunView[];
  /** The same to be read. */
  markdown: string;
  /** Files of sets that could not be used. */
  problems: string[];
}

/** The score of an answer that is known to be flawed. */
export interface EvaluationFlawedScoreView {
  /** What is wrong with it. */
  name: string;
  /** What it scores. */
  score: number;
}

/** A golden set. */
export interface EvaluationGoldenSetView {
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
  /** The task type whose elements are required. */
  task: string;
  /** The language of its cases. */
  language: "en" | "ko";
  /** The ids of its cases: answers are given by these. */
  cases: string[];
  /** Whether it comes with memserver or from the brain. */
  source: "built-in" | "own";
  /** Its file, if it is the user's own. */
  path?: string;
}

/** The golden sets. */
export interface EvaluationGoldenSetsResult {
  /** The user's own first; one with the id of a built-in set replaces it. */
  sets: EvaluationGoldenSetView[];
  /** Files that could not be used, and why. */
  problems: string[];
}

/** Which runs to show. */
export interface EvaluationHistoryParams {
  /** Only this set. */
  set?: string;
  /** How many runs at most. */
  limit?: number;
}

/** Earlier runs; self-checks are not kept. */
export interface EvaluationHistoryResult {
  /** Newest first. */
  runs: EvaluationRunView[];
  /** By set. */
  trends: EvaluationTrendView[];
}

/** One set, scored. */
export interface EvaluationRunView {
  /** The run. */
  id: string;
  /** The set. */
  set: string;
  /** Its title. */
  title: string;
  /** Its language. */
  language: "en" | "ko";
  /** Where the answers came from. */
  source: "given" | "files" | "model" | "self-check";
  /** The chat model that was asked. */
  model?: string;
  /** When. */
  createdAt: string;
  /** Mean of the cases, 0 to 100. */
  score: number;
  /** Against the run before. */
  change?: number;
  /** Each case. */
  cases: EvaluationCaseScoreView[];
  /** Cases without an answer; they do not count. */
  unanswered: string[];
  /** In a self-check: where the set does not tell good from bad. */
  problems: string[];
}

/** How the score of a set moved over the runs shown. */
export interface EvaluationTrendView {
  /** The set. */
  set: string;
  /** Oldest first. */
  scores: number[];
  /** The last against the first. */
  change: number;
  /** The best of them. */
  best: number;
}

/** The requests of this area: the params and the result of each. */
export interface EvaluationRequests {
  /** The golden sets. */
  "evaluation/sets": { params: Empty; result: EvaluationGoldenSetsResult };
  /** Score answers by golden cases. */
  "evaluation/run": { params: EvaluationEvaluateParams; result: EvaluationEvaluateResult };
  /** How scores moved. */
  "evaluation/history": { params: EvaluationHistoryParams; result: EvaluationHistoryResult };
}
