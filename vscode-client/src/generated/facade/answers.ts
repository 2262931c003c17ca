// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const answersFunctions = (ask: Ask) => ({
  /** Judge the answer and learn from it. */
  turnComplete(params: wire.AnswersCompleteParams, token?: CancellationToken): Promise<wire.AnswersCompleteResult> {
    return ask("turn/complete", params, token);
  },
});
