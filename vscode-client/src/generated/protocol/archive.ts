// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Moment } from "./base";
import type { WorkingDeletedResult, WorkingTierIdParams, WorkingTierListParams } from "./working";

/** Something worth knowing; one of the same id is replaced. */
export interface ArchiveAddKnowledgeParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** What it is about. */
  title: string;
  /** What is known. */
  content: string;
  /** Where it comes from. */
  source?: string;
  /** Words to find it by. */
  tags?: string[];
}

/** A change of a configuration file. */
export interface ArchiveConfigChangeView {
  /** Its id. */
  id: string;
  /** The file. */
  path: string;
  /** What it held then. */
  content: string;
  /** Who changed it. */
  changedBy: string;
  /** Why. */
  reason: string;
  /** When. */
  createdAt: string;
}

/** Changes of configuration, newest first. */
export interface ArchiveConfigHistoryResult {
  /** The changes. */
  changes: ArchiveConfigChangeView[];
}

/** What was found. */
export interface ArchiveHitView {
  /** What it says. */
  content: string;
  /** The whole record. */
  metadata: Record<string, unknown>;
  /** How well it fits, 0 to 1. */
  relevance: number;
  /** Where it stands. */
  collection: "decisions" | "incidents" | "procedures" | "knowledge";
}

/** What went wrong. */
export interface ArchiveIncidentView {
  /** What was seen. */
  symptoms: string[];
  /** Why it happened. */
  rootCause: string;
  /** What resolved it. */
  resolution: string;
  /** Who resolved it. */
  resolvedBy?: string;
  /** What keeps it from happening again. */
  prevention?: string;
  /** Words to find it by. */
  tags: string[];
  /** Its id. */
  id: string;
  /** What went wrong. */
  description: string;
  /** What was done. */
  steps: string[];
  /** How often it happened. */
  occurrences: number;
  /** When it happened last. */
  lastSeen?: string;
  /** The goals it comes from. */
  sources: string[];
  /** When it happened first. */
  createdAt: string;
}

/** Incidents, newest first. */
export interface ArchiveIncidentsResult {
  /** The incidents. */
  incidents: ArchiveIncidentView[];
}

/** Knowledge that was found. */
export interface ArchiveKnowledgeHit {
  /** The entry. */
  entry: ArchiveKnowledgeView;
  /** How well it fits, 0 to 1. */
  relevance: number;
}

/** Knowledge, newest first. */
export interface ArchiveKnowledgeListResult {
  /** The entries. */
  entries: ArchiveKnowledgeView[];
}

/** Something worth knowing. */
export interface ArchiveKnowledgeView {
  /** Its id. */
  id: string;
  /** What it is about. */
  title: string;
  /** What is known. */
  content: string;
  /** Where it comes from. */
  source: string;
  /** Words to find it by. */
  tags: string[];
  /** When it was added. */
  createdAt: string;
}

/** Changes of configuration, newest first. */
export interface ArchiveListConfigHistoryParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
  /** Only those of this file. */
  path?: string;
}

/** How something is done. */
export interface ArchiveProcedureView {
  /** What it is for. */
  description: string;
  /** What to do, in order. */
  steps: string[];
  /** How often it worked. */
  successCount: number;
  /** How often it did not. */
  failCount: number;
  /** How long it takes. */
  meanDurationMs?: number;
  /** Words to find it by. */
  tags: string[];
  /** When it was last used. */
  lastUsed?: string;
  /** Its id. */
  id: string;
  /** What it is called. */
  name: string;
  /** What went wrong on the way. */
  pitfalls: string[];
  /** The goals it was learned from. */
  sources: string[];
  /** When it was found. */
  createdAt: string;
}

/** Procedures, newest first. */
export interface ArchiveProceduresResult {
  /** The procedures. */
  procedures: ArchiveProcedureView[];
}

/** Find knowledge by meaning and words. */
export interface ArchiveSearchKnowledgeParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What is asked. */
  query: string;
  /** How many at most. */
  limit?: number;
}

