// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const evaluationFunctions = (ask: Ask) => ({
  /** The golden sets. */
  evaluationSets(token?: CancellationToken): Promise<wire.EvaluationGoldenSetsResult> {
    return ask("evaluation/sets", {}, token);
  },

  /** Score answers by golden cases. */
  evaluationRun(params: wire.EvaluationEvaluateParams = {}, token?: CancellationToken): Promise<wire.EvaluationEvaluateResult> {
    return ask("evaluation/run", params, token);
  },

  /** How scores moved. */
  evaluationHistory(params: wire.EvaluationHistoryParams = {}, token?: CancellationToken): Promise<wire.EvaluationHistoryResult> {
    return ask("evaluation/history", params, token);
  },
});
