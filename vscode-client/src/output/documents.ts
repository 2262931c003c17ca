/** What a command said, as a read-only markdown document that is shown rendered. The last one of each name is kept. */

import { EventEmitter, Uri, commands, workspace, type ExtensionContext, type TextDocumentContentProvider } from "vscode";

const SCHEME = "memserver-output";
const MOST_KEPT = 50;

export class OutputDocuments implements TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changes = new EventEmitter<Uri>();
  readonly onDidChange = this.changes.event;

  register(context: ExtensionContext): void {
    context.subscriptions.push(this.changes, workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  /** Shows markdown under a name; said again under the same name, it takes the place of what was said before. */
  async show(name: string, markdown: string): Promise<Uri> {
    const uri = Uri.from({ scheme: SCHEME, path: `/${name.replace(/[\\/:*?"<>|#%]+/gu, " ").trim()}.md` });
    this.texts.delete(uri.path);
    this.texts.set(uri.path, markdown);
    for (const path of [...this.texts.keys()].slice(0, Math.max(0, this.texts.size - MOST_KEPT))) this.texts.delete(path);
    this.changes.fire(uri);
    await commands.executeCommand("markdown.showPreview", uri);
    return uri;
  }
}
