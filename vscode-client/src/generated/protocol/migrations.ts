// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { WorkingDeletedResult } from "./working";

/** A record of the tiers that is to go. */
export interface MigrationsDeleteRecordParams {
  /** What kind of record it is. */
  collection: "goals" | "tasks" | "toolCalls" | "decisions" | "workingPatterns" | "agentStates" | "events" | "procedures" | "incidents" | "configHistory" | "knowledge";
  /** Its id. */
  id: string;
}

/** Take over a legacy TF-IDF store. */
export interface MigrationsMigrateTfidfParams {
  /** The file (SQLite, JSON or JSON lines). Default: `tfidf.json`, `tfidf.jsonl` or `tfidf.db` in the data folder. */
  source?: string;
  /** Progress is reported under this token. */
  workDoneToken?: number | string;
}

/** What became of the entries; the legacy store is left as it is. */
export interface MigrationsMigrateTfidfResult {
  /** The file that was read. */
  source: string;
  /** Entries in it. */
  total: number;
  /** New memories. */
  migrated: number;
  /** Entries that could not be taken over. */
  failed: number;
  /** Entries that were known already. */
  skipped: number;
  /** Passages that are in the vector index already; the others follow in the background. */
  embedded: number;
  /** Each failed entry, and why. */
  errors: MigrationsMigrationError[];
  /** How long it took. */
  durationMs: number;
  /** The share of entries that are memories now; 1 for an empty store. */
  successRate: number;
}

/** Move what is finished and old to the archive. */
export interface MigrationsMigrateTiersParams {
  /** Only say what would move. */
  dryRun?: boolean;
  /** Progress is reported under this token. */
  workDoneToken?: number | string;
}

/** What moved, or (in a dry run) would move. */
export interface MigrationsMigrateTiersResult {
  /** Nothing was changed. */
  dryRun: boolean;
  /** How many records of which kind. */
  moved: Record<string, number>;
  /** Each of them. */
  units: MigrationsMovedUnit[];
  /** What stays where it is, and why. */
  errors: MigrationsMigrationError[];
  /** How long it took. */
  durationMs: number;
}

/** What did not move, and why. */
export interface MigrationsMigrationError {
  /** Its id. */
  id: string;
  /** Why. */
  message: string;
}

/** What moves together. */
export interface MigrationsMovedUnit {
  /** What it is: `goals`, `tasks`, `toolCalls`, `events` or `workingPatterns`. */
  kind: string;
  /** Its id; for events the incident they become. */
  id: string;
  /** Where it goes; `nowhere`: it is dropped. */
  to: string;
  /** How many records of that kind. */
  count: number;
}

/** The requests of this area: the params and the result of each. */
export interface MigrationsRequests {
  /** Move old work to the archive. */
  "tiers/migrate": { params: MigrationsMigrateTiersParams; result: MigrationsMigrateTiersResult };
  /** Delete one record of the tiers. */
  "tiers/delete": { params: MigrationsDeleteRecordParams; result: WorkingDeletedResult };
  /** Take over a TF-IDF store. */
  "migrate/tfidf": { params: MigrationsMigrateTfidfParams; result: MigrationsMigrateTfidfResult };
}
