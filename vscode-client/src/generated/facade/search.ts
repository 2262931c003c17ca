// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const searchFunctions = (ask: Ask) => ({
  /** Find memories by meaning and words. */
  memorySearch(params: wire.SearchParams, token?: CancellationToken): Promise<wire.SearchResult> {
    return ask("memory/search", params, token);
  },
});
