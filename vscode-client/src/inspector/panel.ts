/** The inspector's panel: one per window, shows one turn at a time, hands clicks on. */

import { randomBytes } from "node:crypto";
import path from "node:path";
import { Uri, ViewColumn, commands, env, l10n, window, workspace, type ExtensionContext, type WebviewPanel } from "vscode";
import type { MemoryView, TurnBuildResult } from "../generated/protocol";
import { memoryIcon } from "../icons";
import { uriOf } from "../memories/files";
import { day, layerName, statusName } from "../memories/labels";
import type { MemoryService } from "../server/service";
import type { Translate } from "../statusText";
import { conflictPairs, contradicted, type InspectedTurn } from "./model";
import { inspectorPage } from "./page";
import { serverWords } from "./serverWords";

const MOST_READ = 40;

interface Message {
  readonly kind: "open-memory" | "open-file" | "copy";
  readonly id?: string;
  readonly path?: string;
}

export class Inspector {
  private panel: WebviewPanel | undefined;
  private shown: InspectedTurn | undefined;

  constructor(
    private readonly context: ExtensionContext,
    private readonly service: MemoryService,
  ) {}

  /** Shows a turn. */
  async show(turnId: string): Promise<void> {
    const record = await this.service.facade.contextExplain({ turnId });
    const result = record.result as unknown as TurnBuildResult;
    this.shown = { record, result, conflicts: conflictPairs(await this.memoriesOf(result)) };
    const panel = this.ensurePanel();
    const media = (name: string): string => panel.webview.asWebviewUri(Uri.joinPath(this.context.extensionUri, "media", name)).toString();
    const names = {
      t: l10n.t as Translate,
      layer: layerName,
      status: statusName,
      day: (moment: string) => day(moment, env.language),
      time: (moment: string) => new Date(moment).toLocaleString(env.language),
      word: serverWords(l10n.t as Translate),
    };
    panel.webview.html = inspectorPage(this.shown, names, {
      csp: panel.webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
      style: media("inspector.css"),
      script: media("inspector.js"),
      language: env.language,
    });
    panel.reveal(undefined, false);
  }

  private ensurePanel(): WebviewPanel {
    if (this.panel) return this.panel;
    const panel = window.createWebviewPanel("memserver.inspector", l10n.t("Turn Inspector"), ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [Uri.joinPath(this.context.extensionUri, "media")],
    });
    panel.iconPath = memoryIcon(this.context);
    panel.onDidDispose(() => (this.panel = undefined));
    panel.webview.onDidReceiveMessage((message: Message) => this.act(message));
    this.panel = panel;
    return panel;
  }

  private async act(message: Message): Promise<void> {
    if (message.kind === "copy") {
      await env.clipboard.writeText(this.shown?.result.prompt ?? "");
      window.setStatusBarMessage(l10n.t("Copied what the model is given."), 3_000);
    } else if (message.kind === "open-memory" && message.id) {
      const memory = await this.service.facade.memoryGet({ id: message.id });
      await commands.executeCommand("vscode.open", uriOf(memory));
    } else if (message.kind === "open-file" && message.path) {
      const { brainPath } = await this.service.facade.status();
      const file = Uri.file(path.resolve(brainPath, message.path));
      await commands.executeCommand("vscode.open", (await exists(file)) ? file : Uri.file(brainPath));
    }
  }

  /** The memories behind the items, and those that contradict them. One that is gone meanwhile is left out. */
  private async memoriesOf(result: TurnBuildResult): Promise<MemoryView[]> {
    const read = async (ids: readonly string[]): Promise<MemoryView[]> => {
      const asked = ids.slice(0, MOST_READ).map((id) => this.service.facade.memoryGet({ id }).catch(() => undefined));
      return (await Promise.all(asked)).filter((memory) => memory !== undefined);
    };
    const own = await read(result.items.filter((item) => item.path === undefined).map((item) => item.id));
    return [...own, ...(await read(contradicted(own)))];
  }
}

async function exists(file: Uri): Promise<boolean> {
  return workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
