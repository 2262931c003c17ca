/** Staleness check: what has aged or moved on, and what to do about each of it. */

import { QuickPickItemKind, Uri, commands, l10n, window } from "vscode";
import type { AgedItem } from "../wire";
import { editorLanguage } from "../language";
import { uriOf } from "../memories/files";
import { noteUri } from "./brain";
import { showList, type ListRow, type RowAction } from "./lists";
import { withProgress, type CommandHandler, type Parts } from "./tools";

type Item = AgedItem;

/** Memory: Staleness Check. */
export const stalenessCheck: CommandHandler = async (parts) => {
  await showList(l10n.t("Staleness check"), l10n.t("What may no longer hold"), () => readRows(parts));
};

async function readRows(parts: Parts): Promise<ListRow<Item>[]> {
  const params = { language: editorLanguage() };
  const found = await withProgress(l10n.t("Checking what is known"), (token) => parts.service.facade.knowledgeDecay(params, token));
  if (found.items.length === 0) return [{ label: `$(pass) ${found.message}` }];
  const section = (label: string, items: Item[]): ListRow<Item>[] =>
    items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items.map((item) => rowOf(parts, item))];
  return [
    ...section(l10n.t("Its files have changed"), found.items.filter((item) => item.movedOn)),
    ...section(l10n.t("Old for its kind"), found.items.filter((item) => !item.movedOn)),
  ];
}

function rowOf(parts: Parts, item: Item): ListRow<Item> {
  const open: RowAction<Item> = { icon: "go-to-file", label: l10n.t("Open"), run: async (row) => openItem(parts, row) };
  const verify: RowAction<Item> = { icon: "verified", label: l10n.t("Verify"), run: async (row) => verifyItem(parts, row) };
  const archive: RowAction<Item> = { icon: "archive", label: l10n.t("Archive"), run: async (row) => archiveItem(parts, row) };
  return {
    row: item,
    label: `$(${item.movedOn ? "warning" : "history"}) ${item.title}`,
    description: item.message,
    detail: item.reasons.join(" · "),
    actions: item.kind === "memory" ? [open, verify, archive] : [open],
    ...(item.kind === "note" ? { open } : {}),
  };
}

async function openItem(parts: Parts, item: Item): Promise<boolean> {
  const uri = item.path === undefined ? uriOf(item) : await noteUri(parts, item.path);
  await commands.executeCommand("vscode.open", uri satisfies Uri);
  return false;
}

/** A person says that a memory still holds, for its files as they are now; its age begins anew. */
async function verifyItem(parts: Parts, item: Item): Promise<boolean> {
  const { facade } = parts.service;
  const { status } = await facade.memoryGet({ id: item.id });
  const verified = await facade.memorySetStatus({
    id: item.id,
    status: status === "published" ? "published" : "verified",
    verifiedBy: "human_approval",
  });
  parts.service.memoriesChanged();
  if (verified.stale) {
    void window.showInformationMessage(l10n.t("Verified. It stays marked as stale, because a file or commit it speaks about is gone."));
  }
  return true;
}

async function archiveItem(parts: Parts, item: Item): Promise<boolean> {
  await parts.service.facade.memorySetStatus({ id: item.id, status: "archived" });
  parts.service.memoriesChanged();
  return true;
}
