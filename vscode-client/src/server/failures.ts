/**
 * Tells the user, once, that the server will not come back by itself, and offers the ways out. A reason that they do not
 * want to hear again is left to the status item.
 */

import { commands, l10n, window, type ExtensionContext } from "vscode";
import { log } from "../log";
import type { MemoryService } from "./service";

const SILENCED = "memserver.silencedFailure";

export function tellOfFailures(context: ExtensionContext, service: MemoryService): { dispose(): void } {
  let told = false;
  return service.onDidChangeState((state) => {
    if (state.kind === "running") told = false;
    if (state.kind !== "failed" || told || context.globalState.get(SILENCED) === state.reason) return;
    told = true;
    void tell(context, state.reason);
  });
}

async function tell(context: ExtensionContext, reason: string): Promise<void> {
  const again = l10n.t("Set Up Again");
  const settings = l10n.t("Settings");
  const showLog = l10n.t("Show Log");
  const silence = l10n.t("Do Not Show Again");
  const answer = await window.showErrorMessage(l10n.t("Memory is not running: {0}", reason), again, settings, showLog, silence);
  if (answer === again) await commands.executeCommand("memserver.setUp");
  else if (answer === settings) await commands.executeCommand("workbench.action.openSettings", "memserver.server");
  else if (answer === showLog) log().show();
  else if (answer === silence) await context.globalState.update(SILENCED, reason);
}
