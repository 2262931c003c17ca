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
import type { SettlingRequests } from "./settling";
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
  SettlingRequests,
  TransferRequests,
  TurnRequests,
  WorkersRequests,
  WorkingRequests {}

export type MethodName = keyof Requests;

/** Stands in front of each method name on the wire. */
export const METHOD_PREFIX = "memserver/";
