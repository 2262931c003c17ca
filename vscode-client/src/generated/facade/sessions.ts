// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const sessionsFunctions = (ask: Ask) => ({
  /** Keep what a session taught. */
  sessionEnd(params: wire.SessionsSessionEndParams, token?: CancellationToken): Promise<wire.SessionsSessionEndResult> {
    return ask("session/end", params, token);
  },

  /** Turn old episodes into long-term digests. */
  distill(params: wire.SessionsDistillParams = {}, token?: CancellationToken): Promise<wire.SessionsDistillationReport> {
    return ask("distill", params, token);
  },
});
