// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Moment } from "./base";

/** Remember many things at once; one bad item fails alone. */
export interface MemoryAddManyParams {
  /** Each as the params of `memserver/memory/add`. */
  items: unknown[];
  /** Progress is reported under this token. */
  workDoneToken?: number | string;
}

/** What became of them; `ids` has one entry per item, in order. */
export interface MemoryAddManyResult {
  /** How many are new. */
  added: number;
  /** How many were known already. */
  duplicates: number;
  /** Those that were not stored, and why. */
  failed: MemoryFailedItem[];
  /** One entry for each item, in order: null for a failed one, the kept id for a duplicate. */
  ids: string[];
  /** Secrets that were taken out, over all items. */
  redactions: MemoryRedaction[];
}

/** Remember something. */
export interface MemoryAddParams {
  /** Where it belongs. */
  layer: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  /** What to remember, so that it can be understood alone. */
  content: string;
  /** A short name. Default: the beginning of the content. */
  title?: string;
  /** What kind of statement it is. */
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  /** Words to find it by. */
  tags?: string[];
  /** How sure it is, 0 to 1. */
  confidence?: number;
  /** After this time it is no longer used. */
  expiresAt?: Moment;
  /** Your own id, which means nothing but identity. Items with different external ids are never duplicates of each other. */
  externalId?: string;
  /** What it is a part of, such as a conversation or a page. What has the same thread in the same project belongs together. */
  thread?: string;
  /** Its place in the thread, a whole number: turns that follow each other help each other to be found. */
  position?: number;
  /** When it happened; now, if left out. */
  timestamp?: Moment;
  /** The project it belongs to. Default: the first workspace of `initialize`. */
  workspaceUri?: string;
  /** Anything else to keep with it. */
  metadata?: Record<string, unknown>;
  /** Who it speaks for. Default: the project for the project layer, else global. */
  scope?: "global" | "organisation" | "project";
  /** Where it comes from. */
  source?: MemorySourceRef;
  /** Files (paths or uris) it speaks about: when what it says of them changes, the memory is marked stale. */
  relatedFiles?: string[];
  /** Hash of the error that this memory is about, against fixing in circles. */
  failureHash?: string;
  /** Memories of the same project that it takes the place of: you declare it, whatever the texts say. */
  supersedes?: string[];
}

/** What became of it. */
export interface MemoryAddResult {
  /** Its id; that of the one it repeats, for a duplicate. */
  id: string;
  /** How far it is trusted. */
  status: "hypothesis" | "verified" | "published" | "archived";
  /** The memory that says the same. */
  duplicateOf?: string;
  /** Older memories that it takes the place of. */
  supersedes: string[];
  /** Memories that it contradicts. */
  conflictsWith: string[];
  /** A stored memory of a later date that took its place already. */
  supersededBy?: string;
  /** Secrets that were taken out. */
  redactions: MemoryRedaction[];
}

/** Delete everything that memserver stores. The brain's own notes stay. */
export interface MemoryDeleteAllParams {
  /** A guard against accidents: must be this sentence. */
  confirm: "delete everything";
}

/** How much was deleted. */
export interface MemoryDeleteAllResult {
  /** How many there were. */
  memories: number;
}

/** The memory is gone from the store, the indexes and the files. */
export interface MemoryDeleteResult {
  /** The memory that was deleted. */
  id: string;
  /** Always true: a failure is an error. */
  deleted: boolean;
}

/** An item that was not stored. */
export interface MemoryFailedItem {
  /** Which item, from 0. */
  index: number;
  /** The kind of error. */
  kind: string;
  /** What is wrong, for a person. */
  message: string;
  /** The field that is wrong. */
  field?: string;
}

/** Names one memory. */
export interface MemoryIdParams {
  /** The memory. */
  id: string;
}

/** List memories, newest first. */
export interface MemoryListParams {
  /** Only this layer. */
  layer?: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  /** Only with this tag. */
  tag?: string;
  /** Only with this status. */
  status?: "hypothesis" | "verified" | "published" | "archived";
  /** Only of this category. */
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  /** Only what is visible in this workspace. Left out: everything. */
  workspaceUri?: string;
  /** Only of this project, by its id; empty: only what belongs to none. */
  projectId?: string;
  /** How many for this page. */
  limit?: number;
  /** Where to go on, as the page before said. */
  cursor?: string;
}

/** A page of memories; `cursor` asks for the next one. */
export interface MemoryListResult {
  /** The memories. */
  items: MemoryView[];
  /** Ask for the next page with it; absent on the last one. */
  cursor?: string;
}

/** A kind of secret that was taken out before storing, and how often. */
export interface MemoryRedaction {
  /** What was found, such as an API key. */
  kind: string;
  /** How often. */
  count: number;
}

/** A file that a memory speaks about, as it was then. */
export interface MemoryRelatedFileView {
  /** The file, as an absolute path. */
  path: string;
  /** The hash of its content at that time. */
  sha1: string;
}

