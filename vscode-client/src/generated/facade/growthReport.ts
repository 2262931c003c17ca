// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const growthReportFunctions = (ask: Ask) => ({
  /** How it is going, on one page. */
  growthReport(params: wire.GrowthReportParams = {}, token?: CancellationToken): Promise<wire.GrowthReportResult> {
    return ask("growth/report", params, token);
  },
});
