// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Empty } from "./base";
import type { GrowthQueueItem } from "./growth";
import type { KnowledgeChecksValidateResult } from "./knowledgeChecks";

/** A proposal that became a note. */
export interface ProposalsAcceptResult {
  /** The note, relative to the brain; it is indexed like every other. */
  notePath: string;
  /** The question, now done. */
  item?: GrowthQueueItem;
  /** What the gate says about the text as it was accepted. */
  validation: KnowledgeChecksValidateResult;
  /** False when somebody changed the proposal meanwhile: then it was left. */
  proposalRemoved: boolean;
}

/** A person's decision about a proposal, named by its path or by the question it answers. */
export interface ProposalsDecideProposalParams {
  /** The proposal, relative to the brain. */
  path?: string;
  /** The question of the learning queue. */
  id?: string;
  /** Who decides. Must not be empty, and is recorded. */
  by: string;
  /** Why, for later readers. */
  note?: string;
  /** The project against whose memories the text is checked once more. */
  workspaceUri?: string;
}

/** A question that was researched. */
export interface ProposalsDraftedView {
  /** The question, now drafted. */
  item: GrowthQueueItem;
  /** The draft, relative to the brain. */
  path: string;
  /** Whether local sources alone or a chat model made it. */
  madeBy: "local" | "model";
  /** How many statements it has. */
  findings: number;
  /** What it rests on: paths of notes and ids of memories. */
  sources: string[];
  /** What the validation gate says. */
  verdict: "accept" | "duplicate" | "conflict";
  /** Why the chat model had no part in it, when one was asked. */
  note: string;
}

/** A file in the folder of proposals. */
export interface ProposalsProposalView {
  /** Relative to the brain. */
  path: string;
  /** What it is about. */
  title: string;
  /** Who proposes it. */
  origin: string;
  /** `proposed` or `rejected`. */
  status: string;
  /** When it was written. */
  created: string;
  /** The question it answers. */
  item?: GrowthQueueItem;
  /** What it rests on. */
  evidence: string[];
  /** Whether a person has changed it. */
  edited: boolean;
  /** Its text. */
  body: string;
}

/** A proposal that was rejected; the file stays and says so. */
export interface ProposalsRejectResult {
  /** The proposal. */
  path: string;
  /** The question, now rejected. */
  item?: GrowthQueueItem;
}

/** Draft answers to questions that a person approved. */
export interface ProposalsResearchParams {
  /** Only this question; it must be approved. Default: the most pressing ones. */
  id?: string;
  /** How many at most. */
  limit?: number;
  /** The project whose memories are read besides those of none. */
  workspaceUri?: string;
}

/** What was drafted. */
export interface ProposalsResearchResult {
  /** One per question. */
  drafted: ProposalsDraftedView[];
  /** How many approved questions are left. */
  waiting: number;
  /** What a person should know when nothing was drafted. */
  message: string;
}

/** The proposals, by path. */
export interface ProposalsResult {
  /** The files. */
  proposals: ProposalsProposalView[];
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** The requests of this area: the params and the result of each. */
export interface ProposalsRequests {
  /** Draft what a person approved. */
  "growth/research": { params: ProposalsResearchParams; result: ProposalsResearchResult };
  /** Drafts that wait for a person's decision. */
  "growth/proposals": { params: Empty; result: ProposalsResult };
  /** Accept a draft. */
  "growth/proposals/accept": { params: ProposalsDecideProposalParams; result: ProposalsAcceptResult };
  /** Reject a draft. */
  "growth/proposals/reject": { params: ProposalsDecideProposalParams; result: ProposalsRejectResult };
}
