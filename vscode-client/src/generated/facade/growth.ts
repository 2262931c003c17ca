// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const growthFunctions = (ask: Ask) => ({
  /** What needs learning most, and why. */
  growthNeeds(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.GrowthNeedsResult> {
    return ask("growth/needs", params, token);
  },

  /** How well each kind of task is done. */
  growthSkills(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.GrowthSkillsResult> {
    return ask("growth/skills", params, token);
  },

  /** What may be learned, and what was decided. */
  growthQueue(params: wire.GrowthQueueParams = {}, token?: CancellationToken): Promise<wire.GrowthQueueResult> {
    return ask("growth/queue", params, token);
  },

  /** Ask for something to be learned. */
  growthQueuePropose(params: wire.GrowthProposeParams, token?: CancellationToken): Promise<wire.GrowthProposeResult> {
    return ask("growth/queue/propose", params, token);
  },

  /** A person lets a question be researched. */
  growthQueueApprove(params: wire.GrowthDecideParams, token?: CancellationToken): Promise<wire.GrowthQueueItem> {
    return ask("growth/queue/approve", params, token);
  },

  /** A person closes a question. */
  growthQueueReject(params: wire.GrowthDecideParams, token?: CancellationToken): Promise<wire.GrowthQueueItem> {
    return ask("growth/queue/reject", params, token);
  },

  /** A person puts a question back. */
  growthQueueReopen(params: wire.GrowthDecideParams, token?: CancellationToken): Promise<wire.GrowthQueueItem> {
    return ask("growth/queue/reopen", params, token);
  },

  /** Say what you think of an answer. */
  growthFeedback(params: wire.GrowthFeedbackParams, token?: CancellationToken): Promise<wire.GrowthFeedbackResult> {
    return ask("growth/feedback", params, token);
  },
});
