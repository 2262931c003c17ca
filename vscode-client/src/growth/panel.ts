/** The growth page in its panel: asks for the report of a period and shows it. */

import { commands, type ExtensionContext } from "vscode";
import type { GrowthReport } from "../wire";
import { editorLanguage } from "../language";
import type { MemoryService } from "../server/service";
import { PagePanel, pageNames } from "../webview/panel";
import { PERIODS, growthPage } from "./page";

const DEFAULT_PERIOD = 30;

export class GrowthPanel {
  private readonly panel: PagePanel;
  private days = DEFAULT_PERIOD;

  constructor(
    context: ExtensionContext,
    private readonly service: MemoryService,
  ) {
    this.panel = new PagePanel(context, service, "memserver.growth", async ({ kind, value }) => {
      if (kind === "days") await this.redraw(PERIODS.find((each) => each === Number(value)));
      else if (kind === "export") await commands.executeCommand("memserver.exportGrowthReport");
      else if (kind === "learning-queue") await commands.executeCommand("memserver.learningQueue");
    });
  }

  /** Shows the report of a period; without one, of that which was shown last. */
  async show(days?: number): Promise<GrowthReport> {
    const report = await this.read(days);
    this.panel.show(growthPage(report, pageNames()));
    return report;
  }

  private async redraw(days: number | undefined): Promise<void> {
    this.panel.redraw(growthPage(await this.read(days), pageNames()));
  }

  private read(days = this.days): Promise<GrowthReport> {
    this.days = days;
    return this.service.facade.growthReport({ days, language: editorLanguage() });
  }
}
