// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Moment } from "./base";

/** A dynamic prompt block. */
export interface TurnBlock {
  /** Which block it is. */
  id: string;
  /** What it says. */
  text: string;
}

/** Ask what the agent already knows that matters for this prompt. */
export interface TurnBuildParams {
  /** What the user asks, as typed. */
  prompt: string;
  /** The chat session; turns with the same id belong together. */
  sessionId: string;
  /** Earlier messages of this session, the oldest first. */
  history?: TurnMessage[];
  /** The workspace of this turn. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Name of the agent that asks: its folders and its Knowledge Mix apply. */
  agent?: string;
  /** Context window of the model in tokens, for this turn only. */
  contextLength?: number;
  /** Budget of `text` for this turn. Without it: a quarter of the context length × the Knowledge Mix ratio. */
  maxTokens?: number;
  /** `casual` leaves the dynamic blocks out. */
  mode?: "work" | "casual";
  /** The file that has the focus, as path or uri. */
  activeFile?: string;
  /** Files that are open, as paths or uris. */
  openFiles?: string[];
  /** Slash commands that were used, the latest first. */
  recentCommands?: string[];
  /** Ids of items that this conversation was given already and need not be told again. */
  told?: string[];
  /** Earlier sessions, the latest first; used when `memoryMediumTermSessions` allows. */
  recentSessions?: TurnRecentSession[];
  /** What held then: an ISO 8601 time (without a zone: the user's own), a day (to its end), or a commit of the workspace's git repository (a hash, a branch, a tag). What was replaced or had expired later counts; what came later is left out. */
  asOf?: string;
}

/** What a client puts in front of the model, and where each piece came from. */
export interface TurnBuildResult {
  /** Names this turn in `turn/complete` and `context/explain`. */
  turnId: string;
  /** The lessons, then the memory context; empty when there is nothing to say. */
  text: string;
  /** The dynamic blocks that have something to say, in order. */
  blocks: TurnBlock[];
  /** Blocks and text joined: what to put in front of the model. */
  prompt: string;
  /** What is in, in the order of the numbers that the text shows. */
  items: TurnItem[];
  /** The best candidates that are not in. */
  dropped: TurnDropped[];
  /** Where the turn looked. */
  retrieval?: TurnRetrieval;
  /** How far it leans on stored knowledge. */
  knowledgeMix?: TurnKnowledgeMix;
  /** Lessons from earlier turns that are in. */
  lessons: string[];
  /** What the check after the answer is given. */
  selfCheckSources: TurnSelfCheckSource[];
  /** What the confidence of the answer starts from. */
  confidenceSignals: TurnConfidenceSignals;
  /** How the ranking was made, line by line. */
  fusionLog: string[];
  /** What it costs. */
  usage: TurnUsage;
  /** Milliseconds by step; `totalMs` for all of it. */
  timings: Record<string, number>;
  /** Parts that were left out or are not ready. */
  warnings: TurnPartWarning[];
}

/** What the confidence score starts from. */
export interface TurnConfidenceSignals {
  /** How many items are in. */
  chunkCount: number;
  /** The best score. */
  topScore: number;
  /** How many contradictions were found. */
  conflictCount: number;
  /** True when the prompt can be read in several ways. */
  ambiguityDetected: boolean;
}

/** A candidate that was left out, and why. */
export interface TurnDropped {
  /** The memory or the passage of a file. */
  id: string;
  /** A short name for it. */
  title: string;
  /** How well it fits, higher is better. */
  score: number;
  /** Why it is not in. */
  reason: string;
}

/** Ask for the whole story of a turn. */
export interface TurnExplainParams {
  /** The turn, as `context/build` named it. */
  turnId: string;
}

/** Every candidate of a turn with its score by component, why it is in or out, and the settings in force. */
export interface TurnExplainResult {
  /** The turn. */
  turnId: string;
  /** When it was. */
  createdAt: string;
  /** The moment that it was asked for, where that was not the present. */
  asOf?: string;
  /** The session it belongs to. */
  sessionId: string;
  /** What was asked. */
  prompt: string;
  /** Everything that was looked at, with its score by component and why it is in or out. */
  candidates: Record<string, unknown>[];
  /** The settings in force. */
  settings: Record<string, unknown>;
  /** What `context/build` answered. */
  result: Record<string, unknown>;
  /** What `turn/complete` found, once it was called. */
  completion?: Record<string, unknown>;
}

