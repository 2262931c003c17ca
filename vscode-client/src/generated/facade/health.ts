// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const healthFunctions = (ask: Ask) => ({
  /** How much is stored. */
  memoryStats(token?: CancellationToken): Promise<wire.HealthStatsResult> {
    return ask("memory/stats", {}, token);
  },

  /** What works, what does not, and how much there is. */
  status(token?: CancellationToken): Promise<wire.HealthStatusResult> {
    return ask("status", {}, token);
  },
});
