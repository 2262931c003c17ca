// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const workersFunctions = (ask: Ask) => ({
  /** The workers and what they did. */
  workersStatus(params: wire.WorkersWorkerStatusParams = {}, token?: CancellationToken): Promise<wire.WorkersWorkerStatusResult> {
    return ask("workers/status", params, token);
  },

  /** Run one worker now. */
  workersDispatch(params: wire.WorkersDispatchParams, token?: CancellationToken): Promise<wire.WorkersWorkerResultView> {
    return ask("workers/dispatch", params, token);
  },

  /** Run every worker now. */
  workersDispatchAll(params: wire.WorkersDispatchAllParams = {}, token?: CancellationToken): Promise<wire.WorkersDispatchAllResult> {
    return ask("workers/dispatchAll", params, token);
  },

  /** Change how a worker runs. */
  workersConfigure(params: wire.WorkersConfigureWorkerParams, token?: CancellationToken): Promise<wire.WorkersWorkerStatusView> {
    return ask("workers/configure", params, token);
  },

  /** What workers found. */
  workersFindings(params: wire.WorkersWorkerFindingsParams = {}, token?: CancellationToken): Promise<wire.WorkersWorkerFindingsResult> {
    return ask("workers/findings", params, token);
  },
});
