// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A point in time, ISO 8601 in UTC. */
export type Moment = string;

/** The commands, by category. */
export interface CommandsCommandListResult {
  commands: CommandsCommandView[];
}

/** A command that can be run. */
export interface CommandsCommandView {
  name: string;
  category: string;
  summary: string;
  usage: string;
  aliases: string[];
}

/** Run one command line. */
export interface CommandsRunParams {
  line: string;
  workspaceUri?: string;
}

/** What it said, for people and for programs. */
export interface CommandsRunResult {
  markdown: string;
  data: Record<string, unknown>;
}

/** No parameters, or nothing to answer. */
export type Empty = Record<string, never>;

/** The embedding model. */
export interface HealthEmbedderStatus {
  name: string;
  dimensions: number;
  state: "off" | "loading" | "ready" | "failed";
  message?: string;
}

/** The vector index. */
export interface HealthIndexStatus {
  kind: "exact" | "hnsw" | "none";
  size: number;
  message?: string;
}

/** Which parts can be used now. */
export interface HealthReady {
  store: boolean;
  lexical: boolean;
  /** True when every passage has its vector (or none can be had). */
  vectors: boolean;
  embedder: boolean;
}

/** The state of the server. */
export interface HealthStatusResult {
  version: string;
  ready: HealthReady;
  counts: Record<string, number>;
  embedder: HealthEmbedderStatus;
  index: HealthIndexStatus;
  dataDir: string;
  brainPath: string;
  project?: string;
  uptimeMs: number;
  rssBytes: number;
  warnings: string[];
}

/** Remember many things at once; one bad item fails alone. */
export interface MemoryAddManyParams {
  /** Each as the params of `memserver/memory/add`. */
  items: unknown[];
  workDoneToken?: number | string;
}

/** What became of them; `ids` has one entry per item, in order. */
export interface MemoryAddManyResult {
  added: number;
  duplicates: number;
  failed: MemoryFailedItem[];
  ids: string[];
  redactions: MemoryRedaction[];
}

/** Remember something. */
export interface MemoryAddParams {
  layer: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  content: string;
  title?: string;
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  tags?: string[];
  confidence?: number;
  expiresAt?: Moment;
  /** Your own id. Items with different external ids are never duplicates of each other. */
  externalId?: string;
  /** When it happened; now, if left out. */
  timestamp?: Moment;
  workspaceUri?: string;
  metadata?: Record<string, unknown>;
  /** Who it speaks for. Default: the project for the project layer, else global. */
  scope?: "global" | "organisation" | "project";
  source?: MemorySourceRef;
  /** Files (paths or uris) it speaks about: when their content changes, the memory is marked stale. */
  relatedFiles?: string[];
  /** Hash of the error that this memory is about, against fixing in circles. */
  failureHash?: string;
}

/** What became of it. */
export interface MemoryAddResult {
  id: string;
  status: "hypothesis" | "verified" | "published" | "archived";
  duplicateOf?: string;
  supersedes: string[];
  conflictsWith: string[];
  redactions: MemoryRedaction[];
}

/** Delete everything that memserver stores. The brain's own notes stay. */
export interface MemoryDeleteAllParams {
  /** A guard against accidents: must be this sentence. */
  confirm: "delete everything";
}

/** How much was deleted. */
export interface MemoryDeleteAllResult {
  memories: number;
}

/** The memory is gone from the store, the indexes and the files. */
export interface MemoryDeleteResult {
  id: string;
  deleted: boolean;
}

/** Write everything to a folder: JSON lines to be read back, markdown to be read. */
export interface MemoryExportParams {
  path: string;
  workDoneToken?: number | string;
}

/** What was written. */
export interface MemoryExportResult {
  path: string;
  memories: number;
  files: string[];
}

/** An item that was not stored. */
export interface MemoryFailedItem {
  index: number;
  kind: string;
  message: string;
  field?: string;
}

