// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Moment } from "./base";

/** A record is gone. */
export interface WorkingDeletedResult {
  /** Its id. */
  id: string;
}

/** The tasks of a goal. */
export interface WorkingGoalTasksParams {
  /** The goal. */
  goalId: string;
}

/** A goal. */
export interface WorkingGoalView {
  /** 0 is the most urgent. Default: 2. */
  priority?: number;
  /** What came of it. */
  result?: string;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: string;
  /** Its id. */
  id: string;
  /** What is to be reached. */
  description: string;
  /** How far it is. */
  status: string;
  /** When it was set. */
  createdAt: string;
}

/** Goals. */
export interface WorkingGoalsResult {
  /** Active ones by priority, then age; others newest first. */
  goals: WorkingGoalView[];
}

/** Goals, newest first. */
export interface WorkingListGoalsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
  /** Only those with this status. */
  status?: string;
}

/** Tool calls, newest first. */
export interface WorkingListToolCallsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
  /** Only those of this task. */
  taskId?: string;
  /** Only those of this tool. */
  tool?: string;
}

/** Something that belongs to a workspace. */
export interface WorkingPlaced {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** A goal to keep; one of the same id is replaced. */
export interface WorkingStoreGoalParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** 0 is the most urgent. Default: 2. */
  priority?: number;
  /** What came of it. */
  result?: string;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** Its id. Default: a new one. */
  id?: string;
  /** What is to be reached. */
  description: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
  /** When it was set. Default: now. */
  createdAt?: Moment;
}

/** A task to keep; one of the same id is replaced. */
export interface WorkingStoreTaskParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Who does it. */
  agent?: string;
  /** What it was given. */
  input?: unknown;
  /** What it gave. */
  output?: unknown;
  /** What went wrong. */
  error?: string;
  /** When it began. */
  startedAt?: Moment;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** How long it took. Default: from its begin to its end. */
  durationMs?: number;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** Its id. Default: a new one. */
  id?: string;
  /** The goal it serves. */
  goalId?: string;
  /** What is to be done. */
  description: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
  /** When it was set. Default: now. */
  createdAt?: Moment;
}

/** A call of a tool. */
export interface WorkingStoreToolCallParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** The task it was made for. */
  taskId?: string;
  /** The tool. */
  tool: string;
  /** Who called it. */
  agent?: string;
  /** What it was given. */
  input?: unknown;
  /** What it gave. */
  output?: unknown;
  /** Whether it worked. */
  success?: boolean;
  /** How long it took. */
  durationMs?: number;
  /** Why it was called, or why it failed. */
  reason?: string;
  /** When. Default: now. */
  createdAt?: Moment;
}

/** A task. */
export interface WorkingTaskView {
  /** Who does it. */
  agent?: string;
  /** What it was given. */
  input: unknown;
  /** What it gave. */
  output: unknown;
  /** What went wrong. */
  error?: string;
  /** When it began. */
  startedAt?: string;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: string;
  /** How long it took. Default: from its begin to its end. */
  durationMs?: number;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** Its id. */
  id: string;
  /** The goal it serves. */
  goalId?: string;
  /** What is to be done. */
  description: string;
  /** How far it is. */
  status: string;
  /** When it was set. */
  createdAt: string;
  /** What its older tool calls were: the tool, how often, how often in vain, and the last reason. */
  tools?: Record<string, unknown>[];
}

/** Tasks, in the order in which they began. */
export interface WorkingTasksResult {
  /** The tasks. */
  tasks: WorkingTaskView[];
}

/** One record. */
export interface WorkingTierIdParams {
  /** Its id. */
  id: string;
}

/** The newest records. */
export interface WorkingTierListParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
}

/** A call of a tool. */
export interface WorkingToolCallView {
  /** Its id. */
  id: string;
  /** The task it was made for. */
  taskId?: string;
  /** The tool. */
  tool: string;
  /** Who called it. */
  agent?: string;
  /** What it was given. */
  input: unknown;
  /** What it gave. */
  output: unknown;
  /** Whether it worked. */
  success: boolean;
  /** How long it took. */
  durationMs?: number;
  /** Why it was called, or why it failed. */
  reason?: string;
  /** When. */
  createdAt: string;
}

/** Tool calls, newest first. */
export interface WorkingToolCallsResult {
  /** The calls. */
  toolCalls: WorkingToolCallView[];
}

/** What changes about a goal. */
export interface WorkingUpdateGoalParams {
  /** 0 is the most urgent. Default: 2. */
  priority?: number;
  /** What came of it. */
  result?: string;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** The goal. */
  id: string;
  /** What is to be reached. */
  description?: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
}

/** What changes about a task. */
export interface WorkingUpdateTaskParams {
  /** Who does it. */
  agent?: string;
  /** What it was given. */
  input?: unknown;
  /** What it gave. */
  output?: unknown;
  /** What went wrong. */
  error?: string;
  /** When it began. */
  startedAt?: Moment;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** How long it took. Default: from its begin to its end. */
  durationMs?: number;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** The task. */
  id: string;
  /** What is to be done. */
  description?: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
}

/** The requests of this area: the params and the result of each. */
export interface WorkingRequests {
  /** Keep a goal. */
  "goals/store": { params: WorkingStoreGoalParams; result: WorkingGoalView };
  /** Change a goal. */
  "goals/update": { params: WorkingUpdateGoalParams; result: WorkingGoalView };
  /** Goals that are not finished, most urgent first. */
  "goals/active": { params: WorkingTierListParams; result: WorkingGoalsResult };
  /** Read one goal. */
  "goals/get": { params: WorkingTierIdParams; result: WorkingGoalView };
  /** Goals, newest first. */
  "goals/list": { params: WorkingListGoalsParams; result: WorkingGoalsResult };
  /** Keep a task. */
  "tasks/store": { params: WorkingStoreTaskParams; result: WorkingTaskView };
  /** Change a task. */
  "tasks/update": { params: WorkingUpdateTaskParams; result: WorkingTaskView };
  /** The tasks of a goal, in order. */
  "tasks/forGoal": { params: WorkingGoalTasksParams; result: WorkingTasksResult };
  /** Keep a call of a tool. */
  "toolCalls/store": { params: WorkingStoreToolCallParams; result: WorkingToolCallView };
  /** Tool calls, newest first. */
  "toolCalls/list": { params: WorkingListToolCallsParams; result: WorkingToolCallsResult };
}
