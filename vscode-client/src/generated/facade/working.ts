// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const workingFunctions = (ask: Ask) => ({
  /** Keep a goal. */
  goalsStore(params: wire.WorkingStoreGoalParams, token?: CancellationToken): Promise<wire.WorkingGoalView> {
    return ask("goals/store", params, token);
  },

  /** Change a goal. */
  goalsUpdate(params: wire.WorkingUpdateGoalParams, token?: CancellationToken): Promise<wire.WorkingGoalView> {
    return ask("goals/update", params, token);
  },

  /** Goals that are not finished, most urgent first. */
  goalsActive(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.WorkingGoalsResult> {
    return ask("goals/active", params, token);
  },

  /** Read one goal. */
  goalsGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.WorkingGoalView> {
    return ask("goals/get", params, token);
  },

  /** Goals, newest first. */
  goalsList(params: wire.WorkingListGoalsParams = {}, token?: CancellationToken): Promise<wire.WorkingGoalsResult> {
    return ask("goals/list", params, token);
  },

  /** Keep a task. */
  tasksStore(params: wire.WorkingStoreTaskParams, token?: CancellationToken): Promise<wire.WorkingTaskView> {
    return ask("tasks/store", params, token);
  },

  /** Change a task. */
  tasksUpdate(params: wire.WorkingUpdateTaskParams, token?: CancellationToken): Promise<wire.WorkingTaskView> {
    return ask("tasks/update", params, token);
  },

  /** The tasks of a goal, in order. */
  tasksForGoal(params: wire.WorkingGoalTasksParams, token?: CancellationToken): Promise<wire.WorkingTasksResult> {
    return ask("tasks/forGoal", params, token);
  },

  /** Keep a call of a tool. */
  toolCallsStore(params: wire.WorkingStoreToolCallParams, token?: CancellationToken): Promise<wire.WorkingToolCallView> {
    return ask("toolCalls/store", params, token);
  },

  /** Tool calls, newest first. */
  toolCallsList(params: wire.WorkingListToolCallsParams = {}, token?: CancellationToken): Promise<wire.WorkingToolCallsResult> {
    return ask("toolCalls/list", params, token);
  },
});