/** Names one memory. */
export interface MemoryIdParams {
  id: string;
}

/** Read memories from a file or folder. */
export interface MemoryImportParams {
  path: string;
  format?: "memserver" | "instructions" | "memory-bank" | "mcp-memory" | "auto";
  workspaceUri?: string;
  workDoneToken?: number | string;
}

/** What was read. */
export interface MemoryImportResult {
  format: string;
  added: number;
  duplicates: number;
  failed: MemoryFailedItem[];
  ids: string[];
  redactions: MemoryRedaction[];
  /** What could not be read, by file and line. */
  warnings: string[];
}

/** List memories, newest first. */
export interface MemoryListParams {
  layer?: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  tag?: string;
  status?: "hypothesis" | "verified" | "published" | "archived";
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  /** Only what is visible in this workspace. Left out: everything. */
  workspaceUri?: string;
  limit?: number;
  cursor?: string;
}

/** A page of memories; `cursor` asks for the next one. */
export interface MemoryListResult {
  items: MemoryView[];
  cursor?: string;
}

/** A kind of secret that was taken out before storing, and how often. */
export interface MemoryRedaction {
  kind: string;
  count: number;
}

/** A file that a memory speaks about, as it was then. */
export interface MemoryRelatedFileView {
  path: string;
  sha1: string;
}

/** A link to another memory. */
export interface MemoryRelationView {
  kind: "supersedes" | "superseded-by" | "conflicts-with";
  id: string;
  evidence: string;
}

/** A memory that was found. */
export interface MemorySearchHit {
  id: string;
  externalId?: string;
  layer: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  title: string;
  content: string;
  score: number;
  reasons: Record<string, unknown>;
  stale: boolean;
  status: "hypothesis" | "verified" | "published" | "archived";
  scope: "global" | "organisation" | "project";
  timestamp: string;
  tags: string[];
}

/** Find memories by meaning and words. */
export interface MemorySearchParams {
  query: string;
  limit?: number;
  layers?: ("short-term" | "long-term" | "project" | "procedural" | "episodic")[];
  tags?: string[];
  /** Keep stale memories (they are marked and ranked lower). */
  includeStale?: boolean;
  includeExpired?: boolean;
  includeSuperseded?: boolean;
  workspaceUri?: string;
}

/** What was found, best first. */
export interface MemorySearchResult {
  results: MemorySearchHit[];
  mode: "hybrid" | "lexical";
}

/** Move a memory along hypothesis → verified → published, or to archived. */
export interface MemorySetStatusParams {
  id: string;
  status: "hypothesis" | "verified" | "published" | "archived";
  /** Required for `verified`. */
  verifiedBy?: "test_runner" | "human_approval" | "compiler";
  verificationId?: string;
}

/** Where a memory comes from. */
export interface MemorySourceRef {
  type?: "user_interaction" | "agent_execution" | "test_result" | "file_analysis";
  id?: string;
  author?: "user" | "claude-code" | "system";
}

/** How much is stored. */
export interface MemoryStatsResult {
  memories: number;
  byLayer: Record<string, number>;
  byStatus: Record<string, number>;
  byOrigin: Record<string, number>;
  passages: number;
  vectors: number;
  pendingVectors: number;
  files: number;
  turns: number;
  sessions: number;
  trajectories: number;
  databaseBytes: number;
}

/** Change a memory; what is left out stays. */
export interface MemoryUpdateParams {
  id: string;
  content?: string;
  title?: string;
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  tags?: string[];
  confidence?: number;
  expiresAt?: Moment;
  metadata?: Record<string, unknown>;
}

