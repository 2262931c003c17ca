// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** Change how a worker runs; what is left out stays as it is. */
export interface WorkersConfigureWorkerParams {
  /** Its name. */
  worker: string;
  /** Whether it may run. */
  enabled?: boolean;
  /** How long it rests between two runs. */
  intervalMs?: number;
  /** How urgent it is. */
  priority?: "low" | "normal" | "high" | "critical";
  /** Language of the answer. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
}

/** Run every worker that is switched on. */
export interface WorkersDispatchAllParams {
  /** Language of the answers, and of what is written down. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** For progress. */
  workDoneToken?: number | string;
}

/** What came of all of them, the most urgent first. */
export interface WorkersDispatchAllResult {
  /** One result for each worker; one that failed or was busy says so. */
  results: WorkersWorkerResultView[];
}

/** Run one worker now. */
export interface WorkersDispatchParams {
  /** Its name. */
  worker: string;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What the worker should look at, such as `{"area": "src/billing"}`. */
  arguments?: Record<string, unknown>;
  /** Language of the answer, and of what the run writes down. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** For progress. */
  workDoneToken?: number | string;
}

/** One thing that a person would act on. */
export interface WorkersFindingView {
  /** What kind of thing it is, as a stable slug. */
  kind: string;
  /** How much it matters. */
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** What was found, in one line. */
  title: string;
  /** What to know or do about it. */
  detail: string;
  /** The file, relative to the workspace. */
  path?: string;
  /** The line, from 1. */
  line?: number;
  /** The figures behind it. */
  data: Record<string, unknown>;
}

/** What workers found last in this workspace. */
export interface WorkersWorkerFindingsParams {
  /** Only this worker. */
  worker?: string;
  /** How many findings of each worker at most. */
  limit?: number;
  /** Language of the findings. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** The last results with their findings. */
export interface WorkersWorkerFindingsResult {
  /** By worker. */
  results: WorkersWorkerResultView[];
}

/** What a run came to. */
export interface WorkersWorkerResultView {
  /** The worker. */
  worker: string;
  /** Whether the job was done. */
  success: boolean;
  /** How long it took. */
  durationMs: number;
  /** What was done and found, for a person to read. */
  output: string;
  /** What was found, the worst first. */
  findings: WorkersFindingView[];
  /** Nothing had changed since the last run: the findings are those of then. */
  unchanged: boolean;
  /** Numbers of this run. */
  figures: Record<string, number>;
  /** When it ended. */
  endedAt?: string;
}

/** Asks for the workers. */
export interface WorkersWorkerStatusParams {
  /** Language of purposes and results. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
}

/** All workers, the most urgent first. */
export interface WorkersWorkerStatusResult {
  /** The workers. */
  workers: WorkersWorkerStatusView[];
  /** How many there are. */
  registered: number;
  /** How many of them may run. */
  enabled: number;
  /** Those that run now. */
  running: string[];
  /** Whether workers run by themselves (`workersEnabled`). */
  scheduled: boolean;
  /** Why none starts at present, such as a busy machine or battery power. */
  waitingFor?: string;
}

/** One worker. */
export interface WorkersWorkerStatusView {
  /** Its name. */
  worker: string;
  /** What it does, in a few words. */
  purpose: string;
  /** How urgent it is. */
  priority: "low" | "normal" | "high" | "critical";
  /** How long it rests between two runs. */
  intervalMs: number;
  /** Whether it may run. */
  enabled: boolean;
  /** Whether it runs now, in this window or another. */
  running: boolean;
  /** Its last result, without the findings. */
  last?: WorkersWorkerResultView;
}

/** The requests of this area: the params and the result of each. */
export interface WorkersRequests {
  /** The workers and what they did. */
  "workers/status": { params: WorkersWorkerStatusParams; result: WorkersWorkerStatusResult };
  /** Run one worker now. */
  "workers/dispatch": { params: WorkersDispatchParams; result: WorkersWorkerResultView };
  /** Run every worker now. */
  "workers/dispatchAll": { params: WorkersDispatchAllParams; result: WorkersDispatchAllResult };
  /** Change how a worker runs. */
  "workers/configure": { params: WorkersConfigureWorkerParams; result: WorkersWorkerStatusView };
  /** What workers found. */
  "workers/findings": { params: WorkersWorkerFindingsParams; result: WorkersWorkerFindingsResult };
}
