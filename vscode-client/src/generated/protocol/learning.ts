// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Empty } from "./base";

/** What is to be adapted to. */
export interface LearningAdaptParams {
  /** The present problem. */
  query: string;
}

/** The learned pattern nearest to it, if one is near enough. */
export interface LearningAdaptResult {
  /** The pattern. */
  pattern?: LearningPatternView;
  /** How close it is, 0 to 1. */
  similarity?: number;
  /** The pattern's confidence times the similarity. */
  confidence?: number;
  /** How long the look-up took, without the embedding of the query. */
  lookupMs?: number;
}

/** The agents, in order of registration. */
export interface LearningAgentListResult {
  /** The agents. */
  agents: LearningAgentView[];
}

/** One agent. */
export interface LearningAgentNameParams {
  /** Its name. */
  name: string;
}

/** An agent that tasks can be routed to. */
export interface LearningAgentView {
  /** Its name. */
  name: string;
  /** Whole words that call for it; Korean ones by their stems. */
  keywords?: string[];
  /** Domains of patterns that speak for it. */
  domains?: string[];
  /** What it does. */
  description?: string;
}

/** What a consolidation changed. */
export interface LearningConsolidateResult {
  /** Patterns that became long-term. */
  promoted: string[];
  /** Patterns that went into another one. */
  merged: string[];
  /** Patterns that nobody used. */
  dropped: string[];
}

/** What successful trajectories have in common. */
export interface LearningDistillPatternsResult {
  /** The patterns that were learned or strengthened. */
  patterns: LearningPatternView[];
}

/** What was written. */
export interface LearningExportResult {
  /** Where it is. */
  path: string;
  /** Patterns in it. */
  patterns: number;
  /** Trajectories in it. */
  trajectories: number;
  /** Its size. */
  bytes: number;
}

/** What was read. */
export interface LearningImportResult {
  /** Patterns that are new or newer. */
  patterns: number;
  /** Trajectories that are new. */
  trajectories: number;
  /** Records that are kept as they are. */
  others: number;
  /** What was known already. */
  unchanged: number;
  /** Lines that could not be read. */
  skippedLines: number;
}

/** A portable learning file. */
export interface LearningPathParams {
  /** Where it is. */
  path: string;
}

/** A use of a pattern. */
export interface LearningPatternFeedbackParams {
  /** The pattern. */
  id: string;
  /** Whether it went well. */
  success: boolean;
}

/** One pattern. */
export interface LearningPatternIdParams {
  /** Its id. */
  id: string;
}

/** A pattern that was found. */
export interface LearningPatternMatchView {
  /** The pattern. */
  pattern: LearningPatternView;
  /** How close it is to the query, 0 to 1. */
  similarity: number;
}

/** A pattern: a strategy that worked, or a warning about one that did not. */
export interface LearningPatternView {
  /** Its id. */
  id: string;
  /** What to do, or what was tried in vain. */
  strategy: string;
  /** What it is about. */
  domain: string;
  /** `warning`: tried, did not work. `distilled`: found in several trajectories. */
  kind: "strategy" | "warning" | "distilled";
  /** 0 to 1, by use. */
  quality: number;
  /** How often it was used. */
  usageCount: number;
  /** How often that went well. */
  successCount: number;
  /** Whether it has proved itself. */
  isLongTerm: boolean;
  /** When it was learned. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** The trajectories it came from. */
  sources: string[];
  /** What else is known about it. */
  metadata: Record<string, unknown>;
}

/** Whether a pattern is long-term now. */
export interface LearningPromoteResult {
  /** It is long-term. */
  promoted: boolean;
  /** What it still lacks. */
  reason?: string;
}

/** Something was removed. */
export interface LearningRemovedResult {
  /** It is gone. */
  removed: boolean;
}