/** A memory as a person may see it. */
export interface MemoryView {
  id: string;
  layer: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  title: string;
  content: string;
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  tags: string[];
  confidence: number;
  status: "hypothesis" | "verified" | "published" | "archived";
  verifiedBy?: "test_runner" | "human_approval" | "compiler";
  verificationId?: string;
  scope: "global" | "organisation" | "project";
  projectId: string;
  project?: string;
  origin: "explicit" | "extracted" | "distilled" | "imported";
  source: MemorySourceRef;
  gitCommit?: string;
  gitBranch?: string;
  failureHash?: string;
  relatedFiles: MemoryRelatedFileView[];
  timestamp: string;
  createdAt: string;
  updatedAt: string;
  expiresAt?: string;
  externalId?: string;
  supersededBy?: string;
  referenceCount: number;
  promoted: boolean;
  relations: MemoryRelationView[];
  stale?: boolean;
  staleReasons: string[];
  metadata: Record<string, unknown>;
}

/** What a fact names. */
export interface RecordsEntities {
  files?: string[];
  functions?: string[];
  libraries?: string[];
  errorCodes?: string[];
}

/** An atomic fact: one statement that can be understood alone. */
export interface RecordsFactParams {
  content: string;
  factType: "error" | "solution" | "observation" | "decision";
  confidence?: number;
  entities?: RecordsEntities;
  metadata?: Record<string, unknown>;
  tags?: string[];
  workspaceUri?: string;
}

/** What was tried and what came of it. */
export interface RecordsReasoningStep {
  action: string;
  observation: string;
  reward?: number;
}

/** The id of what was recorded. */
export interface RecordsRecordedResult {
  id: string;
}

/** What went in and out of one step, how long it took, and how sure it was. */
export interface RecordsTimedStep {
  input: string;
  output: string;
  durationMs?: number;
  confidence?: number;
}

/** A way from a problem to its end, with what became of it. */
export interface RecordsTrajectoryParams {
  steps: (RecordsReasoningStep | RecordsTimedStep)[];
  finalReward?: number;
  outcome?: "success" | "partial" | "failure";
  domain?: string;
  durationMs?: number;
  metadata?: Record<string, unknown>;
  workspaceUri?: string;
}

/** A dynamic prompt block. */
export interface TurnBlock {
  id: string;
  text: string;
}

/** Ask what the agent already knows that matters for this prompt. */
export interface TurnBuildParams {
  prompt: string;
  sessionId: string;
  history?: TurnMessage[];
  workspaceUri?: string;
  agent?: string;
  contextLength?: number;
  /** Budget of `text` for this turn. Without it: a quarter of the context length × the Knowledge Mix ratio. */
  maxTokens?: number;
  /** `casual` leaves the dynamic blocks out. */
  mode?: "work" | "casual";
  activeFile?: string;
  openFiles?: string[];
  recentCommands?: string[];
  recentSessions?: TurnRecentSession[];
}

/** What a client puts in front of the model, and where each piece came from. */
export interface TurnBuildResult {
  turnId: string;
  text: string;
  blocks: TurnBlock[];
  prompt: string;
  items: TurnItem[];
  dropped: TurnDropped[];
  retrieval?: TurnRetrieval;
  knowledgeMix?: TurnKnowledgeMix;
  lessons: string[];
  selfCheckSources: TurnSelfCheckSource[];
  confidenceSignals: TurnConfidenceSignals;
  fusionLog: string[];
  usage: TurnUsage;
  timings: Record<string, number>;
  warnings: TurnPartWarning[];
}

/** Which of the given sources the answer cites, and what it cites that was not given. */
export interface TurnCitations {
  cited: string[];
  unknown: string[];
}

/** Tell what the model answered, so that it can be judged and learned from. */
export interface TurnCompleteParams {
  turnId: string;
  answer: string;
  outcome?: "accepted" | "edited" | "rejected" | "undone" | "unknown";
  feedback?: "up" | "down";
  usedItemIds?: string[];
  highImpact?: boolean;
}

/** The judgement of an answer. */
export interface TurnCompleteResult {
  confidence: TurnConfidence;
  escalation?: TurnEscalation;
  coverage?: TurnCoverage;
  gaps: TurnGap[];
  weakGrounding: boolean;
  citations: TurnCitations;
  hedges: number;
  footer: string;
  selfCheck?: TurnSelfCheck;
  reflectionId?: string;
  warnings: TurnPartWarning[];
}

