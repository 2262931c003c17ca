// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Moment } from "./base";
import type { WorkingTierIdParams, WorkingTierListParams } from "./working";

/** One agent. */
export interface DecisionsAgentStateParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** The agent. */
  name: string;
}

/** The state of an agent. */
export interface DecisionsAgentStateView {
  /** Its id. */
  id: string;
  /** The agent. */
  name: string;
  /** Its state. */
  state: unknown;
  /** When it was stored. */
  updatedAt: string;
}

/** The states of agents, newest first. */
export interface DecisionsAgentStatesResult {
  /** The states. */
  agents: DecisionsAgentStateView[];
}

/** A decision. */
export interface DecisionsDecisionView {
  /** Its id. */
  id: string;
  /** Who decided. */
  who: string;
  /** What it was about. */
  context: string;
  /** What could have been chosen. */
  options: string[];
  /** What was chosen. */
  chosen: string;
  /** Why. */
  reasoning: string;
  /** How much thinking went into it. */
  intelligenceLevel?: string;
  /** The model that decided, if one did. */
  model?: string;
  /** How it turned out. */
  outcome?: string;
  /** Whether that was good. */
  outcomeSuccess?: boolean;
  /** When that was known. */
  outcomeAt?: string;
  /** Words to find it by. */
  tags: string[];
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When. */
  createdAt: string;
}

/** Patterns for something that happens. */
export interface DecisionsFindWorkingPatternsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What happens. Whole words decide, Korean ones by their stems. */
  trigger: string;
  /** Only patterns that worked at least so often. */
  minSuccessRate?: number;
  /** How many at most. */
  limit?: number;
}

/** How a decision turned out. */
export interface DecisionsOutcomeParams {
  /** The decision. */
  id: string;
  /** What came of it. */
  outcome: string;
  /** Whether that was good. */
  success?: boolean;
}

/** Decisions, newest first. */
export interface DecisionsResult {
  /** The decisions. */
  decisions: DecisionsDecisionView[];
}

/** A decision that was found. */
export interface DecisionsSimilarDecision {
  /** The decision. */
  decision: DecisionsDecisionView;
  /** How well it fits, 0 to 1. */
  relevance: number;
}

/** Decisions about something like this. */
export interface DecisionsSimilarDecisionsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What is to be decided. */
  context: string;
  /** How many at most. */
  limit?: number;
}

/** Decisions by meaning and words, best first. */
export interface DecisionsSimilarDecisionsResult {
  /** The decisions. */
  decisions: DecisionsSimilarDecision[];
}

/** The present state of an agent, in place of the last one. */
export interface DecisionsStoreAgentStateParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** The agent. */
  name: string;
  /** Its state: any JSON value. */
  state: unknown;
}

/** A decision: who, what and why. */
export interface DecisionsStoreDecisionParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** Who decided. */
  who?: string;
  /** What it was about. */
  context: string;
  /** What could have been chosen. */
  options?: string[];
  /** What was chosen. */
  chosen: string;
  /** Why. */
  reasoning?: string;
  /** How much thinking went into it, such as `reflex` or `strategic`. */
  intelligenceLevel?: string;
  /** The model that decided, if one did. */
  model?: string;
  /** How it turned out, if that is known already. */
  outcome?: string;
  /** Words to find it by. */
  tags?: string[];
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When. Default: now. */
  createdAt?: Moment;
}

/** What to do when something happens. */
export interface DecisionsStoreWorkingPatternParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** What happens. */
  trigger: string;
  /** What to do then. */
  action: string;
  /** How often it worked so far. Default: 0.5 until use shows it. */
  successRate?: number;
  /** How often it was used so far. Default: 0. */
  uses?: number;
  /** Where it comes from. */
  createdFrom?: string;
}

/** A use of a pattern. */
export interface DecisionsWorkingPatternFeedbackParams {
  /** The pattern. */
  id: string;
  /** Whether it worked. */
  success: boolean;
}

/** What to do when something happens. */
export interface DecisionsWorkingPatternView {
  /** Its id. */
  id: string;
  /** What happens. */
  trigger: string;
  /** What to do then. */
  action: string;
  /** How often it worked: the running mean. */
  successRate: number;
  /** How often it was used. */
  uses: number;
  /** When last. */
  lastUsed?: string;
  /** Where it comes from. */
  createdFrom?: string;
  /** When it was stored. */
  createdAt: string;
}

/** Patterns: best success rate first, then most used. */
export interface DecisionsWorkingPatternsResult {
  /** The patterns. */
  patterns: DecisionsWorkingPatternView[];
}

/** The requests of this area: the params and the result of each. */
export interface DecisionsRequests {
  /** Keep who decided what, and why. */
  "decisions/store": { params: DecisionsStoreDecisionParams; result: DecisionsDecisionView };
  /** Say how a decision turned out. */
  "decisions/outcome": { params: DecisionsOutcomeParams; result: DecisionsDecisionView };
  /** Read one decision. */
  "decisions/get": { params: WorkingTierIdParams; result: DecisionsDecisionView };
  /** Decisions about something like this. */
  "decisions/similar": { params: DecisionsSimilarDecisionsParams; result: DecisionsSimilarDecisionsResult };
  /** Decisions, newest first. */
  "decisions/list": { params: WorkingTierListParams; result: DecisionsResult };
  /** Keep what to do when something happens. */
  "workingPatterns/store": { params: DecisionsStoreWorkingPatternParams; result: DecisionsWorkingPatternView };
  /** What to do when something happens. */
  "workingPatterns/find": { params: DecisionsFindWorkingPatternsParams; result: DecisionsWorkingPatternsResult };
  /** Count a use of a working pattern. */
  "workingPatterns/feedback": { params: DecisionsWorkingPatternFeedbackParams; result: DecisionsWorkingPatternView };
  /** Keep the state of an agent. */
  "agentStates/store": { params: DecisionsStoreAgentStateParams; result: DecisionsAgentStateView };
  /** Read the state of an agent. */
  "agentStates/get": { params: DecisionsAgentStateParams; result: DecisionsAgentStateView };
  /** The states of agents. */
  "agentStates/list": { params: WorkingTierListParams; result: DecisionsAgentStatesResult };
}