/** A link to another memory. */
export interface MemoryRelationView {
  /** What kind of link; `settled`: a person said that both hold. */
  kind: "supersedes" | "superseded-by" | "conflicts-with" | "settled";
  /** The other memory. */
  id: string;
  /** What shows it, in words. */
  evidence: string;
  /** The same as a code, such as `told`, `value`, `declared`, `header` or `settled`; absent for links of earlier versions. */
  code?: string;
  /** What fills the words. */
  values: Record<string, string>;
  /** How sure a guess was, 0 to 1; absent where nothing was guessed. */
  chance?: number;
}

/** Bring a replaced memory back into force. What replaced it stays as well, and will not replace it again. */
export interface MemoryRestoreParams {
  /** The memory that was replaced. */
  id: string;
  /** The name of the person who decided so. */
  by?: string;
}

/** Move a memory along hypothesis → verified → published, or to archived. With `verifiedBy` somebody vouches for it: it holds for its related files as they are now, and saying so again of a memory that has this status already confirms it. */
export interface MemorySetStatusParams {
  /** The memory. */
  id: string;
  /** Where it moves. */
  status: "hypothesis" | "verified" | "published" | "archived";
  /** Required for `verified`. */
  verifiedBy?: "test_runner" | "human_approval" | "compiler";
  /** What shows the verification, such as a test run. */
  verificationId?: string;
}

/** Say how two memories stand to each other. A person decides; no later review links the two again. */
export interface MemorySettleParams {
  /** The memory that stays. */
  id: string;
  /** The other one. */
  other: string;
  /** `replaces`: `id` holds and `other` no longer does. `both`: both hold. `same`: `other` repeats `id` and is hidden behind it. */
  verdict: "replaces" | "both" | "same";
  /** The name of the person who decided so. */
  by: string;
}

/** Where a memory comes from. */
export interface MemorySourceRef {
  /** What kind of event it came from. */
  type?: "user_interaction" | "agent_execution" | "test_result" | "file_analysis";
  /** Names the event, such as a file with its line. */
  id?: string;
  /** Who wrote it. */
  author?: "user" | "claude-code" | "system";
}

/** Change a memory; what is left out stays. */
export interface MemoryUpdateParams {
  /** The memory. */
  id: string;
  /** The new content; it is indexed anew. */
  content?: string;
  /** The new title. */
  title?: string;
  /** The new category. */
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  /** The new tags, all of them. */
  tags?: string[];
  /** The new confidence, 0 to 1. */
  confidence?: number;
  /** The new time of expiry; null takes it away. */
  expiresAt?: Moment;
  /** The new thread; null takes it away. */
  thread?: string;
  /** The new place in the thread; null takes it away. */
  position?: number;
  /** The new metadata, all of it. */
  metadata?: Record<string, unknown>;
}

/** A memory as a person may see it. */
export interface MemoryView {
  /** Its id. */
  id: string;
  /** Where it belongs. */
  layer: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  /** A short name. */
  title: string;
  /** What is remembered. */
  content: string;
  /** What kind of statement it is. */
  category?: "preference" | "rule" | "decision" | "goal" | "episode-digest" | "architecture" | "bug" | "requirement" | "stack" | "convention" | "lesson" | "fact";
  /** Words to find it by. */
  tags: string[];
  /** How sure it is, 0 to 1. */
  confidence: number;
  /** How far it is trusted. */
  status: "hypothesis" | "verified" | "published" | "archived";
  /** Who verified it. */
  verifiedBy?: "test_runner" | "human_approval" | "compiler";
  /** What shows the verification, such as a test run. */
  verificationId?: string;
  /** Who it speaks for. */
  scope: "global" | "organisation" | "project";
  /** The project it belongs to; empty for none. */
  projectId: string;
  /** The project's name. */
  project?: string;
  /** How it came to be. */
  origin: "explicit" | "extracted" | "distilled" | "imported";
  /** Where it comes from. */
  source: MemorySourceRef;
  /** The commit at that time. */
  gitCommit?: string;
  /** The branch at that time. */
  gitBranch?: string;
  /** Hash of the error that it is about. */
  failureHash?: string;
  /** Files that it speaks about. */
  relatedFiles: MemoryRelatedFileView[];
  /** When it happened. */
  timestamp: string;
  /** When it was stored. */
  createdAt: string;
  /** When it was last changed. */
  updatedAt: string;
  /** After this time it is no longer used. */
  expiresAt?: string;
  /** The id that the client gave it. */
  externalId?: string;
  /** What it is a part of, as the client said. What memserver keeps of a session has `session:<id>`, parts of an imported file `file:<path>`. */
  thread?: string;
  /** Its place in the thread. */
  position?: number;
  /** The memory that took its place. */
  supersededBy?: string;
  /** How often it was used in turns. */
  referenceCount: number;
  /** True when it was kept beyond its layer. */
  promoted: boolean;
  /** Links to other memories. */
  relations: MemoryRelationView[];
  /** True when what it speaks about has changed since. */
  stale?: boolean;
  /** What has changed, as "code: what": file-changed, symbol-changed, symbol-missing, value-changed, file-missing or commit-not-in-history. */
  staleReasons: string[];
  /** What else was given. */
  metadata: Record<string, unknown>;
}

/** The requests of this area: the params and the result of each. */
export interface MemoryRequests {
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
}
