// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A memory that was found. */
export interface SearchHit {
  /** Its id. */
  id: string;
  /** The id that the client gave it. */
  externalId?: string;
  /** What it is a part of, such as a conversation or a page. */
  thread?: string;
  /** Its place in the thread. */
  position?: number;
  /** Where it belongs. */
  layer: "short-term" | "long-term" | "project" | "procedural" | "episodic";
  /** A short name. */
  title: string;
  /** What is remembered. */
  content: string;
  /** How well it fits, higher is better. */
  score: number;
  /** What the score is made of. */
  reasons: Record<string, unknown>;
  /** True when what it speaks about has changed since. */
  stale: boolean;
  /** How far it is trusted. */
  status: "hypothesis" | "verified" | "published" | "archived";
  /** Who it speaks for. */
  scope: "global" | "organisation" | "project";
  /** When it happened. */
  timestamp: string;
  /** Words to find it by. */
  tags: string[];
}

/** Find memories by meaning and words. */
export interface SearchParams {
  /** What to look for, in any language. */
  query: string;
  /** How many at most. */
  limit?: number;
  /** Only these layers. */
  layers?: ("short-term" | "long-term" | "project" | "procedural" | "episodic")[];
  /** Only with one of these tags. */
  tags?: string[];
  /** Keep stale memories (they are marked and ranked lower). */
  includeStale?: boolean;
  /** Keep what has expired. */
  includeExpired?: boolean;
  /** Keep what something newer took the place of. */
  includeSuperseded?: boolean;
  /** Search what is visible in this workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What held then: an ISO 8601 time (without a zone: the user's own), a day (to its end), or a commit of the workspace's git repository (a hash, a branch, a tag). */
  asOf?: string;
  /** `lexical`: by words alone, at a fraction of the time, for searching while somebody types. */
  mode?: "hybrid" | "lexical";
}

/** What was found, best first. */
export interface SearchResult {
  /** The memories, best first. */
  results: SearchHit[];
  /** `lexical` when it was asked for, or when vectors were not ready or are off. */
  mode: "hybrid" | "lexical";
}

/** The requests of this area: the params and the result of each. */
export interface SearchRequests {
  /** Find memories by meaning and words. */
  "memory/search": { params: SearchParams; result: SearchResult };
}
