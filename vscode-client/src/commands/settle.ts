/** Settling: a person says which of two memories holds, or brings a replaced one back. Nothing is settled without a name. */

import { env, l10n, window, type QuickPickItem } from "vscode";
import { contentBeyond } from "../memories/document";
import { day } from "../memories/labels";
import { contradicting, settlement, type Choice } from "../memories/links";
import type { Row } from "../memories/tree";
import type { Memory } from "../wire";
import { askForName } from "./person";
import type { CommandHandler, Parts } from "./tools";

/** Memory: Settle… Given a row of the tree, or the ids of two memories. */
export const settle: CommandHandler = async (parts, given, otherId) => {
  const memory = await memoryOf(parts, given);
  const other = memory && (typeof otherId === "string" ? await parts.service.facade.memoryGet({ id: otherId }) : await chooseOther(parts, memory));
  if (memory === undefined || other === undefined) return undefined;
  const title = l10n.t("Settle what holds");
  const items: (QuickPickItem & { choice: Choice })[] = [
    { choice: "this", label: l10n.t("This one holds"), ...described(memory) },
    { choice: "other", label: l10n.t("The other one holds"), ...described(other) },
    { choice: "both", label: l10n.t("Both hold"), detail: l10n.t("They are never called a contradiction again.") },
  ];
  const chosen = await window.showQuickPick(items, { title, ignoreFocusOut: true });
  const by = chosen && (await askForName(parts.context, title));
  if (chosen === undefined || by === undefined) return undefined;
  const settled = await parts.service.facade.memorySettle({ ...settlement(memory.id, other.id, chosen.choice), by });
  parts.service.memoriesChanged();
  window.setStatusBarMessage(l10n.t("Settled: {0}", settled.title), 4_000);
  return settled.id;
};

/** Memory: Bring Back. */
export const bringBack: CommandHandler = async (parts, given) => {
  const memory = await memoryOf(parts, given);
  const by = memory && (await askForName(parts.context, l10n.t("Bring back {0}", memory.title)));
  if (memory === undefined || by === undefined) return undefined;
  const back = await parts.service.facade.memoryRestore({ id: memory.id, by });
  parts.service.memoriesChanged();
  window.setStatusBarMessage(l10n.t("Brought back: {0}", back.title), 4_000);
  return back.id;
};

async function memoryOf(parts: Parts, given: unknown): Promise<Memory | undefined> {
  if (typeof given === "string") return parts.service.facade.memoryGet({ id: given });
  const row = given as Row | undefined;
  return row?.kind === "memory" ? row.memory : undefined;
}

/** The memory that contradicts this one; a person chooses where there are several. */
async function chooseOther(parts: Parts, memory: Memory): Promise<Memory | undefined> {
  const others = await Promise.all(contradicting(memory).map((id) => parts.service.facade.memoryGet({ id })));
  if (others.length < 2) return others[0];
  const items = others.map((other) => ({ other, label: other.title, ...described(other) }));
  return (await window.showQuickPick(items, { title: l10n.t("Settle what holds"), placeHolder: l10n.t("Against which one?") }))?.other;
}

function described(memory: Memory): { description: string; detail: string } {
  return { description: day(memory.timestamp, env.language), detail: `${memory.title} ${contentBeyond(memory)}`.trim() };
}
