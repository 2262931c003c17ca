// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "./protocol";

/** Sends one request and returns its answer. */
export type Ask = <M extends wire.MethodName>(
  method: M,
  params: wire.Requests[M]["params"],
  token?: CancellationToken,
) => Promise<wire.Requests[M]["result"]>;

/** One function for each request of the server. */
export class Facade {
  constructor(readonly ask: Ask) {}

  /** What the agent already knows that matters here. */
  contextBuild(params: wire.TurnBuildParams, token?: CancellationToken): Promise<wire.TurnBuildResult> {
    return this.ask("context/build", params, token);
  }

  /** The whole story of an earlier turn. */
  contextExplain(params: wire.TurnExplainParams, token?: CancellationToken): Promise<wire.TurnExplainResult> {
    return this.ask("context/explain", params, token);
  }

  /** Judge the answer and learn from it. */
  turnComplete(params: wire.AnswersCompleteParams, token?: CancellationToken): Promise<wire.AnswersCompleteResult> {
    return this.ask("turn/complete", params, token);
  }

  /** Keep what a session taught. */
  sessionEnd(params: wire.SessionsSessionEndParams, token?: CancellationToken): Promise<wire.SessionsSessionEndResult> {
    return this.ask("session/end", params, token);
  }

  /** Turn old episodes into long-term digests. */
  distill(params: wire.SessionsDistillParams = {}, token?: CancellationToken): Promise<wire.SessionsDistillationReport> {
    return this.ask("distill", params, token);
  }

  /** Remember something. */
  memoryAdd(params: wire.MemoryAddParams, token?: CancellationToken): Promise<wire.MemoryAddResult> {
    return this.ask("memory/add", params, token);
  }

  /** Remember many things at once. */
  memoryAddMany(params: wire.MemoryAddManyParams, token?: CancellationToken): Promise<wire.MemoryAddManyResult> {
    return this.ask("memory/addMany", params, token);
  }

  /** Read one memory. */
  memoryGet(params: wire.MemoryIdParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return this.ask("memory/get", params, token);
  }

  /** List memories, newest first. */
  memoryList(params: wire.MemoryListParams = {}, token?: CancellationToken): Promise<wire.MemoryListResult> {
    return this.ask("memory/list", params, token);
  }

  /** Change a memory. */
  memoryUpdate(params: wire.MemoryUpdateParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return this.ask("memory/update", params, token);
  }

  /** Say how far a memory is trusted. */
  memorySetStatus(params: wire.MemorySetStatusParams, token?: CancellationToken): Promise<wire.MemoryView> {
    return this.ask("memory/setStatus", params, token);
  }

  /** Delete a memory everywhere. */
  memoryDelete(params: wire.MemoryIdParams, token?: CancellationToken): Promise<wire.MemoryDeleteResult> {
    return this.ask("memory/delete", params, token);
  }

  /** Delete everything that is stored. */
  memoryDeleteAll(params: wire.MemoryDeleteAllParams, token?: CancellationToken): Promise<wire.MemoryDeleteAllResult> {
    return this.ask("memory/deleteAll", params, token);
  }

  /** Find memories by meaning and words. */
  memorySearch(params: wire.SearchParams, token?: CancellationToken): Promise<wire.SearchResult> {
    return this.ask("memory/search", params, token);
  }

  /** How much is stored. */
  memoryStats(token?: CancellationToken): Promise<wire.HealthStatsResult> {
    return this.ask("memory/stats", {}, token);
  }

  /** Write everything to a folder. */
  memoryExport(params: wire.TransferExportParams, token?: CancellationToken): Promise<wire.TransferExportResult> {
    return this.ask("memory/export", params, token);
  }

  /** Read memories from files. */
  memoryImport(params: wire.TransferImportParams, token?: CancellationToken): Promise<wire.TransferImportResult> {
    return this.ask("memory/import", params, token);
  }

  /** Record an atomic fact. */
  factsRecord(params: wire.RecordsFactParams, token?: CancellationToken): Promise<wire.MemoryAddResult> {
    return this.ask("facts/record", params, token);
  }

