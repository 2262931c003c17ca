// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const turnFunctions = (ask: Ask) => ({
  /** What the agent already knows that matters here. */
  contextBuild(params: wire.TurnBuildParams, token?: CancellationToken): Promise<wire.TurnBuildResult> {
    return ask("context/build", params, token);
  },

  /** The whole story of an earlier turn. */
  contextExplain(params: wire.TurnExplainParams, token?: CancellationToken): Promise<wire.TurnExplainResult> {
    return ask("context/explain", params, token);
  },
});
