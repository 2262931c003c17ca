// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type {
  GrowthDebtItem,
  GrowthNeed,
  GrowthPlotView,
  GrowthQueueItem,
  GrowthRouteLift,
  GrowthSkill,
} from "./growth";

/** How the answers of a day were judged. */
export interface GrowthReportConfidenceDay {
  /** The day (UTC). */
  day: string;
  /** Mean confidence; missing without turns. */
  mean?: number;
  /** How many turns were answered. */
  turns: number;
}

/** The figures of the report. */
export interface GrowthReportData {
  /** When it was made. */
  generatedAt: string;
  /** How many days it covers. */
  days: number;
  /** Its language. */
  language: "en" | "ko";
  /** How many memories there are. */
  totalMemories: number;
  /** How the store grew, day by day. */
  memories: GrowthReportMemoryDay[];
  /** Memories by layer. */
  byLayer: Record<string, number>;
  /** How many turns were answered. */
  turns: number;
  /** Their mean confidence; missing without turns. */
  meanConfidence?: number;
  /** The same, day by day. */
  confidence: GrowthReportConfidenceDay[];
  /** Turns by confidence band. */
  bands: Record<string, number>;
  /** Turns that the user liked. */
  thumbsUp: number;
  /** Turns that the user did not like. */
  thumbsDown: number;
  /** Turns that asked for a review. */
  escalated: number;
  /** Turns in which a task was recognised. */
  withTask: number;
  /** Those of them whose answer had every required element. */
  complete: number;
  /** What needs learning most. */
  needs: GrowthNeed[];
  /** How well each task is done. */
  skills: GrowthSkill[];
  /** The gaps. */
  debt: GrowthDebtItem[];
  /** Sum of all debts. */
  totalDebt: number;
  /** The learning queue. */
  queue: GrowthQueueItem[];
  /** Questions by state. */
  queueCounts: Record<string, number>;
  /** How many memories and notes the decay audit looked at. */
  checked: number;
  /** How many of them should be looked at by a person. */
  stale: number;
  /** Decisions that were recorded in the period. */
  decisions: number;
  /** What learned routing is worth. */
  routing: GrowthRouteLift[];
}

/** How the store grew on a day. */
export interface GrowthReportMemoryDay {
  /** The day (UTC). */
  day: string;
  /** Memories stored on it. */
  added: number;
  /** Memories by its end. */
  total: number;
}

/** Ask for the growth report. */
export interface GrowthReportParams {
  /** Language of labels and sentences. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** Only what belongs to this workspace's project. Default: everything. */
  workspaceUri?: string;
  /** How many days it covers. */
  days?: number;
  /** Also write it there: a markdown file, its plots in a folder beside it. Must be absolute and end in `.md`. */
  path?: string;
}

/** The growth report. */
export interface GrowthReportResult {
  /** One page for people. */
  markdown: string;
  /** Its plots. */
  svg: GrowthPlotView[];
  /** Its figures. */
  data: GrowthReportData;
  /** What was written, when a path was given. */
  files: string[];
}

/** The requests of this area: the params and the result of each. */
export interface GrowthReportRequests {
  /** How it is going, on one page. */
  "growth/report": { params: GrowthReportParams; result: GrowthReportResult };
}
