/** The growth report: as a page, and as a file to carry along. */

import { homedir } from "node:os";
import path from "node:path";
import { Uri, commands, l10n, window, workspace } from "vscode";
import { editorLanguage } from "../language";
import { withProgress, type CommandHandler } from "./tools";

/** Memory: Growth Report. */
export const growthReport: CommandHandler = async (parts, given) => {
  const days = typeof given === "number" ? given : undefined;
  return withProgress(l10n.t("Counting"), () => parts.growth.show(days));
};

/** Memory: Growth Report: Export… A markdown file, its plots in a folder beside it. */
export const exportGrowthReport: CommandHandler = async (parts, given) => {
  const file = given instanceof Uri ? given : await chooseFile();
  if (file === undefined) return undefined;
  const params = { path: file.fsPath, language: editorLanguage() };
  const result = await withProgress(l10n.t("Writing the growth report"), (token) => parts.service.facade.growthReport(params, token));
  const open = l10n.t("Open");
  void window.showInformationMessage(l10n.t("The growth report is in {0}", file.fsPath), open).then((answer) => {
    if (answer === open) void commands.executeCommand("markdown.showPreview", file);
  });
  return result;
};

function chooseFile(): Thenable<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir();
  return window.showSaveDialog({
    title: l10n.t("Export Growth Report"),
    defaultUri: Uri.file(path.join(folder, "growth-report.md")),
    filters: { Markdown: ["md"] },
  });
}
