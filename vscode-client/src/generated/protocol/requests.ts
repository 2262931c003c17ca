// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { AnswersRequests } from "./answers";
import type { ArchiveRequests } from "./archive";
import type { CalendarRequests } from "./calendar";
import type { CommandsRequests } from "./commands";
import type { DecisionsRequests } from "./decisions";
import type { EvaluationRequests } from "./evaluation";
import type { GrowthRequests } from "./growth";
import type { GrowthReportRequests } from "./growthReport";
import type { HealthRequests } from "./health";
import type { KnowledgeChecksRequests } from "./knowledgeChecks";
import type { LearningRequests } from "./learning";
import type { MemoryRequests } from "./memory";
import type { MigrationsRequests } from "./migrations";
import type { OperationalRequests } from "./operational";
import type { ProposalsRequests } from "./proposals";
import type { RecordsRequests } from "./records";
import type { SearchRequests } from "./search";
import type { SessionsRequests } from "./sessions";
import type { TransferRequests } from "./transfer";
import type { TurnRequests } from "./turn";
import type { WorkersRequests } from "./workers";
import type { WorkingRequests } from "./working";

/** Every request: its params and its result. */
export interface Requests extends
  AnswersRequests,
  ArchiveRequests,
  CalendarRequests,
  CommandsRequests,
  DecisionsRequests,
  EvaluationRequests,
  GrowthRequests,
  GrowthReportRequests,
  HealthRequests,
  KnowledgeChecksRequests,
  LearningRequests,
  MemoryRequests,
  MigrationsRequests,
  OperationalRequests,
  ProposalsRequests,
  RecordsRequests,
  SearchRequests,
  SessionsRequests,
  TransferRequests,
  TurnRequests,
  WorkersRequests,
  WorkingRequests {}

export type MethodName = keyof Requests;

/** Stands in front of each method name on the wire. */
export const METHOD_PREFIX = "memserver/";

export const METHOD_NAMES: readonly MethodName[] = [
  "context/build",
  "context/explain",
  "turn/complete",
  "session/end",
  "distill",
  "memory/add",
  "memory/addMany",
  "memory/get",
  "memory/list",
  "memory/update",
  "memory/setStatus",
  "memory/delete",
  "memory/deleteAll",
  "memory/search",
  "memory/stats",
  "memory/export",
  "memory/import",
  "facts/record",
  "trajectories/record",
  "patterns/store",
  "patterns/search",
  "patterns/promote",
  "patterns/feedback",
  "patterns/consolidate",
  "route",
  "route/feedback",
  "agents/list",
  "agents/register",
  "agents/remove",
  "sona/adapt",
  "sona/distill",
  "learning/stats",
  "learning/export",
  "learning/import",
  "growth/needs",
  "growth/skills",
  "growth/queue",
  "growth/queue/propose",
  "growth/queue/approve",
  "growth/queue/reject",
  "growth/queue/reopen",
  "growth/feedback",
  "growth/report",
  "growth/inventory",
  "growth/research",
  "growth/proposals",
  "growth/proposals/accept",
  "growth/proposals/reject",
  "knowledge/validate",
  "knowledge/decay",
  "knowledge/debt",
  "evaluation/sets",
  "evaluation/run",
  "evaluation/history",
  "calendar/add",
  "calendar/list",
  "calendar/check",
  "calendar/remove",
  "calendar/import",
  "workers/status",
  "workers/dispatch",
  "workers/dispatchAll",
  "workers/configure",
  "workers/findings",
  "operational/push",
  "operational/recent",
  "operational/metric",
  "operational/snapshot",
  "context/assemble",
  "goals/store",
  "goals/update",
  "goals/active",
  "goals/get",
  "goals/list",
  "tasks/store",
  "tasks/update",
  "tasks/forGoal",
  "toolCalls/store",
  "toolCalls/list",
  "decisions/store",
  "decisions/outcome",
  "decisions/get",
  "decisions/similar",
  "decisions/list",
  "workingPatterns/store",
  "workingPatterns/find",
  "workingPatterns/feedback",
  "agentStates/store",
  "agentStates/get",
  "agentStates/list",
  "procedures/store",
  "procedures/list",
  "procedures/get",
  "incidents/store",
  "incidents/list",
  "incidents/get",
  "configHistory/store",
  "configHistory/list",
  "knowledge/add",
  "knowledge/search",
  "knowledge/list",
  "knowledge/get",
  "knowledge/delete",
  "archive/search",
  "tiers/migrate",
  "tiers/delete",
  "migrate/tfidf",
  "commands/run",
  "commands/list",
  "status",
];