  /** Record how a problem was solved. */
  trajectoriesRecord(params: wire.RecordsTrajectoryParams, token?: CancellationToken): Promise<wire.RecordsRecordedResult> {
    return this.ask("trajectories/record", params, token);
  }

  /** Keep a strategy. */
  patternsStore(params: wire.LearningStorePatternParams, token?: CancellationToken): Promise<wire.LearningStorePatternResult> {
    return this.ask("patterns/store", params, token);
  }

  /** Find strategies. */
  patternsSearch(params: wire.LearningSearchPatternsParams, token?: CancellationToken): Promise<wire.LearningSearchPatternsResult> {
    return this.ask("patterns/search", params, token);
  }

  /** Make a proven pattern long-term. */
  patternsPromote(params: wire.LearningPatternIdParams, token?: CancellationToken): Promise<wire.LearningPromoteResult> {
    return this.ask("patterns/promote", params, token);
  }

  /** Count a use of a pattern. */
  patternsFeedback(params: wire.LearningPatternFeedbackParams, token?: CancellationToken): Promise<wire.LearningPatternView> {
    return this.ask("patterns/feedback", params, token);
  }

  /** Promote, merge and drop patterns now. */
  patternsConsolidate(token?: CancellationToken): Promise<wire.LearningConsolidateResult> {
    return this.ask("patterns/consolidate", {}, token);
  }

  /** Choose an agent for a task. */
  route(params: wire.LearningRouteParams, token?: CancellationToken): Promise<wire.LearningRouteResult> {
    return this.ask("route", params, token);
  }

  /** Learn how a route ended. */
  routeFeedback(params: wire.LearningRouteFeedbackParams, token?: CancellationToken): Promise<wire.LearningRouteFeedbackResult> {
    return this.ask("route/feedback", params, token);
  }

  /** The agents. */
  agentsList(token?: CancellationToken): Promise<wire.LearningAgentListResult> {
    return this.ask("agents/list", {}, token);
  }

  /** Add or replace an agent. */
  agentsRegister(params: wire.LearningAgentView, token?: CancellationToken): Promise<wire.LearningAgentView> {
    return this.ask("agents/register", params, token);
  }

  /** Remove an agent. */
  agentsRemove(params: wire.LearningAgentNameParams, token?: CancellationToken): Promise<wire.LearningRemovedResult> {
    return this.ask("agents/remove", params, token);
  }

  /** The learned pattern nearest to a problem. */
  sonaAdapt(params: wire.LearningAdaptParams, token?: CancellationToken): Promise<wire.LearningAdaptResult> {
    return this.ask("sona/adapt", params, token);
  }

  /** Turn what trajectories share into patterns. */
  sonaDistill(token?: CancellationToken): Promise<wire.LearningDistillPatternsResult> {
    return this.ask("sona/distill", {}, token);
  }

  /** What was learned, and what it is worth. */
  learningStats(token?: CancellationToken): Promise<wire.LearningStatsResult> {
    return this.ask("learning/stats", {}, token);
  }

  /** Write the learning file. */
  learningExport(params: wire.LearningPathParams, token?: CancellationToken): Promise<wire.LearningExportResult> {
    return this.ask("learning/export", params, token);
  }

  /** Merge a learning file. */
  learningImport(params: wire.LearningPathParams, token?: CancellationToken): Promise<wire.LearningImportResult> {
    return this.ask("learning/import", params, token);
  }

