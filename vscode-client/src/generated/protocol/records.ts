// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { MemoryAddResult } from "./memory";

/** What a fact names. */
export interface RecordsEntities {
  /** Files. */
  files?: string[];
  /** Functions. */
  functions?: string[];
  /** Libraries. */
  libraries?: string[];
  /** Error codes. */
  errorCodes?: string[];
}

/** An atomic fact: one statement that can be understood alone. */
export interface RecordsFactParams {
  /** The statement. */
  content: string;
  /** What kind of fact. */
  factType: "error" | "solution" | "observation" | "decision";
  /** How sure it is, 0 to 1. */
  confidence?: number;
  /** What it names. */
  entities?: RecordsEntities;
  /** Anything else to keep with it. */
  metadata?: Record<string, unknown>;
  /** Words to find it by. */
  tags?: string[];
  /** The project it belongs to. */
  workspaceUri?: string;
}

/** What was tried and what came of it. */
export interface RecordsReasoningStep {
  /** What was tried. */
  action: string;
  /** What came of it. */
  observation: string;
  /** How good that was. */
  reward?: number;
}

/** The id of what was recorded. */
export interface RecordsRecordedResult {
  /** Its id. */
  id: string;
  /** How it ended, by what really happened. */
  outcome?: "success" | "partial" | "failure";
  /** How often the same fix was now tried for the same error in vain, from the second time on. */
  circularFix?: number;
}

/** What went in and out of one step, how long it took, and how sure it was. */
export interface RecordsTimedStep {
  /** What went in. */
  input: string;
  /** What came out. */
  output: string;
  /** How long it took. */
  durationMs?: number;
  /** How sure it was, 0 to 1. */
  confidence?: number;
}

/** A way from a problem to its end, with what became of it. */
export interface RecordsTrajectoryParams {
  /** The steps, in order. */
  steps: (RecordsReasoningStep | RecordsTimedStep)[];
  /** How well it ended, 0 to 1. */
  finalReward?: number;
  /** How it ended, in words. */
  outcome?: "success" | "partial" | "failure";
  /** What it was about. */
  domain?: string;
  /** How long it took. */
  durationMs?: number;
  /** Anything else to keep with it. What really happened outweighs `finalReward` and `outcome`: `testExitCode`, `diagnosticsBefore` and `diagnosticsAfter` (counts or lists), and, true or false, `accepted`, `undone`, `committed`, `reverted`. `task` and `agent` make it a report about that route; `error` and `failureHash` name the error that a fix was tried for. */
  metadata?: Record<string, unknown>;
  /** The project it belongs to. */
  workspaceUri?: string;
}

/** The requests of this area: the params and the result of each. */
export interface RecordsRequests {
  /** Record an atomic fact. */
  "facts/record": { params: RecordsFactParams; result: MemoryAddResult };
  /** Record how a problem was solved. */
  "trajectories/record": { params: RecordsTrajectoryParams; result: RecordsRecordedResult };
}
