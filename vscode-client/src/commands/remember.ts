/** Remembering: a sentence, or what is selected with its file and lines. */

import { commands, l10n, window, workspace } from "vscode";
import type { AddParams, AddResult } from "../wire";
import { uriOf } from "../memories/files";
import { here, workspaceUri } from "../turn/gathering";
import type { CommandHandler, Parts } from "./tools";

const TITLE_CHARACTERS = 80;

/** Memory: Remember… */
export const rememberText: CommandHandler = async (parts, given) => {
  const content = typeof given === "string" ? given : await askForText();
  if (!content?.trim()) return undefined;
  return remember(parts, { content, layer: layerHere() });
};

/** Memory: Remember Selection. The server adds the commit and watches the file for changes. */
export const rememberSelection: CommandHandler = async (parts, given) => {
  const editor = window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) {
    void window.showInformationMessage(l10n.t("Select the text to remember first."));
    return undefined;
  }
  const { document, selection } = editor;
  const name = workspace.asRelativePath(document.uri);
  const [first, last] = [selection.start.line + 1, selection.end.line + 1];
  const place = first === last ? `${name}:${first}` : `${name}:${first}-${last}`;
  const note = typeof given === "string" ? given : await askForNote(place);
  if (note === undefined) return undefined;
  const text = document.getText(selection);
  const isProse = document.languageId === "markdown" || document.languageId === "plaintext";
  const quoted = isProse ? text : `\`\`\`${document.languageId}\n${text}\n\`\`\``;
  return remember(parts, {
    layer: layerHere(),
    title: (note || place).slice(0, TITLE_CHARACTERS),
    content: [note, place, quoted].filter(Boolean).join("\n\n"),
    ...(document.uri.scheme === "file" ? { relatedFiles: [document.uri.toString()] } : {}),
    metadata: { file: document.uri.toString(), startLine: first, endLine: last, language: document.languageId },
    source: { type: "user_interaction", id: place, author: "user" },
  });
};

/** Stores a memory and says what became of it. */
async function remember(parts: Parts, params: AddParams): Promise<AddResult> {
  const result = await parts.service.facade.memoryAdd({ ...params, ...here() });
  parts.service.memoriesChanged();
  void tell(result, params.title ?? params.content);
  return result;
}

async function tell(result: AddResult, title: string): Promise<void> {
  const open = l10n.t("Open");
  const secrets = result.redactions.reduce((sum, each) => sum + each.count, 0);
  const parts = [
    result.duplicateOf === undefined ? l10n.t("Remembered.") : l10n.t("This was known already."),
    result.supersedes.length > 0 ? l10n.t("Older memories replaced: {0}.", result.supersedes.length) : "",
    result.conflictsWith.length > 0 ? l10n.t("Memories it contradicts: {0}.", result.conflictsWith.length) : "",
    secrets > 0 ? l10n.t("Secrets taken out before storing: {0}.", secrets) : "",
  ];
  const message = parts.filter(Boolean).join(" ");
  const isCalm = result.conflictsWith.length === 0 && secrets === 0;
  const answer = await (isCalm ? window.showInformationMessage(message, open) : window.showWarningMessage(message, open));
  if (answer === open) await commands.executeCommand("vscode.open", uriOf({ id: result.id, title }));
}

function layerHere(): AddParams["layer"] {
  return workspaceUri() === undefined ? "long-term" : "project";
}

function askForText(): Thenable<string | undefined> {
  return window.showInputBox({
    title: l10n.t("Remember"),
    prompt: l10n.t("One statement that can be understood alone."),
    placeHolder: l10n.t("We release on Thursdays, after the smoke tests."),
    ignoreFocusOut: true,
  });
}

function askForNote(place: string): Thenable<string | undefined> {
  return window.showInputBox({
    title: l10n.t("Remember {0}", place),
    prompt: l10n.t("What should be remembered about it? Empty: just the text."),
    ignoreFocusOut: true,
  });
}
