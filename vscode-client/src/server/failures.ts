/** Tells the user, once, that the server will not come back by itself, and offers the ways out. */

import { commands, l10n, window } from "vscode";
import { log } from "../log";
import type { MemoryService } from "./service";

export function tellOfFailures(service: MemoryService): { dispose(): void } {
  let told = false;
  return service.onDidChangeState((state) => {
    if (state.kind === "running") told = false;
    if (state.kind !== "failed" || told) return;
    told = true;
    void tell(state.reason);
  });
}

async function tell(reason: string): Promise<void> {
  const again = l10n.t("Set Up Again");
  const settings = l10n.t("Settings");
  const showLog = l10n.t("Show Log");
  const answer = await window.showErrorMessage(l10n.t("Memory is not running: {0}", reason), again, settings, showLog);
  if (answer === again) await commands.executeCommand("memserver.setUp");
  else if (answer === settings) await commands.executeCommand("workbench.action.openSettings", "memserver.server");
  else if (answer === showLog) log().show();
}
