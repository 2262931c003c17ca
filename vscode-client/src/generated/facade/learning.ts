// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const learningFunctions = (ask: Ask) => ({
  /** Keep a strategy. */
  patternsStore(params: wire.LearningStorePatternParams, token?: CancellationToken): Promise<wire.LearningStorePatternResult> {
    return ask("patterns/store", params, token);
  },

  /** Find strategies. */
  patternsSearch(params: wire.LearningSearchPatternsParams, token?: CancellationToken): Promise<wire.LearningSearchPatternsResult> {
    return ask("patterns/search", params, token);
  },

  /** Make a proven pattern long-term. */
  patternsPromote(params: wire.LearningPatternIdParams, token?: CancellationToken): Promise<wire.LearningPromoteResult> {
    return ask("patterns/promote", params, token);
  },

  /** Count a use of a pattern. */
  patternsFeedback(params: wire.LearningPatternFeedbackParams, token?: CancellationToken): Promise<wire.LearningPatternView> {
    return ask("patterns/feedback", params, token);
  },

  /** Promote, merge and drop patterns now. */
  patternsConsolidate(token?: CancellationToken): Promise<wire.LearningConsolidateResult> {
    return ask("patterns/consolidate", {}, token);
  },

  /** Choose an agent for a task. */
  route(params: wire.LearningRouteParams, token?: CancellationToken): Promise<wire.LearningRouteResult> {
    return ask("route", params, token);
  },

  /** Learn how a route ended. */
  routeFeedback(params: wire.LearningRouteFeedbackParams, token?: CancellationToken): Promise<wire.LearningRouteFeedbackResult> {
    return ask("route/feedback", params, token);
  },

  /** The agents. */
  agentsList(token?: CancellationToken): Promise<wire.LearningAgentListResult> {
    return ask("agents/list", {}, token);
  },

  /** Add or replace an agent. */
  agentsRegister(params: wire.LearningAgentView, token?: CancellationToken): Promise<wire.LearningAgentView> {
    return ask("agents/register", params, token);
  },

  /** Remove an agent. */
  agentsRemove(params: wire.LearningAgentNameParams, token?: CancellationToken): Promise<wire.LearningRemovedResult> {
    return ask("agents/remove", params, token);
  },

  /** The learned pattern nearest to a problem. */
  sonaAdapt(params: wire.LearningAdaptParams, token?: CancellationToken): Promise<wire.LearningAdaptResult> {
    return ask("sona/adapt", params, token);
  },

  /** Turn what trajectories share into patterns. */
  sonaDistill(token?: CancellationToken): Promise<wire.LearningDistillPatternsResult> {
    return ask("sona/distill", {}, token);
  },

  /** What was learned, and what it is worth. */
  learningStats(token?: CancellationToken): Promise<wire.LearningStatsResult> {
    return ask("learning/stats", {}, token);
  },

  /** Write the learning file. */
  learningExport(params: wire.LearningPathParams, token?: CancellationToken): Promise<wire.LearningExportResult> {
    return ask("learning/export", params, token);
  },

  /** Merge a learning file. */
  learningImport(params: wire.LearningPathParams, token?: CancellationToken): Promise<wire.LearningImportResult> {
    return ask("learning/import", params, token);
  },
});
