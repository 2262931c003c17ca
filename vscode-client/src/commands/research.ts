/** Research on approved questions, and a person's decision on what it drafted. */

import { commands, l10n, window } from "vscode";
import type { Draft, Proposal } from "../wire";
import { here } from "../turn/gathering";
import { noteUri } from "./brain";
import { showList, type ListRow, type RowAction } from "./lists";
import { askForName } from "./person";
import { withProgress, type CommandHandler, type Parts } from "./tools";

/** Memory: Run Research. Drafts what a person approved and opens the first draft. */
export const runResearch: CommandHandler = async (parts, given) => {
  const params = { ...here(), ...(typeof given === "string" ? { id: given } : {}) };
  const result = await withProgress(l10n.t("Researching approved questions"), (token) => parts.service.facade.growthResearch(params, token));
  const [first] = result.drafted;
  if (first === undefined) void window.showInformationMessage(result.message);
  else {
    await openDraft(parts, first.path);
    void offerDecision(parts, first, result.drafted.length);
  }
  return result;
};

/** Memory: Review Drafts. */
export const reviewDrafts: CommandHandler = async (parts) => {
  await showList(l10n.t("Drafts"), l10n.t("Nothing becomes knowledge until you accept it"), () => readDrafts(parts));
};

async function readDrafts(parts: Parts): Promise<ListRow<Proposal>[]> {
  const { proposals, message } = await parts.service.facade.growthProposals();
  const waiting = proposals.filter((each) => each.status === "proposed");
  if (waiting.length === 0) return [{ label: message || l10n.t("No draft waits for a decision.") }];
  const open: RowAction<Proposal> = {
    icon: "go-to-file",
    label: l10n.t("Open"),
    run: async ({ path }) => {
      await openDraft(parts, path);
      return false;
    },
  };
  return waiting.map((each) => ({
    row: each,
    label: `$(edit) ${each.title}`,
    description: [each.origin, each.edited ? l10n.t("edited by you") : ""].filter(Boolean).join(" · "),
    detail: each.path,
    actions: [open, decision(parts, "accept"), decision(parts, "reject")],
  }));
}

function decision(parts: Parts, kind: "accept" | "reject"): RowAction<Proposal> {
  const label = kind === "accept" ? l10n.t("Accept") : l10n.t("Reject");
  return {
    icon: kind === "accept" ? "check" : "close",
    label,
    run: async ({ path }) => {
      await decide(parts, kind, path);
      return true;
    },
  };
}

async function decide(parts: Parts, kind: "accept" | "reject", path: string): Promise<void> {
  const { facade } = parts.service;
  const by = await askForName(parts.context, kind === "accept" ? l10n.t("Accept {0}", path) : l10n.t("Reject {0}", path));
  if (by === undefined) return;
  if (kind === "reject") {
    await facade.growthProposalsReject({ path, by, ...here() });
    return;
  }
  const { notePath, validation } = await facade.growthProposalsAccept({ path, by, ...here() });
  parts.service.memoriesChanged();
  void window.showInformationMessage(`${l10n.t("The draft is now the note {0}.", notePath)} ${validation.message}`.trim());
}

async function offerDecision(parts: Parts, draft: Draft, count: number): Promise<void> {
  const [accept, reject] = [l10n.t("Accept"), l10n.t("Reject")];
  const said = count === 1 ? l10n.t("1 draft was written.") : l10n.t("{0} drafts were written.", count);
  const facts = l10n.t("It has {0} statements from {1} sources and is an estimate until you accept it.", draft.findings, draft.sources.length);
  const answer = await window.showInformationMessage([said, facts, draft.note].filter(Boolean).join(" "), accept, reject);
  if (answer !== undefined) await decide(parts, answer === accept ? "accept" : "reject", draft.path);
}

async function openDraft(parts: Parts, path: string): Promise<void> {
  await commands.executeCommand("vscode.open", await noteUri(parts, path));
}
