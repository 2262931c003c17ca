// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const knowledgeChecksFunctions = (ask: Ask) => ({
  /** What is known for each task. */
  growthInventory(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.KnowledgeChecksInventoryResult> {
    return ask("growth/inventory", params, token);
  },

  /** Whether a text is new, and fits. */
  knowledgeValidate(params: wire.KnowledgeChecksValidateParams, token?: CancellationToken): Promise<wire.KnowledgeChecksValidateResult> {
    return ask("knowledge/validate", params, token);
  },

  /** Which knowledge has aged. */
  knowledgeDecay(params: wire.KnowledgeChecksDecayParams = {}, token?: CancellationToken): Promise<wire.KnowledgeChecksDecayResult> {
    return ask("knowledge/decay", params, token);
  },

  /** Which gaps cost most. */
  knowledgeDebt(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.GrowthDebtResult> {
    return ask("knowledge/debt", params, token);
  },
});
