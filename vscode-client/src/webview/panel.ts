/** A page in a panel: one per window and kind, made when it is first shown. Clicks come back as messages. */

import { randomBytes } from "node:crypto";
import path from "node:path";
import { Range, Uri, ViewColumn, commands, env, l10n, window, workspace, type ExtensionContext, type WebviewPanel } from "vscode";
import { memoryIcon } from "../icons";
import { log } from "../log";
import { uriOf } from "../memories/files";
import { day, layerName, statusName } from "../memories/labels";
import type { MemoryService } from "../server/service";
import type { Translate } from "../statusText";
import { documentOf, type Names, type Page } from "./document";
import { serverWords } from "./serverWords";

/** What a click says: what it is about, and of which thing. */
export interface Message {
  readonly kind: string;
  readonly value: string;
}

/** The names that pages use, in the editor's language. */
export function pageNames(): Names {
  return {
    t: l10n.t as Translate,
    layer: layerName,
    status: statusName,
    day: (moment) => day(moment, env.language),
    time: (moment) => new Date(moment).toLocaleString(env.language),
    word: serverWords(l10n.t as Translate),
  };
}

export class PagePanel {
  private panel: WebviewPanel | undefined;
  /** What the page says now, and what it says when the editor loads it again because it was hidden meanwhile. */
  private page: Page | undefined;
  private written: Page | undefined;

  /** `act` gets the messages that the panel does not know itself. */
  constructor(
    private readonly context: ExtensionContext,
    private readonly service: MemoryService,
    private readonly viewType: string,
    private readonly act: (message: Message) => Promise<unknown> = () => Promise.resolve(),
  ) {}

  get isOpen(): boolean {
    return this.panel !== undefined;
  }

  /** Shows a page that the user has asked for: it gets the focus. */
  show(page: Page): void {
    const panel = (this.panel ??= this.open(page.title));
    this.draw(panel, page, true);
    panel.reveal(undefined, false);
  }

  /** Draws the open page anew. The focus stays where the user is by now, and a page closed meanwhile stays closed. */
  redraw(page: Page): void {
    if (this.panel !== undefined) this.draw(this.panel, page, false);
  }

  private draw(panel: WebviewPanel, page: Page, fromTop: boolean): void {
    this.page = page;
    panel.title = page.title;
    // A page that is loaded anew flickers, forgets its place and takes the focus: one that is seen is only told.
    if (this.written !== undefined && panel.visible) this.tell(panel, page, fromTop);
    else this.write(panel, page);
  }

  private tell(panel: WebviewPanel, { title, body }: Page, fromTop: boolean): void {
    void panel.webview.postMessage({ kind: "draw", title, body: body.text, fromTop });
  }

  private write(panel: WebviewPanel, page: Page): void {
    this.written = page;
    const media = (name: string): string => panel.webview.asWebviewUri(Uri.joinPath(this.context.extensionUri, "media", name)).toString();
    panel.webview.html = documentOf(page, {
      csp: panel.webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
      style: media("page.css"),
      script: media("page.js"),
      language: env.language,
    });
  }

  private open(title: string): WebviewPanel {
    const panel = window.createWebviewPanel(this.viewType, title, ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [Uri.joinPath(this.context.extensionUri, "media")],
    });
    panel.iconPath = memoryIcon(this.context);
    panel.onDidDispose(() => (this.panel = this.page = this.written = undefined));
    panel.webview.onDidReceiveMessage((message: Message) => this.receive(message));
    return panel;
  }

  private async receive(message: Message): Promise<void> {
    try {
      if (message.kind === "loaded") this.catchUp();
      else if (message.kind === "open-memory") await this.openMemory(message.value);
      else if (message.kind === "open-note") await this.openNote(message.value);
      else if (message.kind === "open-place") await openPlace(message.value);
      else if (message.kind === "run-worker") await commands.executeCommand("memserver.runWorker", message.value);
      else await this.act(message);
    } catch (failure) {
      const text = failure instanceof Error ? failure.message : String(failure);
      log().error(text);
      void window.showErrorMessage(text);
    }
  }

  /** A page that was loaded says what was written first: tells it what was drawn since. */
  private catchUp(): void {
    if (this.panel !== undefined && this.page !== undefined && this.page !== this.written) this.tell(this.panel, this.page, false);
  }

  private async openMemory(id: string): Promise<void> {
    await commands.executeCommand("vscode.open", uriOf(await this.service.facade.memoryGet({ id })));
  }

  /** Opens a file of the brain; one that is gone meanwhile opens the folder it was in. */
  private async openNote(name: string): Promise<void> {
    const { brainPath } = await this.service.facade.status();
    const file = Uri.file(path.resolve(brainPath, name));
    const isThere = await workspace.fs.stat(file).then(
      () => true,
      () => false,
    );
    await commands.executeCommand("vscode.open", isThere ? file : Uri.file(brainPath));
  }
}

/** Opens a file of the workspace, at its line when there is one: `src/cart.ts:12`. */
async function openPlace(place: string): Promise<void> {
  const [, name = place, line] = /^(.*?)(?::(\d+))?$/u.exec(place) ?? [];
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const file = path.isAbsolute(name) || folder === undefined ? Uri.file(name) : Uri.joinPath(folder, name);
  const at = Math.max(0, Number(line ?? 1) - 1);
  await commands.executeCommand("vscode.open", file, { selection: new Range(at, 0, at, 0) });
}
