/** The learning queue: what may be learned, and a person's decision on it. Nothing is approved without a name. */

import { QuickPickItemKind, commands, l10n, window } from "vscode";
import type { QueueItem } from "../wire";
import { editorLanguage } from "../language";
import { showList, type ListRow, type RowAction } from "./lists";
import { askForName } from "./person";
import type { CommandHandler, Parts } from "./tools";

const STATES = ["proposed", "drafted", "approved", "done", "rejected"] as const;
type State = (typeof STATES)[number];

/** Memory: Learning Queue. */
export const learningQueue: CommandHandler = async (parts) => {
  await showList(l10n.t("Learning queue"), l10n.t("What should be learned? Only you decide."), () => readRows(parts));
};

/** Memory: Ask for Something to Be Learned… */
export const proposeQuestion: CommandHandler = async (parts, given) => {
  const title = l10n.t("Ask for something to be learned");
  const question = typeof given === "string" ? given : await window.showInputBox({ title, prompt: l10n.t("One question that research could answer."), ignoreFocusOut: true });
  if (!question?.trim()) return undefined;
  const by = await askForName(parts.context, title);
  if (by === undefined) return undefined;
  const { item, added } = await parts.service.facade.growthQueuePropose({ question, by });
  void window.showInformationMessage(added ? l10n.t("The question is in the learning queue.") : l10n.t("This was asked before."));
  return item;
};

/** The name of a state, for people. */
export function stateName(state: State): string {
  const names: Record<State, string> = {
    proposed: l10n.t("proposed"),
    approved: l10n.t("approved"),
    drafted: l10n.t("drafted"),
    done: l10n.t("done"),
    rejected: l10n.t("rejected"),
  };
  return names[state];
}

async function readRows(parts: Parts): Promise<ListRow<QueueItem>[]> {
  const { items, message } = await parts.service.facade.growthQueue({ language: editorLanguage() });
  if (items.length === 0) return [{ label: message }];
  return STATES.flatMap((state) => {
    const own = items.filter((item) => item.state === state);
    if (own.length === 0) return [];
    return [{ label: stateName(state), kind: QuickPickItemKind.Separator }, ...own.map((item) => rowOf(parts, item))];
  });
}

function rowOf(parts: Parts, item: QueueItem): ListRow<QueueItem> {
  const last = item.decisions.at(-1);
  const facts = [l10n.t("priority {0}", Math.round(item.priority)), last ? last.by : "", item.reason];
  return {
    row: item,
    label: `$(${ICONS[item.state]}) ${item.question}`,
    detail: facts.filter(Boolean).join(" · "),
    actions: actionsFor(parts, item),
  };
}

const ICONS: Record<State, string> = { proposed: "question", approved: "thumbsup", drafted: "edit", done: "pass", rejected: "circle-slash" };

function actionsFor(parts: Parts, item: QueueItem): RowAction<QueueItem>[] {
  const { facade } = parts.service;
  const decide = (icon: string, label: string, ask: (by: string) => Promise<unknown>): RowAction<QueueItem> => ({
    icon,
    label,
    run: async ({ question }) => {
      const by = await askForName(parts.context, `${label}: ${question}`);
      if (by !== undefined) await ask(by);
      return true;
    },
  });
  const { id } = item;
  const approve = decide("check", l10n.t("Approve"), (by) => facade.growthQueueApprove({ id, by }));
  const reject = decide("close", l10n.t("Reject"), (by) => facade.growthQueueReject({ id, by }));
  const reopen = decide("discard", l10n.t("Put Back"), (by) => facade.growthQueueReopen({ id, by }));
  const leave = (icon: string, label: string, command: string, ...args: unknown[]): RowAction<QueueItem> => ({
    icon,
    label,
    run: async () => {
      await commands.executeCommand(command, ...args);
      return false;
    },
  });
  const research = leave("telescope", l10n.t("Research Now"), "memserver.runResearch", id);
  const review = leave("go-to-file", l10n.t("Review Drafts"), "memserver.reviewDrafts");
  const actions: Record<State, RowAction<QueueItem>[]> = {
    proposed: [approve, reject],
    approved: [research, reject],
    drafted: [review, reject],
    done: [],
    rejected: [reopen],
  };
  return actions[item.state];
}
