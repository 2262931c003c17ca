/** The turn inspector: reads a turn and the memories that contradict those in it, and shows them. */

import { commands, env, l10n, window, type ExtensionContext } from "vscode";
import type { Memory, TurnResult } from "../wire";
import type { MemoryService } from "../server/service";
import { PagePanel, pageNames } from "../webview/panel";
import { conflictPairs, contradicted, type InspectedTurn } from "./model";
import { inspectorPage } from "./page";

const MOST_READ = 40;

export class Inspector {
  private readonly panel: PagePanel;
  private shown: InspectedTurn | undefined;

  constructor(
    context: ExtensionContext,
    private readonly service: MemoryService,
  ) {
    this.panel = new PagePanel(context, service, "memserver.inspector", async ({ kind, value }) => {
      if (kind === "copy") await this.copy();
      else if (kind === "settle") await this.settle(value);
    });
  }

  /** Shows a turn. */
  async show(turnId: string): Promise<void> {
    const record = await this.service.facade.contextExplain({ turnId });
    const result = record.result as unknown as TurnResult;
    this.shown = { record, result, conflicts: conflictPairs(await this.memoriesOf(result)) };
    this.panel.show(inspectorPage(this.shown, pageNames()));
  }

  /** Lets a person settle a pair, given as two ids, and shows the turn as it is after that. */
  private async settle(pair: string): Promise<void> {
    const settled = await commands.executeCommand("memserver.tree.settle", ...pair.split(" "));
    const turnId = this.shown?.result.turnId;
    if (settled !== undefined && turnId !== undefined) await this.show(turnId);
  }

  private async copy(): Promise<void> {
    await env.clipboard.writeText(this.shown?.result.prompt ?? "");
    window.setStatusBarMessage(l10n.t("Copied what the model is given."), 3_000);
  }

  /** The memories behind the items, and those that contradict them. One that is gone meanwhile is left out. */
  private async memoriesOf(result: TurnResult): Promise<Memory[]> {
    const read = async (ids: readonly string[]): Promise<Memory[]> => {
      const asked = ids.slice(0, MOST_READ).map((id) => this.service.facade.memoryGet({ id }).catch(() => undefined));
      return (await Promise.all(asked)).filter((memory) => memory !== undefined);
    };
    const own = await read(result.items.filter((item) => item.path === undefined).map((item) => item.id));
    return [...own, ...(await read(contradicted(own)))];
  }
}
