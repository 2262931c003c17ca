/** Upkeep: distilling, carrying memories in and out, deleting. */

import { Uri, commands, l10n, window, type CancellationToken } from "vscode";
import type { ExportResult, ImportResult } from "../wire";
import { here } from "../turn/gathering";
import { pickMemory } from "./search";
import { withServerProgress, type CommandHandler } from "./tools";

/** Memory: Distill Now. */
export const distillNow: CommandHandler = async (parts) => {
  const title = l10n.t("Distilling old conversations");
  const report = await withServerProgress(parts, title, (token, workDoneToken) => parts.service.facade.distill({ force: true, workDoneToken }, token));
  parts.service.memoriesChanged();
  const message = report.ran
    ? l10n.t("Conversations read: {0}, digests kept: {1}, archived: {2}.", report.scanned, report.promoted, report.archived)
    : l10n.t("Nothing was distilled: {0}", report.reason);
  void window.showInformationMessage(message);
  return report;
};

/** Memory: Import… */
export const importMemories: CommandHandler = async (parts, given) => {
  const chosen = given instanceof Uri ? given : await choose(l10n.t("Import"), true);
  if (chosen === undefined) return undefined;
  const read = (token: CancellationToken, workDoneToken: string): Promise<ImportResult> =>
    parts.service.facade.memoryImport({ path: chosen.fsPath, workDoneToken, ...here() }, token);
  const result = await withServerProgress(parts, l10n.t("Importing memories"), read);
  parts.service.memoriesChanged();
  const message = l10n.t("Imported: {0}, known already: {1}, failed: {2}.", result.added, result.duplicates, result.failed.length);
  void (result.failed.length > 0 ? window.showWarningMessage(message) : window.showInformationMessage(message));
  return result;
};

/** Memory: Export… */
export const exportMemories: CommandHandler = async (parts, given) => {
  const chosen = given instanceof Uri ? given : await choose(l10n.t("Export Here"), false);
  if (chosen === undefined) return undefined;
  const write = (token: CancellationToken, workDoneToken: string): Promise<ExportResult> =>
    parts.service.facade.memoryExport({ path: chosen.fsPath, workDoneToken }, token);
  const result = await withServerProgress(parts, l10n.t("Exporting memories"), write);
  const open = l10n.t("Show Folder");
  const message = l10n.t("Memories exported: {0}, to {1}", result.memories, result.path);
  void window.showInformationMessage(message, open).then((answer) => {
    if (answer === open) void commands.executeCommand("vscode.openFolder", Uri.file(result.path), { forceNewWindow: true });
  });
  return result;
};

/** Memory: Delete… */
export const deleteMemory: CommandHandler = async (parts) => {
  const hit = await pickMemory(parts, l10n.t("Delete a memory"), "");
  if (hit === undefined) return undefined;
  return confirmAndDelete(parts, hit);
};

/** Asks, then deletes one memory everywhere. */
export async function confirmAndDelete(
  parts: Parameters<CommandHandler>[0],
  memory: { id: string; title: string },
): Promise<boolean> {
  const yes = l10n.t("Delete");
  const detail = l10n.t("It is removed from the store, the indexes and the files. This cannot be undone.");
  const answer = await window.showWarningMessage(l10n.t("Delete “{0}”?", memory.title), { modal: true, detail }, yes);
  if (answer !== yes) return false;
  await parts.service.facade.memoryDelete({ id: memory.id });
  parts.service.memoriesChanged();
  window.setStatusBarMessage(l10n.t("Deleted: {0}", memory.title), 4_000);
  return true;
}

/** Memory: Delete All Data… */
export const deleteAllData: CommandHandler = async (parts) => {
  const { memories } = await parts.service.facade.memoryStats();
  const yes = l10n.t("Delete Everything");
  const detail = l10n.t("All {0} memories, the record of turns and everything learned are deleted, in every workspace. Your own notes in the brain folder stay. This cannot be undone.", memories);
  const answer = await window.showWarningMessage(l10n.t("Delete everything that Memory stores?"), { modal: true, detail }, yes);
  if (answer !== yes) return undefined;
  const result = await parts.service.facade.memoryDeleteAll({ confirm: "delete everything" });
  await parts.turns.sessions.forget();
  parts.turns.forget();
  parts.service.memoriesChanged();
  void window.showInformationMessage(l10n.t("Memories deleted: {0}.", result.memories));
  return result;
};

async function choose(label: string, files: boolean): Promise<Uri | undefined> {
  const chosen = await window.showOpenDialog({ canSelectFiles: files, canSelectFolders: true, canSelectMany: false, openLabel: label });
  return chosen?.[0];
}
