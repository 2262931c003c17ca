// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import { answersFunctions } from "./answers";
import { archiveFunctions } from "./archive";
import { calendarFunctions } from "./calendar";
import { commandsFunctions } from "./commands";
import { decisionsFunctions } from "./decisions";
import { evaluationFunctions } from "./evaluation";
import { growthFunctions } from "./growth";
import { growthReportFunctions } from "./growthReport";
import { healthFunctions } from "./health";
import { knowledgeChecksFunctions } from "./knowledgeChecks";
import { learningFunctions } from "./learning";
import { memoryFunctions } from "./memory";
import { migrationsFunctions } from "./migrations";
import { operationalFunctions } from "./operational";
import { proposalsFunctions } from "./proposals";
import { recordsFunctions } from "./records";
import { searchFunctions } from "./search";
import { sessionsFunctions } from "./sessions";
import { settlingFunctions } from "./settling";
import { transferFunctions } from "./transfer";
import { turnFunctions } from "./turn";
import { workersFunctions } from "./workers";
import { workingFunctions } from "./working";
import type { Ask } from "./ask";

export type { Ask } from "./ask";

/** One function for each request of the server. */
export type Facade = Readonly<ReturnType<typeof createFacade>>;

/** The facade that sends its requests with `ask`. */
export const createFacade = (ask: Ask) => ({
  ask,
  ...answersFunctions(ask),
  ...archiveFunctions(ask),
  ...calendarFunctions(ask),
  ...commandsFunctions(ask),
  ...decisionsFunctions(ask),
  ...evaluationFunctions(ask),
  ...growthFunctions(ask),
  ...growthReportFunctions(ask),
  ...healthFunctions(ask),
  ...knowledgeChecksFunctions(ask),
  ...learningFunctions(ask),
  ...memoryFunctions(ask),
  ...migrationsFunctions(ask),
  ...operationalFunctions(ask),
  ...proposalsFunctions(ask),
  ...recordsFunctions(ask),
  ...searchFunctions(ask),
  ...sessionsFunctions(ask),
  ...settlingFunctions(ask),
  ...transferFunctions(ask),
  ...turnFunctions(ask),
  ...workersFunctions(ask),
  ...workingFunctions(ask),
});
