/** What can be done in the tree of memories: group, filter, verify, archive, delete. */

import { l10n, window } from "vscode";
import { GROUPINGS, LAYERS, STATUSES, type Filter, type Grouping } from "../memories/grouping";
import { layerName, statusName } from "../memories/labels";
import type { Row } from "../memories/tree";
import type { CommandHandler, Parts } from "./tools";
import { confirmAndDelete } from "./upkeep";

export const refresh: CommandHandler = (parts) => {
  parts.tree.refresh();
  return Promise.resolve();
};

export const groupBy: CommandHandler = async (parts, given) => {
  const names: Record<Grouping, string> = { layer: l10n.t("By layer"), status: l10n.t("By status"), project: l10n.t("By project") };
  const items = GROUPINGS.map((grouping) => ({ label: names[grouping], grouping, picked: grouping === parts.tree.grouping }));
  const known = GROUPINGS.find((grouping) => grouping === given);
  const chosen = known ?? (await window.showQuickPick(items, { title: l10n.t("Group memories") }))?.grouping;
  if (chosen !== undefined) await parts.tree.groupBy(chosen);
};

export const filter: CommandHandler = async (parts, given) => {
  const chosen = isFilter(given) ? given : await askForFilter();
  if (chosen !== undefined) parts.tree.setFilter(chosen);
};

export const clearFilter: CommandHandler = (parts) => {
  parts.tree.setFilter({});
  return Promise.resolve();
};

export const more: CommandHandler = async (parts, row) => {
  if ((row as Row | undefined)?.kind === "more") await parts.tree.more(row as Row & { kind: "more" });
};

/** A person vouches for a memory. */
export const verify: CommandHandler = (parts, row) =>
  move(parts, row, { status: "verified", verifiedBy: "human_approval" }, l10n.t("Verified"));

export const publish: CommandHandler = (parts, row) => move(parts, row, { status: "published" }, l10n.t("Published"));

export const archive: CommandHandler = (parts, row) => move(parts, row, { status: "archived" }, l10n.t("Archived"));

export const remove: CommandHandler = async (parts, row) => {
  const memory = memoryOf(row);
  return memory && confirmAndDelete(parts, memory);
};

async function move(
  parts: Parts,
  row: unknown,
  change: { status: "verified" | "published" | "archived"; verifiedBy?: "human_approval" },
  done: string,
): Promise<void> {
  const memory = memoryOf(row);
  if (memory === undefined) return;
  await parts.service.facade.memorySetStatus({ id: memory.id, ...change });
  parts.service.memoriesChanged();
  window.setStatusBarMessage(`${done}: ${memory.title}`, 4_000);
}

function memoryOf(row: unknown): { id: string; title: string } | undefined {
  const given = row as Row | undefined;
  return given?.kind === "memory" ? given.memory : undefined;
}

function isFilter(given: unknown): given is Filter {
  return typeof given === "object" && given !== null && !("kind" in given);
}

async function askForFilter(): Promise<Filter | undefined> {
  const tag = l10n.t("A tag…");
  const items: { label: string; description: string; filter: Filter | undefined }[] = [
    { label: l10n.t("This workspace"), description: l10n.t("what is visible here"), filter: { here: true } },
    ...LAYERS.map((layer) => ({ label: layerName(layer), description: l10n.t("layer"), filter: { layer } })),
    ...STATUSES.map((status) => ({ label: statusName(status), description: l10n.t("status"), filter: { status } })),
    { label: tag, description: "", filter: undefined },
  ];
  const chosen = await window.showQuickPick(items, { title: l10n.t("Filter memories") });
  if (chosen === undefined || chosen.filter !== undefined) return chosen?.filter;
  const name = await window.showInputBox({ title: l10n.t("Filter memories"), prompt: l10n.t("Name of the tag") });
  return name?.trim() ? { tag: name.trim() } : undefined;
}