/** How far the answer can be relied upon, 0–100, with its parts. */
export interface TurnConfidence {
  score: number;
  band: "high" | "medium" | "low" | "very-low";
  parts: Record<string, number>;
}

/** What the confidence score starts from. */
export interface TurnConfidenceSignals {
  chunkCount: number;
  topScore: number;
  conflictCount: number;
  ambiguityDetected: boolean;
}

/** Which required elements of the recognised task the answer has. */
export interface TurnCoverage {
  ran: boolean;
  taskId?: string;
  label?: string;
  covered: string[];
  missing: string[];
}

/** Turn old episodes into long-term digests. */
export interface TurnDistillParams {
  /** Run even when the interval has not passed. */
  force?: boolean;
  workDoneToken?: number | string;
}

/** What distillation did. */
export interface TurnDistillationReport {
  ran: boolean;
  reason: string;
  scanned: number;
  promoted: number;
  archived: number;
  digestIds: string[];
  ageThresholdDays: number;
  archiveMode: string;
  lastRun?: string;
}

/** A candidate that was left out, and why. */
export interface TurnDropped {
  id: string;
  title: string;
  score: number;
  reason: string;
}

/** A request that a person looks at it. */
export interface TurnEscalation {
  reasons: string[];
  message: string;
}

/** Ask for the whole story of a turn. */
export interface TurnExplainParams {
  turnId: string;
}

/** Every candidate of a turn with its score by component, why it is in or out, and the settings in force. */
export interface TurnExplainResult {
  turnId: string;
  createdAt: string;
  sessionId: string;
  prompt: string;
  candidates: Record<string, unknown>[];
  settings: Record<string, unknown>;
  /** What `context/build` answered. */
  result: Record<string, unknown>;
  /** What `turn/complete` found, once it was called. */
  completion?: Record<string, unknown>;
}

/** What was learned, by count and id. */
export interface TurnExtracted {
  longTerm: number;
  project: number;
  duplicates: number;
  ids: string[];
}

/** Something that was needed and not known. */
export interface TurnGap {
  element: string;
  severity: "low" | "medium" | "high";
  reason: string;
}

/** Something that was put into the turn. */
export interface TurnItem {
  id: string;
  /** `brain-memory` for files of the brain, else the layer, `medium-term` or `lesson`. */
  source: string;
  layer?: string;
  title: string;
  /** Relative to the brain. */
  path?: string;
  score: number;
  tokens: number;
  stale?: boolean;
  status?: string;
  /** `global`, `organisation` or `project`. */
  scope?: string;
  /** When it happened or was last changed. */
  timestamp?: string;
  externalId?: string;
  reasons: Record<string, unknown>;
}

/** How far this turn leans on stored knowledge. */
export interface TurnKnowledgeMix {
  weight: number;
  source: "agent" | "global" | "default";
  retrievalRatio: number;
  brainFileLimit: number;
}

/** A message of the conversation. */
export interface TurnMessage {
  /** `user`, `assistant`, `system` or `tool`. */
  role: string;
  content: string;
  /** True for messages that the user never saw; they are not used. */
  internal?: boolean;
  timestamp?: Moment;
}

/** A part of the turn that was left out or is not ready, and why. */
export interface TurnPartWarning {
  part: string;
  message: string;
}

/** An earlier chat session, as the client keeps it. */
export interface TurnRecentSession {
  id: string;
  title?: string;
  history?: TurnMessage[];
  summary?: string;
  timestamp?: unknown;
}

/** Where the turn looked and what it used. */
export interface TurnRetrieval {
  agent?: string;
  scoped: boolean;
  source: string;
  configuredFolders: string[];
  usedBrainFiles: string[];
  usedMemoryLayers: string[];
  lessonFiles: string[];
  totalChunks: number;
  selectedChunkCount: number;
  mode: "hybrid" | "lexical";
}