/** Knowledge, best first. */
export interface ArchiveSearchKnowledgeResult {
  /** What was found. */
  results: ArchiveKnowledgeHit[];
}

/** Find in the archive by meaning and words. */
export interface ArchiveSearchParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What is asked. */
  query: string;
  /** Where to look. Default: decisions, incidents and procedures. */
  collections?: ("decisions" | "incidents" | "procedures" | "knowledge")[];
  /** How many at most. */
  limit?: number;
}

/** What was found, best first. */
export interface ArchiveSearchResult {
  /** The hits. */
  results: ArchiveHitView[];
}

/** A configuration file changed. */
export interface ArchiveStoreConfigChangeParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** The file. */
  path: string;
  /** What it holds now, or the change. Secrets are taken out. */
  content?: string;
  /** Who changed it. */
  changedBy?: string;
  /** Why. */
  reason?: string;
  /** When. Default: now. */
  createdAt?: Moment;
}

/** What went wrong; one of the same id is replaced. */
export interface ArchiveStoreIncidentParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What was seen. */
  symptoms?: string[];
  /** Why it happened. */
  rootCause?: string;
  /** What resolved it. */
  resolution?: string;
  /** Who resolved it. */
  resolvedBy?: string;
  /** What keeps it from happening again. */
  prevention?: string;
  /** Words to find it by. */
  tags?: string[];
  /** Its id. Default: a new one. */
  id?: string;
  /** What went wrong. */
  description: string;
  /** When it happened. Default: now. */
  createdAt?: Moment;
}

/** How something is done; one of the same id is replaced. */
export interface ArchiveStoreProcedureParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What it is for. */
  description?: string;
  /** What to do, in order. */
  steps?: string[];
  /** How often it worked. */
  successCount?: number;
  /** How often it did not. */
  failCount?: number;
  /** How long it takes. */
  meanDurationMs?: number;
  /** Words to find it by. */
  tags?: string[];
  /** When it was last used. */
  lastUsed?: Moment;
  /** Its id. Default: a new one. */
  id?: string;
  /** What it is called. */
  name: string;
  /** When it was found. Default: now. */
  createdAt?: Moment;
}

/** The requests of this area: the params and the result of each. */
export interface ArchiveRequests {
  /** Keep how something is done. */
  "procedures/store": { params: ArchiveStoreProcedureParams; result: ArchiveProcedureView };
  /** Procedures, newest first. */
  "procedures/list": { params: WorkingTierListParams; result: ArchiveProceduresResult };
  /** Read one procedure. */
  "procedures/get": { params: WorkingTierIdParams; result: ArchiveProcedureView };
  /** Keep what went wrong. */
  "incidents/store": { params: ArchiveStoreIncidentParams; result: ArchiveIncidentView };
  /** Incidents, newest first. */
  "incidents/list": { params: WorkingTierListParams; result: ArchiveIncidentsResult };
  /** Read one incident. */
  "incidents/get": { params: WorkingTierIdParams; result: ArchiveIncidentView };
  /** A file was changed. */
  "configHistory/store": { params: ArchiveStoreConfigChangeParams; result: ArchiveConfigChangeView };
  /** Changes, newest first. */
  "configHistory/list": { params: ArchiveListConfigHistoryParams; result: ArchiveConfigHistoryResult };
  /** Keep something worth knowing. */
  "knowledge/add": { params: ArchiveAddKnowledgeParams; result: ArchiveKnowledgeView };
  /** Find knowledge. */
  "knowledge/search": { params: ArchiveSearchKnowledgeParams; result: ArchiveSearchKnowledgeResult };
  /** Knowledge, newest first. */
  "knowledge/list": { params: WorkingTierListParams; result: ArchiveKnowledgeListResult };
  /** Read one knowledge entry. */
  "knowledge/get": { params: WorkingTierIdParams; result: ArchiveKnowledgeView };
  /** Delete a knowledge entry. */
  "knowledge/delete": { params: WorkingTierIdParams; result: WorkingDeletedResult };
  /** Find in the archive. */
  "archive/search": { params: ArchiveSearchParams; result: ArchiveSearchResult };
}