  /** What needs learning most, and why. */
  growthNeeds(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.GrowthNeedsResult> {
    return this.ask("growth/needs", params, token);
  }

  /** How well each kind of task is done. */
  growthSkills(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.GrowthSkillsResult> {
    return this.ask("growth/skills", params, token);
  }

  /** What may be learned, and what was decided. */
  growthQueue(params: wire.GrowthQueueParams = {}, token?: CancellationToken): Promise<wire.GrowthQueueResult> {
    return this.ask("growth/queue", params, token);
  }

  /** Ask for something to be learned. */
  growthQueuePropose(params: wire.GrowthProposeParams, token?: CancellationToken): Promise<wire.GrowthProposeResult> {
    return this.ask("growth/queue/propose", params, token);
  }

  /** A person lets a question be researched. */
  growthQueueApprove(params: wire.GrowthDecideParams, token?: CancellationToken): Promise<wire.GrowthQueueItem> {
    return this.ask("growth/queue/approve", params, token);
  }

  /** A person closes a question. */
  growthQueueReject(params: wire.GrowthDecideParams, token?: CancellationToken): Promise<wire.GrowthQueueItem> {
    return this.ask("growth/queue/reject", params, token);
  }

  /** A person puts a question back. */
  growthQueueReopen(params: wire.GrowthDecideParams, token?: CancellationToken): Promise<wire.GrowthQueueItem> {
    return this.ask("growth/queue/reopen", params, token);
  }

  /** Say what you think of an answer. */
  growthFeedback(params: wire.GrowthFeedbackParams, token?: CancellationToken): Promise<wire.GrowthFeedbackResult> {
    return this.ask("growth/feedback", params, token);
  }

  /** How it is going, on one page. */
  growthReport(params: wire.GrowthReportParams = {}, token?: CancellationToken): Promise<wire.GrowthReportResult> {
    return this.ask("growth/report", params, token);
  }

  /** What is known for each task. */
  growthInventory(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.KnowledgeChecksInventoryResult> {
    return this.ask("growth/inventory", params, token);
  }

  /** Draft what a person approved. */
  growthResearch(params: wire.ProposalsResearchParams = {}, token?: CancellationToken): Promise<wire.ProposalsResearchResult> {
    return this.ask("growth/research", params, token);
  }

  /** Drafts that wait for a person's decision. */
  growthProposals(token?: CancellationToken): Promise<wire.ProposalsResult> {
    return this.ask("growth/proposals", {}, token);
  }

  /** Accept a draft. */
  growthProposalsAccept(params: wire.ProposalsDecideProposalParams, token?: CancellationToken): Promise<wire.ProposalsAcceptResult> {
    return this.ask("growth/proposals/accept", params, token);
  }

  /** Reject a draft. */
  growthProposalsReject(params: wire.ProposalsDecideProposalParams, token?: CancellationToken): Promise<wire.ProposalsRejectResult> {
    return this.ask("growth/proposals/reject", params, token);
  }

  /** Whether a text is new, and fits. */
  knowledgeValidate(params: wire.KnowledgeChecksValidateParams, token?: CancellationToken): Promise<wire.KnowledgeChecksValidateResult> {
    return this.ask("knowledge/validate", params, token);
  }

  /** Which knowledge has aged. */
  knowledgeDecay(params: wire.KnowledgeChecksDecayParams = {}, token?: CancellationToken): Promise<wire.KnowledgeChecksDecayResult> {
    return this.ask("knowledge/decay", params, token);
  }

  /** Which gaps cost most. */
  knowledgeDebt(params: wire.GrowthParams = {}, token?: CancellationToken): Promise<wire.GrowthDebtResult> {
    return this.ask("knowledge/debt", params, token);
  }

  /** The golden sets. */
  evaluationSets(token?: CancellationToken): Promise<wire.EvaluationGoldenSetsResult> {
    return this.ask("evaluation/sets", {}, token);
  }

  /** Score answers by golden cases. */
  evaluationRun(params: wire.EvaluationEvaluateParams = {}, token?: CancellationToken): Promise<wire.EvaluationEvaluateResult> {
    return this.ask("evaluation/run", params, token);
  }

  /** How scores moved. */
  evaluationHistory(params: wire.EvaluationHistoryParams = {}, token?: CancellationToken): Promise<wire.EvaluationHistoryResult> {
    return this.ask("evaluation/history", params, token);
  }

  /** Plan an event where the time is free. */
  calendarAdd(params: wire.CalendarAddEventParams, token?: CancellationToken): Promise<wire.CalendarAddEventResult> {
    return this.ask("calendar/add", params, token);
  }

  /** What takes place when. */
  calendarList(params: wire.CalendarListEventsParams = {}, token?: CancellationToken): Promise<wire.CalendarEventsResult> {
    return this.ask("calendar/list", params, token);
  }

  /** Whether a time is free. */
  calendarCheck(params: wire.CalendarEventTimes, token?: CancellationToken): Promise<wire.CalendarCheckEventResult> {
    return this.ask("calendar/check", params, token);
  }

  /** Remove an event. */
  calendarRemove(params: wire.CalendarEventIdParams, token?: CancellationToken): Promise<wire.CalendarRemoveEventResult> {
    return this.ask("calendar/remove", params, token);
  }

  /** Take over an .ics file. */
  calendarImport(params: wire.CalendarImportCalendarParams, token?: CancellationToken): Promise<wire.CalendarImportCalendarResult> {
    return this.ask("calendar/import", params, token);
  }

  /** The workers and what they did. */
  workersStatus(params: wire.WorkersWorkerStatusParams = {}, token?: CancellationToken): Promise<wire.WorkersWorkerStatusResult> {
    return this.ask("workers/status", params, token);
  }

  /** Run one worker now. */
  workersDispatch(params: wire.WorkersDispatchParams, token?: CancellationToken): Promise<wire.WorkersWorkerResultView> {
    return this.ask("workers/dispatch", params, token);
  }

  /** Run every worker now. */
  workersDispatchAll(params: wire.WorkersDispatchAllParams = {}, token?: CancellationToken): Promise<wire.WorkersDispatchAllResult> {
    return this.ask("workers/dispatchAll", params, token);
  }

  /** Change how a worker runs. */
  workersConfigure(params: wire.WorkersConfigureWorkerParams, token?: CancellationToken): Promise<wire.WorkersWorkerStatusView> {
    return this.ask("workers/configure", params, token);
  }

  /** What workers found. */
  workersFindings(params: wire.WorkersWorkerFindingsParams = {}, token?: CancellationToken): Promise<wire.WorkersWorkerFindingsResult> {
    return this.ask("workers/findings", params, token);
  }

  /** Something happened. */
  operationalPush(params: wire.OperationalPushEventParams, token?: CancellationToken): Promise<wire.OperationalPushEventResult> {
    return this.ask("operational/push", params, token);
  }

  /** The newest events. */
  operationalRecent(params: wire.OperationalRecentEventsParams = {}, token?: CancellationToken): Promise<wire.OperationalRecentEventsResult> {
    return this.ask("operational/recent", params, token);
  }

  /** Report a measurement. */
  operationalMetric(params: wire.OperationalMetricParams, token?: CancellationToken): Promise<wire.OperationalMetricResult> {
    return this.ask("operational/metric", params, token);
  }

  /** What is so now. */
  operationalSnapshot(params: wire.WorkingPlaced = {}, token?: CancellationToken): Promise<wire.OperationalSnapshotResult> {
    return this.ask("operational/snapshot", params, token);
  }

  /** What all tiers know of a task. */
  contextAssemble(params: wire.OperationalAssembleParams, token?: CancellationToken): Promise<wire.OperationalAssembleResult> {
    return this.ask("context/assemble", params, token);
  }

  /** Keep a goal. */
  goalsStore(params: wire.WorkingStoreGoalParams, token?: CancellationToken): Promise<wire.WorkingGoalView> {
    return this.ask("goals/store", params, token);
  }

  /** Change a goal. */
  goalsUpdate(params: wire.WorkingUpdateGoalParams, token?: CancellationToken): Promise<wire.WorkingGoalView> {
    return this.ask("goals/update", params, token);
  }

  /** Goals that are not finished, most urgent first. */
  goalsActive(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.WorkingGoalsResult> {
    return this.ask("goals/active", params, token);
  }

  /** Read one goal. */
  goalsGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.WorkingGoalView> {
    return this.ask("goals/get", params, token);
  }

  /** Goals, newest first. */
  goalsList(params: wire.WorkingListGoalsParams = {}, token?: CancellationToken): Promise<wire.WorkingGoalsResult> {
    return this.ask("goals/list", params, token);
  }

  /** Keep a task. */
  tasksStore(params: wire.WorkingStoreTaskParams, token?: CancellationToken): Promise<wire.WorkingTaskView> {
    return this.ask("tasks/store", params, token);
  }

  /** Change a task. */
  tasksUpdate(params: wire.WorkingUpdateTaskParams, token?: CancellationToken): Promise<wire.WorkingTaskView> {
    return this.ask("tasks/update", params, token);
  }

  /** The tasks of a goal, in order. */
  tasksForGoal(params: wire.WorkingGoalTasksParams, token?: CancellationToken): Promise<wire.WorkingTasksResult> {
    return this.ask("tasks/forGoal", params, token);
  }

  /** Keep a call of a tool. */
  toolCallsStore(params: wire.WorkingStoreToolCallParams, token?: CancellationToken): Promise<wire.WorkingToolCallView> {
    return this.ask("toolCalls/store", params, token);
  }

  /** Tool calls, newest first. */
  toolCallsList(params: wire.WorkingListToolCallsParams = {}, token?: CancellationToken): Promise<wire.WorkingToolCallsResult> {
    return this.ask("toolCalls/list", params, token);
  }

  /** Keep who decided what, and why. */
  decisionsStore(params: wire.DecisionsStoreDecisionParams, token?: CancellationToken): Promise<wire.DecisionsDecisionView> {
    return this.ask("decisions/store", params, token);
  }

  /** Say how a decision turned out. */
  decisionsOutcome(params: wire.DecisionsOutcomeParams, token?: CancellationToken): Promise<wire.DecisionsDecisionView> {
    return this.ask("decisions/outcome", params, token);
  }

  /** Read one decision. */
  decisionsGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.DecisionsDecisionView> {
    return this.ask("decisions/get", params, token);
  }

  /** Decisions about something like this. */
  decisionsSimilar(params: wire.DecisionsSimilarDecisionsParams, token?: CancellationToken): Promise<wire.DecisionsSimilarDecisionsResult> {
    return this.ask("decisions/similar", params, token);
  }

  /** Decisions, newest first. */
  decisionsList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.DecisionsResult> {
    return this.ask("decisions/list", params, token);
  }

  /** Keep what to do when something happens. */
  workingPatternsStore(params: wire.DecisionsStoreWorkingPatternParams, token?: CancellationToken): Promise<wire.DecisionsWorkingPatternView> {
    return this.ask("workingPatterns/store", params, token);
  }

  /** What to do when something happens. */
  workingPatternsFind(params: wire.DecisionsFindWorkingPatternsParams, token?: CancellationToken): Promise<wire.DecisionsWorkingPatternsResult> {
    return this.ask("workingPatterns/find", params, token);
  }

  /** Count a use of a working pattern. */
  workingPatternsFeedback(params: wire.DecisionsWorkingPatternFeedbackParams, token?: CancellationToken): Promise<wire.DecisionsWorkingPatternView> {
    return this.ask("workingPatterns/feedback", params, token);
  }

  /** Keep the state of an agent. */
  agentStatesStore(params: wire.DecisionsStoreAgentStateParams, token?: CancellationToken): Promise<wire.DecisionsAgentStateView> {
    return this.ask("agentStates/store", params, token);
  }

  /** Read the state of an agent. */
  agentStatesGet(params: wire.DecisionsAgentStateParams, token?: CancellationToken): Promise<wire.DecisionsAgentStateView> {
    return this.ask("agentStates/get", params, token);
  }

  /** The states of agents. */
  agentStatesList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.DecisionsAgentStatesResult> {
    return this.ask("agentStates/list", params, token);
  }

  /** Keep how something is done. */
  proceduresStore(params: wire.ArchiveStoreProcedureParams, token?: CancellationToken): Promise<wire.ArchiveProcedureView> {
    return this.ask("procedures/store", params, token);
  }

  /** Procedures, newest first. */
  proceduresList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.ArchiveProceduresResult> {
    return this.ask("procedures/list", params, token);
  }

  /** Read one procedure. */
  proceduresGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.ArchiveProcedureView> {
    return this.ask("procedures/get", params, token);
  }

  /** Keep what went wrong. */
  incidentsStore(params: wire.ArchiveStoreIncidentParams, token?: CancellationToken): Promise<wire.ArchiveIncidentView> {
    return this.ask("incidents/store", params, token);
  }

  /** Incidents, newest first. */
  incidentsList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.ArchiveIncidentsResult> {
    return this.ask("incidents/list", params, token);
  }

  /** Read one incident. */
  incidentsGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.ArchiveIncidentView> {
    return this.ask("incidents/get", params, token);
  }

  /** A file was changed. */
  configHistoryStore(params: wire.ArchiveStoreConfigChangeParams, token?: CancellationToken): Promise<wire.ArchiveConfigChangeView> {
    return this.ask("configHistory/store", params, token);
  }

  /** Changes, newest first. */
  configHistoryList(params: wire.ArchiveListConfigHistoryParams = {}, token?: CancellationToken): Promise<wire.ArchiveConfigHistoryResult> {
    return this.ask("configHistory/list", params, token);
  }

  /** Keep something worth knowing. */
  knowledgeAdd(params: wire.ArchiveAddKnowledgeParams, token?: CancellationToken): Promise<wire.ArchiveKnowledgeView> {
    return this.ask("knowledge/add", params, token);
  }

  /** Find knowledge. */
  knowledgeSearch(params: wire.ArchiveSearchKnowledgeParams, token?: CancellationToken): Promise<wire.ArchiveSearchKnowledgeResult> {
    return this.ask("knowledge/search", params, token);
  }

  /** Knowledge, newest first. */
  knowledgeList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.ArchiveKnowledgeListResult> {
    return this.ask("knowledge/list", params, token);
  }

  /** Read one knowledge entry. */
  knowledgeGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.ArchiveKnowledgeView> {
    return this.ask("knowledge/get", params, token);
  }

  /** Delete a knowledge entry. */
  knowledgeDelete(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.WorkingDeletedResult> {
    return this.ask("knowledge/delete", params, token);
  }

  /** Find in the archive. */
  archiveSearch(params: wire.ArchiveSearchParams, token?: CancellationToken): Promise<wire.ArchiveSearchResult> {
    return this.ask("archive/search", params, token);
  }

  /** Move old work to the archive. */
  tiersMigrate(params: wire.MigrationsMigrateTiersParams = {}, token?: CancellationToken): Promise<wire.MigrationsMigrateTiersResult> {
    return this.ask("tiers/migrate", params, token);
  }

  /** Delete one record of the tiers. */
  tiersDelete(params: wire.MigrationsDeleteRecordParams, token?: CancellationToken): Promise<wire.WorkingDeletedResult> {
    return this.ask("tiers/delete", params, token);
  }

  /** Take over a TF-IDF store. */
  migrateTfidf(params: wire.MigrationsMigrateTfidfParams = {}, token?: CancellationToken): Promise<wire.MigrationsMigrateTfidfResult> {
    return this.ask("migrate/tfidf", params, token);
  }

  /** Run a slash command. */
  commandsRun(params: wire.CommandsRunParams, token?: CancellationToken): Promise<wire.CommandsRunResult> {
    return this.ask("commands/run", params, token);
  }

  /** The slash commands. */
  commandsList(token?: CancellationToken): Promise<wire.CommandsCommandListResult> {
    return this.ask("commands/list", {}, token);
  }

  /** What works, what does not, and how much there is. */
  status(token?: CancellationToken): Promise<wire.HealthStatusResult> {
    return this.ask("status", {}, token);
  }
}
