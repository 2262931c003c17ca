"""The table of contents of the wire: every custom method with its request, its result and one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from memserver.protocol import (
    answers,
    archive,
    calendar,
    commands,
    decisions,
    evaluation,
    growth,
    growth_report,
    health,
    learning,
    memory,
    migrations,
    operational,
    proposals,
    records,
    search,
    sessions,
    transfer,
    turn,
    workers,
    working,
)
from memserver.protocol import knowledge_checks as checks
from memserver.protocol.base import Empty, WireModel


@dataclass(frozen=True, slots=True)
class Method:
    """A request that memserver answers."""

    name: str
    params: type[WireModel]
    result: type[WireModel]
    summary: str


METHODS: tuple[Method, ...] = (
    Method("context/build", turn.BuildParams, turn.BuildResult, "What the agent already knows that matters here."),
    Method("context/explain", turn.ExplainParams, turn.ExplainResult, "The whole story of an earlier turn."),
    Method("turn/complete", answers.CompleteParams, answers.CompleteResult, "Judge the answer and learn from it."),
    Method("session/end", sessions.SessionEndParams, sessions.SessionEndResult, "Keep what a session taught."),
    Method("distill", sessions.DistillParams, sessions.DistillationReport, "Turn old episodes into long-term digests."),
    Method("memory/add", memory.AddParams, memory.AddResult, "Remember something."),
    Method("memory/addMany", memory.AddManyParams, memory.AddManyResult, "Remember many things at once."),
    Method("memory/get", memory.IdParams, memory.MemoryView, "Read one memory."),
    Method("memory/list", memory.ListParams, memory.ListResult, "List memories, newest first."),
    Method("memory/update", memory.UpdateParams, memory.MemoryView, "Change a memory."),
    Method("memory/setStatus", memory.SetStatusParams, memory.MemoryView, "Say how far a memory is trusted."),
    Method("memory/restore", memory.RestoreParams, memory.MemoryView, "Bring a replaced memory back into force."),
    Method("memory/settle", memory.SettleParams, memory.MemoryView, "Say how two memories stand to each other."),
    Method("memory/delete", memory.IdParams, memory.DeleteResult, "Delete a memory everywhere."),
    Method("memory/deleteAll", memory.DeleteAllParams, memory.DeleteAllResult, "Delete everything that is stored."),
    Method("memory/search", search.SearchParams, search.SearchResult, "Find memories by meaning and words."),
    Method("memory/stats", Empty, health.StatsResult, "How much is stored."),
    Method("memory/export", transfer.ExportParams, transfer.ExportResult, "Write everything to a folder."),
    Method("memory/import", transfer.ImportParams, transfer.ImportResult, "Read memories from files."),
    Method("facts/record", records.FactParams, memory.AddResult, "Record an atomic fact."),
    Method("trajectories/record", records.TrajectoryParams, records.RecordedResult, "Record how a problem was solved."),
    Method("patterns/store", learning.StorePatternParams, learning.StorePatternResult, "Keep a strategy."),
    Method("patterns/search", learning.SearchPatternsParams, learning.SearchPatternsResult, "Find strategies."),
    Method("patterns/promote", learning.PatternIdParams, learning.PromoteResult, "Make a proven pattern long-term."),
    Method("patterns/feedback", learning.PatternFeedbackParams, learning.PatternView, "Count a use of a pattern."),
    Method("patterns/consolidate", Empty, learning.ConsolidateResult, "Promote, merge and drop patterns now."),
    Method("route", learning.RouteParams, learning.RouteResult, "Choose an agent for a task."),
    Method("route/feedback", learning.RouteFeedbackParams, learning.RouteFeedbackResult, "Learn how a route ended."),
    Method("agents/list", Empty, learning.AgentListResult, "The agents."),
    Method("agents/register", learning.AgentView, learning.AgentView, "Add or replace an agent."),
    Method("agents/remove", learning.AgentNameParams, learning.RemovedResult, "Remove an agent."),
    Method("sona/adapt", learning.AdaptParams, learning.AdaptResult, "The learned pattern nearest to a problem."),
    Method("sona/distill", Empty, learning.DistillPatternsResult, "Turn what trajectories share into patterns."),
    Method("learning/stats", Empty, learning.LearningStatsResult, "What was learned, and what it is worth."),
    Method("learning/export", learning.LearningPathParams, learning.LearningExportResult, "Write the learning file."),
    Method("learning/import", learning.LearningPathParams, learning.LearningImportResult, "Merge a learning file."),
    Method("growth/needs", growth.GrowthParams, growth.NeedsResult, "What needs learning most, and why."),
    Method("growth/skills", growth.GrowthParams, growth.SkillsResult, "How well each kind of task is done."),
    Method("growth/queue", growth.QueueParams, growth.QueueResult, "What may be learned, and what was decided."),
    Method("growth/queue/propose", growth.ProposeParams, growth.ProposeResult, "Ask for something to be learned."),
    Method("growth/queue/approve", growth.DecideParams, growth.QueueItem, "A person lets a question be researched."),
    Method("growth/queue/reject", growth.DecideParams, growth.QueueItem, "A person closes a question."),
    Method("growth/queue/reopen", growth.DecideParams, growth.QueueItem, "A person puts a question back."),
    Method("growth/feedback", growth.FeedbackParams, growth.FeedbackResult, "Say what you think of an answer."),
    Method(
        "growth/report",
        growth_report.GrowthReportParams,
        growth_report.GrowthReportResult,
        "How it is going, on one page.",
    ),
    Method("growth/inventory", growth.GrowthParams, checks.InventoryResult, "What is known for each task."),
    Method("growth/research", proposals.ResearchParams, proposals.ResearchResult, "Draft what a person approved."),
    Method("growth/proposals", Empty, proposals.ProposalsResult, "Drafts that wait for a person's decision."),
    Method("growth/proposals/accept", proposals.DecideProposalParams, proposals.AcceptResult, "Accept a draft."),
    Method("growth/proposals/reject", proposals.DecideProposalParams, proposals.RejectResult, "Reject a draft."),
    Method("knowledge/validate", checks.ValidateParams, checks.ValidateResult, "Whether a text is new, and fits."),
    Method("knowledge/decay", checks.DecayParams, checks.DecayResult, "Which knowledge has aged."),
    Method("knowledge/debt", growth.GrowthParams, growth.DebtResult, "Which gaps cost most."),
    Method("evaluation/sets", Empty, evaluation.GoldenSetsResult, "The golden sets."),
    Method("evaluation/run", evaluation.EvaluateParams, evaluation.EvaluateResult, "Score answers by golden cases."),
    Method(
        "evaluation/history",
        evaluation.EvaluationHistoryParams,
        evaluation.EvaluationHistoryResult,
        "How scores moved.",
    ),
    Method("calendar/add", calendar.AddEventParams, calendar.AddEventResult, "Plan an event where the time is free."),
    Method("calendar/list", calendar.ListEventsParams, calendar.EventsResult, "What takes place when."),
    Method("calendar/check", calendar.EventTimes, calendar.CheckEventResult, "Whether a time is free."),
    Method("calendar/remove", calendar.EventIdParams, calendar.RemoveEventResult, "Remove an event."),
    Method("calendar/import", calendar.ImportCalendarParams, calendar.ImportCalendarResult, "Take over an .ics file."),
    Method("workers/status", workers.WorkerStatusParams, workers.WorkerStatusResult, "The workers and what they did."),
    Method("workers/dispatch", workers.DispatchParams, workers.WorkerResultView, "Run one worker now."),
    Method("workers/dispatchAll", workers.DispatchAllParams, workers.DispatchAllResult, "Run every worker now."),
    Method("workers/configure", workers.ConfigureWorkerParams, workers.WorkerStatusView, "Change how a worker runs."),
    Method("workers/findings", workers.WorkerFindingsParams, workers.WorkerFindingsResult, "What workers found."),
    Method("operational/push", operational.PushEventParams, operational.PushEventResult, "Something happened."),
    Method("operational/recent", operational.RecentEventsParams, operational.RecentEventsResult, "The newest events."),
    Method("operational/metric", operational.MetricParams, operational.MetricResult, "Report a measurement."),
    Method("operational/snapshot", working.Placed, operational.SnapshotResult, "What is so now."),
    Method(
        "context/assemble", operational.AssembleParams, operational.AssembleResult, "What all tiers know of a task."
    ),
    Method("goals/store", working.StoreGoalParams, working.GoalView, "Keep a goal."),
    Method("goals/update", working.UpdateGoalParams, working.GoalView, "Change a goal."),
    Method(
        "goals/active", working.TierListParams, working.GoalsResult, "Goals that are not finished, most urgent first."
    ),
    Method("goals/get", working.TierIdParams, working.GoalView, "Read one goal."),
    Method("goals/list", working.ListGoalsParams, working.GoalsResult, "Goals, newest first."),
    Method("tasks/store", working.StoreTaskParams, working.TaskView, "Keep a task."),
    Method("tasks/update", working.UpdateTaskParams, working.TaskView, "Change a task."),
    Method("tasks/forGoal", working.GoalTasksParams, working.TasksResult, "The tasks of a goal, in order."),
    Method("toolCalls/store", working.StoreToolCallParams, working.ToolCallView, "Keep a call of a tool."),
    Method("toolCalls/list", working.ListToolCallsParams, working.ToolCallsResult, "Tool calls, newest first."),
    Method("decisions/store", decisions.StoreDecisionParams, decisions.DecisionView, "Keep who decided what, and why."),
    Method("decisions/outcome", decisions.OutcomeParams, decisions.DecisionView, "Say how a decision turned out."),
    Method("decisions/get", working.TierIdParams, decisions.DecisionView, "Read one decision."),
    Method(
        "decisions/similar",
        decisions.SimilarDecisionsParams,
        decisions.SimilarDecisionsResult,
        "Decisions about something like this.",
    ),
    Method("decisions/list", working.TierListParams, decisions.DecisionsResult, "Decisions, newest first."),
    Method(
        "workingPatterns/store",
        decisions.StoreWorkingPatternParams,
        decisions.WorkingPatternView,
        "Keep what to do when something happens.",
    ),
    Method(
        "workingPatterns/find",
        decisions.FindWorkingPatternsParams,
        decisions.WorkingPatternsResult,
        "What to do when something happens.",
    ),
    Method(
        "workingPatterns/feedback",
        decisions.WorkingPatternFeedbackParams,
        decisions.WorkingPatternView,
        "Count a use of a working pattern.",
    ),
    Method(
        "agentStates/store", decisions.StoreAgentStateParams, decisions.AgentStateView, "Keep the state of an agent."
    ),
    Method("agentStates/get", decisions.AgentStateParams, decisions.AgentStateView, "Read the state of an agent."),
    Method("agentStates/list", working.TierListParams, decisions.AgentStatesResult, "The states of agents."),
    Method("procedures/store", archive.StoreProcedureParams, archive.ProcedureView, "Keep how something is done."),
    Method("procedures/list", working.TierListParams, archive.ProceduresResult, "Procedures, newest first."),
    Method("procedures/get", working.TierIdParams, archive.ProcedureView, "Read one procedure."),
    Method("incidents/store", archive.StoreIncidentParams, archive.IncidentView, "Keep what went wrong."),
    Method("incidents/list", working.TierListParams, archive.IncidentsResult, "Incidents, newest first."),
    Method("incidents/get", working.TierIdParams, archive.IncidentView, "Read one incident."),
    Method("configHistory/store", archive.StoreConfigChangeParams, archive.ConfigChangeView, "A file was changed."),
    Method(
        "configHistory/list", archive.ListConfigHistoryParams, archive.ConfigHistoryResult, "Changes, newest first."
    ),
    Method("knowledge/add", archive.AddKnowledgeParams, archive.KnowledgeView, "Keep something worth knowing."),
    Method("knowledge/search", archive.SearchKnowledgeParams, archive.SearchKnowledgeResult, "Find knowledge."),
    Method("knowledge/list", working.TierListParams, archive.KnowledgeListResult, "Knowledge, newest first."),
    Method("knowledge/get", working.TierIdParams, archive.KnowledgeView, "Read one knowledge entry."),
    Method("knowledge/delete", working.TierIdParams, working.DeletedResult, "Delete a knowledge entry."),
    Method("archive/search", archive.ArchiveSearchParams, archive.ArchiveSearchResult, "Find in the archive."),
    Method(
        "tiers/migrate", migrations.MigrateTiersParams, migrations.MigrateTiersResult, "Move old work to the archive."
    ),
    Method("tiers/delete", migrations.DeleteRecordParams, working.DeletedResult, "Delete one record of the tiers."),
    Method("migrate/tfidf", migrations.MigrateTfidfParams, migrations.MigrateTfidfResult, "Take over a TF-IDF store."),
    Method("commands/run", commands.RunParams, commands.RunResult, "Run a slash command."),
    Method("commands/list", Empty, commands.CommandListResult, "The slash commands."),
    Method("status", Empty, health.StatusResult, "What works, what does not, and how much there is."),
)

PREFIX = "memserver/"
BY_NAME = {PREFIX + method.name: method for method in METHODS}
