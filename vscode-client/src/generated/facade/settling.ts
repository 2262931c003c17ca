// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const settlingFunctions = (ask: Ask) => ({
  /** Bring a replaced memory back into force. */
  memoryRestore(params: wire.MemoryRestoreParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return ask("memory/restore", params, token);
  },

  /** Say how two memories stand to each other. */
  memorySettle(params: wire.MemorySettleParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return ask("memory/settle", params, token);
  },
});
