/** Context keys from what the server offers: a command whose request is not offered is not shown. */

import { commands } from "vscode";
import type { MemoryService } from "./server/service";
import type { ServerState } from "./server/supervisor";

const KEY = "memserver.offers.";

/** Keeps the keys in step with the server; while it comes back after a crash they stay as they were. */
export function keepContextKeys(service: MemoryService): { dispose(): void } {
  let set = new Set<string>();
  const update = (state: ServerState): void => {
    if (state.kind === "starting" || state.kind === "retrying") return;
    const offered = state.kind === "running" ? state.server.offers : new Set<string>();
    for (const method of set) if (!offered.has(method)) setKey(method, false);
    for (const method of offered) if (!set.has(method)) setKey(method, true);
    set = new Set(offered);
    void commands.executeCommand("setContext", "memserver.state", state.kind);
  };
  update(service.state);
  return service.onDidChangeState(update);
}

function setKey(method: string, offered: boolean): void {
  void commands.executeCommand("setContext", KEY + method.replaceAll("/", "."), offered);
}
