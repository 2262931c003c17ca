// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { DecisionsAgentStateView } from "./decisions";
import type { WorkingGoalView, WorkingPlaced } from "./working";

/** A task that is under way. */
export interface OperationalActiveTaskView {
  /** Its id. */
  id: string;
  /** What is to be done. */
  description?: string;
  /** How far it is. */
  status: string;
  /** The goal it serves. */
  goalId?: string;
  /** Who does it. */
  agent?: string;
}

/** What all tiers know about a task. */
export interface OperationalAssembleParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What is to be done. */
  task: string;
  /** The budget, snapshot included. Default: the setting `contextMaxTokens`. */
  maxTokens?: number;
  /** Which tiers to ask. Default: all four. */
  tiers?: ("operational" | "working" | "longterm" | "knowledge")[];
}

/** What fitted, best first; the snapshot stands in front. */
export interface OperationalAssembleResult {
  /** The parts. */
  chunks: OperationalChunkView[];
  /** The sum over the parts; never more than the budget. */
  totalTokens: number;
}

/** A part of what is known. */
export interface OperationalChunkView {
  /** The tier it comes from. */
  source: "operational" | "working" | "longterm" | "knowledge";
  /** What it says. */
  content: string;
  /** How well it fits, 0 to 1. */
  relevance: number;
  /** How many tokens the content has. */
  tokens: number;
}

/** Something that happened. */
export interface OperationalEventView {
  /** Its id. */
  id: string;
  /** What kind of event. */
  category: string;
  /** Where it comes from. */
  source: string;
  /** What happened. */
  message: string;
  /** Whether it is kept beyond the ring. */
  critical: boolean;
  /** What else is known about it. */
  data?: Record<string, unknown>;
  /** When. */
  createdAt: string;
}

/** A measurement. */
export interface OperationalMetricParams {
  /** What was measured, such as `cpu.percent`. */
  key: string;
  /** The value. */
  value: number;
}

/** The latest value. */
export interface OperationalMetricResult {
  /** What was measured. */
  key: string;
  /** The value. */
  value: number;
  /** When. */
  at: string;
}

/** Something happened. */
export interface OperationalPushEventParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What kind of event, such as `build` or `error`. */
  category: string;
  /** Where it comes from. */
  source: string;
  /** What happened, in at most 4,000 characters. */
  message: string;
  /** Keep it beyond the ring. Events of the categories `error` and `security` always are. */
  critical?: boolean;
  /** What else is known about it, in at most 8,000 characters of JSON. */
  data?: Record<string, unknown>;
}

/** The event is in the ring. */
export interface OperationalPushEventResult {
  /** Its id. */
  id: string;
  /** Whether it is critical. */
  critical: boolean;
  /** Whether it is written to the working tier. */
  kept: boolean;
}

/** The newest events. */
export interface OperationalRecentEventsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  count?: number;
  /** Only events of this category. */
  category?: string;
  /** Only events from here. */
  source?: string;
  /** Also critical events that have left the ring (an hour, or too many newer ones). */
  kept?: boolean;
}

/** Events, newest first. */
export interface OperationalRecentEventsResult {
  /** The events. */
  events: OperationalEventView[];
}

/** What is so now. Resources are in per cent: reported ones first, else what the server sees itself. */
export interface OperationalSnapshotResult {
  /** When it was taken. */
  takenAt: string;
  /** Use of the processor. */
  cpu?: number;
  /** Use of the memory. */
  memory?: number;
  /** Use of the disk that holds the data folder. */
  disk?: number;
  /** Use of the graphics processor. */
  gpu?: number;
  /** The latest value of each measurement. */
  metrics: Record<string, number>;
  /** Tasks that are not finished. */
  activeTasks: OperationalActiveTaskView[];
  /** Goals that are not finished, most urgent first. */
  activeGoals: WorkingGoalView[];
  /** The states of agents. */
  agents: DecisionsAgentStateView[];
  /** Events in the ring, by category. */
  events: Record<string, number>;
  /** The newest errors. */
  errors: OperationalEventView[];
  /** What the server sees of itself. */
  server: Record<string, number>;
}

/** The requests of this area: the params and the result of each. */
export interface OperationalRequests {
  /** Something happened. */
  "operational/push": { params: OperationalPushEventParams; result: OperationalPushEventResult };
  /** The newest events. */
  "operational/recent": { params: OperationalRecentEventsParams; result: OperationalRecentEventsResult };
  /** Report a measurement. */
  "operational/metric": { params: OperationalMetricParams; result: OperationalMetricResult };
  /** What is so now. */
  "operational/snapshot": { params: WorkingPlaced; result: OperationalSnapshotResult };
  /** What all tiers know of a task. */
  "context/assemble": { params: OperationalAssembleParams; result: OperationalAssembleResult };
}