/** Something that was put into the turn. */
export interface TurnItem {
  /** The memory, the record or the passage of a file. */
  id: string;
  /** `brain-memory` for files of the brain, the kind for records of the tiers (`decisions`, `incidents`, `procedures`, `knowledge`, `goals`, `tasks`), the name for items of trackers, else the layer, `medium-term` or `lesson`. */
  source: string;
  /** The memory layer, for memories. */
  layer?: string;
  /** A short name for it. */
  title: string;
  /** Relative to the brain. */
  path?: string;
  /** How well it fits, higher is better. */
  score: number;
  /** What it costs in `text`. */
  tokens: number;
  /** True when what it speaks about has changed since. */
  stale?: boolean;
  /** How far it is trusted, for memories; how it stands, for records and items of trackers. */
  status?: string;
  /** `global`, `organisation` or `project`. */
  scope?: string;
  /** When it happened or was last changed. */
  timestamp?: string;
  /** The id that the client gave it. */
  externalId?: string;
  /** What the score is made of; `supersededBy` and `replaces` are paths of notes, where there are such. */
  reasons: Record<string, unknown>;
  /** The id of the note that replaces this one. */
  supersededBy?: string;
  /** What it put out of force; that is not told any more. */
  replaces?: TurnItemRelation[];
  /** What it disagrees with, whether or not that is in the turn: both may be in force. */
  conflictsWith?: TurnItemRelation[];
}

/** Something that an item replaced, or disagrees with. */
export interface TurnItemRelation {
  /** The memory, the file, or the passage of one. */
  id: string;
  /** A short name for it. */
  title: string;
  /** Relative to the brain, for files. */
  path?: string;
  /** When it was said or last changed. */
  date: string;
  /** Why, in the language of the turn: what changed, or on what the two differ. */
  reason: string;
}

/** How far this turn leans on stored knowledge. */
export interface TurnKnowledgeMix {
  /** 0 to 100. */
  weight: number;
  /** Where the weight was set. */
  source: "agent" | "global" | "default";
  /** The share of the budget that retrieval may use. */
  retrievalRatio: number;
  /** How many brain files may be in. */
  brainFileLimit: number;
}

/** A message of the conversation. */
export interface TurnMessage {
  /** `user`, `assistant`, `system` or `tool`. */
  role: string;
  /** What was said. */
  content: string;
  /** True for messages that the user never saw; they are not used. */
  internal?: boolean;
  /** When it was said. */
  timestamp?: Moment;
}

/** A part of the turn that was left out or is not ready, and why. */
export interface TurnPartWarning {
  /** Which part. */
  part: string;
  /** What happened, for a person. */
  message: string;
}

/** An earlier chat session, as the client keeps it. */
export interface TurnRecentSession {
  /** The session's own id. */
  id: string;
  /** A short name for it. */
  title?: string;
  /** Its messages, the oldest first. */
  history?: TurnMessage[];
  /** What it was about; used instead of the messages when given. */
  summary?: string;
  /** When it was last used. */
  timestamp?: unknown;
}

/** Where the turn looked and what it used. */
export interface TurnRetrieval {
  /** The agent that asked. */
  agent?: string;
  /** True when the agent may search certain folders only. */
  scoped: boolean;
  /** Where the items come from, in one word. */
  source: string;
  /** The folders that the agent may search. */
  configuredFolders: string[];
  /** Files of the brain that are in. */
  usedBrainFiles: string[];
  /** Memory layers that are in. */
  usedMemoryLayers: string[];
  /** Files that lessons came from. */
  lessonFiles: string[];
  /** How many candidates were looked at. */
  totalChunks: number;
  /** How many of them are in. */
  selectedChunkCount: number;
  /** `lexical` when vectors were not ready or are off. */
  mode: "hybrid" | "lexical";
}

/** A source that the check after the answer is given. */
export interface TurnSelfCheckSource {
  /** A short name for it. */
  title: string;
  /** Its beginning. */
  excerpt: string;
}

/** Tokens: `used` counts `text` and never exceeds `budget`. */
export interface TurnUsage {
  /** What `text` may cost. */
  budget: number;
  /** What `text` costs. */
  used: number;
  /** What the items of each layer cost. */
  byLayer: Record<string, number>;
  /** What the blocks cost; they do not count against the budget. */
  blocks: number;
  /** What the tokens were counted with. */
  tokeniser: string;
}

/** The requests of this area: the params and the result of each. */
export interface TurnRequests {
  /** What the agent already knows that matters here. */
  "context/build": { params: TurnBuildParams; result: TurnBuildResult };
  /** The whole story of an earlier turn. */
  "context/explain": { params: TurnExplainParams; result: TurnExplainResult };
}
