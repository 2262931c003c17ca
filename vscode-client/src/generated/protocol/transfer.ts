// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { MemoryFailedItem, MemoryRedaction } from "./memory";

/** Write everything to a folder: JSON lines to be read back, markdown to be read. */
export interface TransferExportParams {
  /** The folder; it is made if it is not there. */
  path: string;
  /** Progress is reported under this token. */
  workDoneToken?: number | string;
}

/** What was written. */
export interface TransferExportResult {
  /** The folder. */
  path: string;
  /** How many memories. */
  memories: number;
  /** The files in it. */
  files: string[];
}

/** Read memories from a file or folder. */
export interface TransferImportParams {
  /** The file or folder. */
  path: string;
  /** What it is; `auto` finds out. */
  format?: "memserver" | "instructions" | "memory-bank" | "mcp-memory" | "auto";
  /** The project that memories of a project belong to. */
  workspaceUri?: string;
  /** Progress is reported under this token. */
  workDoneToken?: number | string;
}

/** What was read. */
export interface TransferImportResult {
  /** What it was. */
  format: string;
  /** How many are new. */
  added: number;
  /** How many were known already. */
  duplicates: number;
  /** Those that were not stored, and why. */
  failed: MemoryFailedItem[];
  /** One entry for each item, in order. */
  ids: string[];
  /** Secrets that were taken out. */
  redactions: MemoryRedaction[];
  /** What could not be read, by file and line. */
  warnings: string[];
}

/** The requests of this area: the params and the result of each. */
export interface TransferRequests {
  /** Write everything to a folder. */
  "memory/export": { params: TransferExportParams; result: TransferExportResult };
  /** Read memories from files. */
  "memory/import": { params: TransferImportParams; result: TransferImportResult };
}
