// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const recordsFunctions = (ask: Ask) => ({
  /** Record an atomic fact. */
  factsRecord(params: wire.RecordsFactParams, token?: CancellationToken): Promise<wire.MemoryAddResult> {
    return ask("facts/record", params, token);
  },

  /** Record how a problem was solved. */
  trajectoriesRecord(params: wire.RecordsTrajectoryParams, token?: CancellationToken): Promise<wire.RecordsRecordedResult> {
    return ask("trajectories/record", params, token);
  },
});
