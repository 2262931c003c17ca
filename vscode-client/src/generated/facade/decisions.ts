// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const decisionsFunctions = (ask: Ask) => ({
  /** Keep who decided what, and why. */
  decisionsStore(params: wire.DecisionsStoreDecisionParams, token?: CancellationToken): Promise<wire.DecisionsDecisionView> {
    return ask("decisions/store", params, token);
  },

  /** Say how a decision turned out. */
  decisionsOutcome(params: wire.DecisionsOutcomeParams, token?: CancellationToken): Promise<wire.DecisionsDecisionView> {
    return ask("decisions/outcome", params, token);
  },

  /** Read one decision. */
  decisionsGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.DecisionsDecisionView> {
    return ask("decisions/get", params, token);
  },

  /** Decisions about something like this. */
  decisionsSimilar(params: wire.DecisionsSimilarDecisionsParams, token?: CancellationToken): Promise<wire.DecisionsSimilarDecisionsResult> {
    return ask("decisions/similar", params, token);
  },

  /** Decisions, newest first. */
  decisionsList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.DecisionsResult> {
    return ask("decisions/list", params, token);
  },

  /** Keep what to do when something happens. */
  workingPatternsStore(params: wire.DecisionsStoreWorkingPatternParams, token?: CancellationToken): Promise<wire.DecisionsWorkingPatternView> {
    return ask("workingPatterns/store", params, token);
  },

  /** What to do when something happens. */
  workingPatternsFind(params: wire.DecisionsFindWorkingPatternsParams, token?: CancellationToken): Promise<wire.DecisionsWorkingPatternsResult> {
    return ask("workingPatterns/find", params, token);
  },

  /** Count a use of a working pattern. */
  workingPatternsFeedback(params: wire.DecisionsWorkingPatternFeedbackParams, token?: CancellationToken): Promise<wire.DecisionsWorkingPatternView> {
    return ask("workingPatterns/feedback", params, token);
  },

  /** Keep the state of an agent. */
  agentStatesStore(params: wire.DecisionsStoreAgentStateParams, token?: CancellationToken): Promise<wire.DecisionsAgentStateView> {
    return ask("agentStates/store", params, token);
  },

  /** Read the state of an agent. */
  agentStatesGet(params: wire.DecisionsAgentStateParams, token?: CancellationToken): Promise<wire.DecisionsAgentStateView> {
    return ask("agentStates/get", params, token);
  },

  /** The states of agents. */
  agentStatesList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.DecisionsAgentStatesResult> {
    return ask("agentStates/list", params, token);
  },
});
