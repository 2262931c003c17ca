// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const transferFunctions = (ask: Ask) => ({
  /** Write everything to a folder. */
  memoryExport(params: wire.TransferExportParams, token?: CancellationToken): Promise<wire.TransferExportResult> {
    return ask("memory/export", params, token);
  },

  /** Read memories from files. */
  memoryImport(params: wire.TransferImportParams, token?: CancellationToken): Promise<wire.TransferImportResult> {
    return ask("memory/import", params, token);
  },
});
