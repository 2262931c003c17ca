/**
 * The types of the wire by the names that the client uses, each taken from the request it belongs to: the server may
 * move its models between modules without anything here having to follow.
 */

import type { Requests } from "./generated/protocol";

type Params<M extends keyof Requests> = Requests[M]["params"];
type Result<M extends keyof Requests> = Requests[M]["result"];

export type TurnParams = Params<"context/build">;
export type TurnResult = Result<"context/build">;
export type TurnItem = TurnResult["items"][number];
export type TurnRecord = Result<"context/explain">;
export type Message = Params<"session/end">["messages"][number];
export type RecentSession = NonNullable<TurnParams["recentSessions"]>[number];
export type CompleteParams = Params<"turn/complete">;
export type CompleteResult = Result<"turn/complete">;
export type SessionEndResult = Result<"session/end">;
export type TrajectoryParams = Params<"trajectories/record">;

export type Memory = Result<"memory/get">;
export type AddParams = Params<"memory/add">;
export type AddResult = Result<"memory/add">;
export type ListParams = Params<"memory/list">;
export type UpdateParams = Params<"memory/update">;
export type SettleParams = Params<"memory/settle">;
export type SearchParams = Params<"memory/search">;
export type SearchResult = Result<"memory/search">;
export type CalendarParams = Params<"calendar/add">;
export type CalendarEvent = Result<"calendar/list">["events"][number];
export type ImportResult = Result<"memory/import">;
export type ExportResult = Result<"memory/export">;
export type SearchHit = SearchResult["results"][number];

export type Status = Result<"status">;
export type Stats = Result<"memory/stats">;
export type RouteResult = Result<"route">;
export type CommandResult = Result<"commands/run">;

export type WorkerStatus = Result<"workers/status">["workers"][number];
export type WorkerResult = Result<"workers/dispatch">;
export type WorkerFinding = WorkerResult["findings"][number];

export type GrowthReport = Result<"growth/report">;
export type GrowthData = GrowthReport["data"];
export type GrowthPlot = GrowthReport["svg"][number];
export type Need = GrowthData["needs"][number];
export type Skill = GrowthData["skills"][number];
export type RouteLift = GrowthData["routing"][number];
export type QueueItem = Result<"growth/queue">["items"][number];
export type Draft = Result<"growth/research">["drafted"][number];
export type Proposal = Result<"growth/proposals">["proposals"][number];
export type Feedback = Result<"growth/feedback">;
export type AgedItem = Result<"knowledge/decay">["items"][number];

export type EvaluationParams = Params<"evaluation/run">;
export type EvaluationResult = Result<"evaluation/run">;
export type EvaluationRun = EvaluationResult["runs"][number];
export type EvaluationCase = EvaluationRun["cases"][number];
export type GoldenSet = Result<"evaluation/sets">["sets"][number];