/** How a route ended. */
export interface LearningRouteFeedbackParams {
  /** The task. */
  task: string;
  /** Who got it. */
  agent: string;
  /** Whether that was right. */
  success: boolean;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** The report is stored; it is learned from at once, in the background. */
export interface LearningRouteFeedbackResult {
  /** It is stored; false while memory is switched off. */
  recorded: boolean;
  /** Its number. */
  reports: number;
}

/** A task that somebody has to do. */
export interface LearningRouteParams {
  /** What is to be done. */
  task: string;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** Who gets the task, and why. */
export interface LearningRouteResult {
  /** The agent. */
  agent: string;
  /** How sure that is, 0 to 1. */
  confidence: number;
  /** The evidence, in words. */
  reasoning: string;
  /** Who else might, best first. */
  alternatives: LearningRouteSuggestion[];
  /** `patterns`: by what was learned. */
  decidedBy: "keywords" | "patterns" | "default";
}

/** Who would get the query as a task. */
export interface LearningRouteSuggestion {
  /** The agent. */
  agent: string;
  /** How sure that is. */
  confidence: number;
}

/** Find patterns by meaning. */
export interface LearningSearchPatternsParams {
  /** What is asked. */
  query: string;
  /** Only patterns of this domain. */
  domain?: string;
  /** How many at most. */
  limit?: number;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** Patterns, best first. */
export interface LearningSearchPatternsResult {
  /** What was found. */
  matches: LearningPatternMatchView[];
  /** Who would get the query as a task. */
  suggestion?: LearningRouteSuggestion;
}

/** What was learned. */
export interface LearningStatsResult {
  /** How many patterns of which kind. */
  patterns: Record<string, number>;
  /** How many trajectories with which outcome. */
  trajectories: Record<string, number>;
  /** Mode, capacity and the time of the last adaptation. */
  sona: Record<string, unknown>;
  /** For each project, how often keywords and the learned router were right in the replay, and who decides where. */
  routing: Record<string, unknown>;
  /** The portable file, and what is wrong with it. */
  file: Record<string, unknown>;
  /** How many workers are switched on, and which of them run now. */
  workers: Record<string, unknown>;
  /** The same in sentences. */
  summary: string[];
}

/** A strategy that was learned. */
export interface LearningStorePatternParams {
  /** What to do, understandable alone. */
  strategy: string;
  /** What it is about, such as `security` or `testing`. */
  domain?: string;
  /** How good it is held to be. Default: 0.5 until use shows it. */
  quality?: number;
  /** The project it belongs to. Default: it holds everywhere. */
  workspaceUri?: string;
}

/** What became of a pattern. */
export interface LearningStorePatternResult {
  /** The id of the pattern that holds it now. */
  id: string;
  /** It was known already: that pattern was strengthened instead. */
  strengthened: boolean;
  /** The pattern. */
  pattern: LearningPatternView;
}

/** The requests of this area: the params and the result of each. */
export interface LearningRequests {
  /** Keep a strategy. */
  "patterns/store": { params: LearningStorePatternParams; result: LearningStorePatternResult };
  /** Find strategies. */
  "patterns/search": { params: LearningSearchPatternsParams; result: LearningSearchPatternsResult };
  /** Make a proven pattern long-term. */
  "patterns/promote": { params: LearningPatternIdParams; result: LearningPromoteResult };
  /** Count a use of a pattern. */
  "patterns/feedback": { params: LearningPatternFeedbackParams; result: LearningPatternView };
  /** Promote, merge and drop patterns now. */
  "patterns/consolidate": { params: Empty; result: LearningConsolidateResult };
  /** Choose an agent for a task. */
  "route": { params: LearningRouteParams; result: LearningRouteResult };
  /** Learn how a route ended. */
  "route/feedback": { params: LearningRouteFeedbackParams; result: LearningRouteFeedbackResult };
  /** The agents. */
  "agents/list": { params: Empty; result: LearningAgentListResult };
  /** Add or replace an agent. */
  "agents/register": { params: LearningAgentView; result: LearningAgentView };
  /** Remove an agent. */
  "agents/remove": { params: LearningAgentNameParams; result: LearningRemovedResult };
  /** The learned pattern nearest to a problem. */
  "sona/adapt": { params: LearningAdaptParams; result: LearningAdaptResult };
  /** Turn what trajectories share into patterns. */
  "sona/distill": { params: Empty; result: LearningDistillPatternsResult };
  /** What was learned, and what it is worth. */
  "learning/stats": { params: Empty; result: LearningStatsResult };
  /** Write the learning file. */
  "learning/export": { params: LearningPathParams; result: LearningExportResult };
  /** Merge a learning file. */
  "learning/import": { params: LearningPathParams; result: LearningImportResult };
}
