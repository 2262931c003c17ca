// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const memoryFunctions = (ask: Ask) => ({
  /** Remember something. */
  memoryAdd(params: wire.MemoryAddParams, token?: CancellationToken): Promise<wire.MemoryAddResult> {
    return ask("memory/add", params, token);
  },

  /** Remember many things at once. */
  memoryAddMany(params: wire.MemoryAddManyParams, token?: CancellationToken): Promise<wire.MemoryAddManyResult> {
    return ask("memory/addMany", params, token);
  },

  /** Read one memory. */
  memoryGet(params: wire.MemoryIdParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return ask("memory/get", params, token);
  },

  /** List memories, newest first. */
  memoryList(params: wire.MemoryListParams = {}, token?: CancellationToken): Promise<wire.MemoryListResult> {
    return ask("memory/list", params, token);
  },

  /** Change a memory. */
  memoryUpdate(params: wire.MemoryUpdateParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return ask("memory/update", params, token);
  },

  /** Say how far a memory is trusted. */
  memorySetStatus(params: wire.MemorySetStatusParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return ask("memory/setStatus", params, token);
  },

  /** Delete a memory everywhere. */
  memoryDelete(params: wire.MemoryIdParams, token?: CancellationToken): Promise<wire.MemoryDeleteResult> {
    return ask("memory/delete", params, token);
  },

  /** Delete everything that is stored. */
  memoryDeleteAll(params: wire.MemoryDeleteAllParams, token?: CancellationToken): Promise<wire.MemoryDeleteAllResult> {
    return ask("memory/deleteAll", params, token);
  },
});
