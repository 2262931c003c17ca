// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Empty } from "./base";

/** The embedding model. */
export interface HealthEmbedderStatus {
  /** Which model. */
  name: string;
  /** The length of its vectors. */
  dimensions: number;
  /** Whether it can be used. */
  state: "off" | "loading" | "ready" | "failed";
  /** Why not, for a person. */
  message?: string;
}

/** The vector index. */
export interface HealthIndexStatus {
  /** Which index serves. */
  kind: "exact" | "hnsw" | "none";
  /** How many vectors are in it. */
  size: number;
  /** What a person should know about it. */
  message?: string;
}

/** The memories of one project. */
export interface HealthProjectCount {
  /** The project; empty for what belongs to none. */
  id: string;
  /** Its name. */
  name: string;
  /** How many. */
  memories: number;
}

/** Which parts can be used now. */
export interface HealthReady {
  /** The database. */
  store: boolean;
  /** Search by words. */
  lexical: boolean;
  /** True when every passage has its vector (or none can be had). */
  vectors: boolean;
  /** The embedding model. */
  embedder: boolean;
  /** The folder of notes was walked through once since the start; later changes are followed as they are seen. */
  brain: boolean;
}

/** How much is stored. */
export interface HealthStatsResult {
  /** How many memories. */
  memories: number;
  /** By layer. */
  byLayer: Record<string, number>;
  /** By status. */
  byStatus: Record<string, number>;
  /** By how they came to be. */
  byOrigin: Record<string, number>;
  /** By project, the largest first. */
  byProject: HealthProjectCount[];
  /** How many searchable pieces. */
  passages: number;
  /** How many of them have a vector of the present model. */
  vectors: number;
  /** How many wait for one. */
  pendingVectors: number;
  /** How many files of the brain. */
  files: number;
  /** How many turns are on record. */
  turns: number;
  /** How many sessions. */
  sessions: number;
  /** How many solved problems. */
  trajectories: number;
  /** How many goals, decisions, procedures and other records of the tiers, by table. */
  tiers: Record<string, number>;
  /** The size of the database file. */
  databaseBytes: number;
}

/** The state of the server. */
export interface HealthStatusResult {
  /** The version of the server. */
  version: string;
  ready: HealthReady;
  /** How much there is. */
  counts: Record<string, number>;
  embedder: HealthEmbedderStatus;
  index: HealthIndexStatus;
  /** Where the database is. */
  dataDir: string;
  /** Where the user's own notes are. */
  brainPath: string;
  /** The workspace's project. */
  project?: string;
  /** How long it has run. */
  uptimeMs: number;
  /** How much memory it uses. */
  rssBytes: number;
  /** What a person should know. */
  warnings: string[];
}

/** The requests of this area: the params and the result of each. */
export interface HealthRequests {
  /** How much is stored. */
  "memory/stats": { params: Empty; result: HealthStatsResult };
  /** What works, what does not, and how much there is. */
  "status": { params: Empty; result: HealthStatusResult };
}
