// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const operationalFunctions = (ask: Ask) => ({
  /** Something happened. */
  operationalPush(params: wire.OperationalPushEventParams, token?: CancellationToken): Promise<wire.OperationalPushEventResult> {
    return ask("operational/push", params, token);
  },

  /** The newest events. */
  operationalRecent(params: wire.OperationalRecentEventsParams = {}, token?: CancellationToken): Promise<wire.OperationalRecentEventsResult> {
    return ask("operational/recent", params, token);
  },

  /** Report a measurement. */
  operationalMetric(params: wire.OperationalMetricParams, token?: CancellationToken): Promise<wire.OperationalMetricResult> {
    return ask("operational/metric", params, token);
  },

  /** What is so now. */
  operationalSnapshot(params: wire.WorkingPlaced = {}, token?: CancellationToken): Promise<wire.OperationalSnapshotResult> {
    return ask("operational/snapshot", params, token);
  },

  /** What all tiers know of a task. */
  contextAssemble(params: wire.OperationalAssembleParams, token?: CancellationToken): Promise<wire.OperationalAssembleResult> {
    return ask("context/assemble", params, token);
  },
});
