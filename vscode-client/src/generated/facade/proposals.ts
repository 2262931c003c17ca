// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const proposalsFunctions = (ask: Ask) => ({
  /** Draft what a person approved. */
  growthResearch(params: wire.ProposalsResearchParams = {}, token?: CancellationToken): Promise<wire.ProposalsResearchResult> {
    return ask("growth/research", params, token);
  },

  /** Drafts that wait for a person's decision. */
  growthProposals(token?: CancellationToken): Promise<wire.ProposalsResult> {
    return ask("growth/proposals", {}, token);
  },

  /** Accept a draft. */
  growthProposalsAccept(params: wire.ProposalsDecideProposalParams, token?: CancellationToken): Promise<wire.ProposalsAcceptResult> {
    return ask("growth/proposals/accept", params, token);
  },

  /** Reject a draft. */
  growthProposalsReject(params: wire.ProposalsDecideProposalParams, token?: CancellationToken): Promise<wire.ProposalsRejectResult> {
    return ask("growth/proposals/reject", params, token);
  },
});
