/**
 * Ticks the walkthrough's first step for those whose server runs already. The editor begins to watch the steps when it
 * first shows the walkthrough, and what was so before does not count: something has to change after that.
 */

import { commands, window } from "vscode";
import type { MemoryService } from "./server/service";

const KEY = "memserver.runsWhileShown";

export function tickWhatIsDone(service: MemoryService): { dispose(): void } {
  return window.tabGroups.onDidChangeTabs(({ opened }) => {
    // The editor's own pages, such as the walkthrough, have no input that an extension could know.
    const isOwnPage = opened.some((tab) => tab.input === undefined);
    if (isOwnPage && service.state.kind === "running") void commands.executeCommand("setContext", KEY, true);
  });
}
