/** The one item in the status bar: health, indexing, the last turn. Asks the server seldom, and only while it changes. */

import { MarkdownString, StatusBarAlignment, l10n, window, type ExtensionContext } from "vscode";
import type { LanguageModel } from "./server/languageModel";
import type { MemoryService } from "./server/service";
import { indexing, statusText, type Health, type Translate } from "./statusText";
import type { Turns } from "./turn/turns";

const WHILE_INDEXING_MS = 2_000;
const AFTER_A_CHANGE_MS = 800;

export class StatusItem {
  private readonly item = window.createStatusBarItem("memserver.status", StatusBarAlignment.Left, 0);
  private health: Health | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: MemoryService,
    private readonly turns: Turns,
    private readonly languageModel: LanguageModel,
  ) {}

  /** Shows the item and keeps it up to date. */
  show(context: ExtensionContext): void {
    this.item.name = l10n.t("Memory");
    this.item.command = "memserver.showMenu";
    context.subscriptions.push(
      this.item,
      { dispose: () => clearTimeout(this.timer) },
      this.service.onDidChangeState((state) => {
        if (state.kind !== "running") this.health = undefined;
        else this.askIn(0);
        this.draw();
      }),
      this.service.onDidChangeMemories(() => this.askIn(AFTER_A_CHANGE_MS)),
      this.service.onEvent(() => this.askIn(AFTER_A_CHANGE_MS)),
      this.turns.onDidBuild(() => this.draw()),
    );
    this.draw();
    this.item.show();
  }

  private askIn(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), delayMs);
  }

  private async ask(): Promise<void> {
    if (this.service.state.kind !== "running") return;
    try {
      const [status, stats] = await Promise.all([this.service.facade.status(), this.service.facade.memoryStats()]);
      this.health = { status, stats };
      this.languageModel.look(status);
      if (indexing(this.health) !== undefined || status.embedder.state === "loading") this.askIn(WHILE_INDEXING_MS);
    } catch {
      this.health = undefined; // the state of the server tells the rest
    }
    this.draw();
  }

  private draw(): void {
    const shown = statusText(this.service.state, this.health, this.turns.last, l10n.t as Translate);
    this.item.text = shown.text;
    this.item.accessibilityInformation = { label: shown.spoken, role: "button" };
    const tooltip = new MarkdownString();
    shown.lines.forEach((line, index) => {
      if (index === 0) tooltip.appendMarkdown(`**${l10n.t("Memory")}** — `).appendText(line);
      else tooltip.appendMarkdown("\n\n").appendText(line);
    });
    this.item.tooltip = tooltip;
  }
}