/** What the optional check by a chat model found, or why it did not run. */
export interface TurnSelfCheck {
  ran: boolean;
  answered?: boolean;
  grounded?: boolean;
  contradiction?: boolean;
  note: string;
  /** What the critic finds wrong or missing (only where a turn shows a problem). */
  issues: string[];
  /** What would complete the answer, from the sources. */
  supplement: string;
}

/** A source that the check after the answer is given. */
export interface TurnSelfCheckSource {
  title: string;
  excerpt: string;
}

/** Tell that a session is over, so that what it taught is kept. */
export interface TurnSessionEndParams {
  sessionId: string;
  messages: TurnMessage[];
  workspaceUri?: string;
  title?: string;
}

/** What the end of a session brought. */
export interface TurnSessionEndResult {
  extracted: TurnExtracted;
  episodeId?: string;
  distillation?: TurnDistillationReport;
  warnings: TurnPartWarning[];
}

/** Tokens: `used` counts `text` and never exceeds `budget`. */
export interface TurnUsage {
  budget: number;
  used: number;
  byLayer: Record<string, number>;
  blocks: number;
  tokeniser: string;
}

/** Every request: its params and its result. */
export interface Requests {
  /** What the agent already knows that matters here. */
  "context/build": { params: TurnBuildParams; result: TurnBuildResult };
  /** The whole story of an earlier turn. */
  "context/explain": { params: TurnExplainParams; result: TurnExplainResult };
  /** Judge the answer and learn from it. */
  "turn/complete": { params: TurnCompleteParams; result: TurnCompleteResult };
  /** Keep what a session taught. */
  "session/end": { params: TurnSessionEndParams; result: TurnSessionEndResult };
  /** Turn old episodes into long-term digests. */
  "distill": { params: TurnDistillParams; result: TurnDistillationReport };
  /** Remember something. */
  "memory/add": { params: MemoryAddParams; result: MemoryAddResult };
  /** Remember many things at once. */
  "memory/addMany": { params: MemoryAddManyParams; result: MemoryAddManyResult };
  /** Read one memory. */
  "memory/get": { params: MemoryIdParams; result: MemoryView };
  /** List memories, newest first. */
  "memory/list": { params: MemoryListParams; result: MemoryListResult };
  /** Change a memory. */
  "memory/update": { params: MemoryUpdateParams; result: MemoryView };
  /** Say how far a memory is trusted. */
  "memory/setStatus": { params: MemorySetStatusParams; result: MemoryView };
  /** Delete a memory everywhere. */
  "memory/delete": { params: MemoryIdParams; result: MemoryDeleteResult };
  /** Delete everything that is stored. */
  "memory/deleteAll": { params: MemoryDeleteAllParams; result: MemoryDeleteAllResult };
  /** Find memories by meaning and words. */
  "memory/search": { params: MemorySearchParams; result: MemorySearchResult };
  /** How much is stored. */
  "memory/stats": { params: Empty; result: MemoryStatsResult };
  /** Write everything to a folder. */
  "memory/export": { params: MemoryExportParams; result: MemoryExportResult };
  /** Read memories from files. */
  "memory/import": { params: MemoryImportParams; result: MemoryImportResult };
  /** Record an atomic fact. */
  "facts/record": { params: RecordsFactParams; result: MemoryAddResult };
  /** Record how a problem was solved. */
  "trajectories/record": { params: RecordsTrajectoryParams; result: RecordsRecordedResult };
  /** Run a slash command. */
  "commands/run": { params: CommandsRunParams; result: CommandsRunResult };
  /** The slash commands. */
  "commands/list": { params: Empty; result: CommandsCommandListResult };
  /** What works, what does not, and how much there is. */
  "status": { params: Empty; result: HealthStatusResult };
}

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
  "commands/run",
  "commands/list",
  "status",
];
