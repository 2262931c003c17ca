// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { TurnMessage, TurnPartWarning } from "./turn";

/** Turn old episodes into long-term digests. */
export interface SessionsDistillParams {
  /** Run even when the interval has not passed. */
  force?: boolean;
  /** Progress is reported under this token. */
  workDoneToken?: number | string;
}

/** What distillation did. */
export interface SessionsDistillationReport {
  /** Whether anything was looked at. */
  ran: boolean;
  /** Why not. */
  reason: string;
  /** How many episodes were looked at. */
  scanned: number;
  /** How many digests were written. */
  promoted: number;
  /** How many episodes were archived. */
  archived: number;
  /** The ids of the digests. */
  digestIds: string[];
  /** From which age on episodes are distilled. */
  ageThresholdDays: number;
  /** What becomes of a distilled episode. */
  archiveMode: string;
  /** When it ran last. */
  lastRun?: string;
}

/** What was learned, by count and id. */
export interface SessionsExtracted {
  /** How many memories of the long term. */
  longTerm: number;
  /** How many memories of the project. */
  project: number;
  /** How many were known already. */
  duplicates: number;
  /** Their ids. */
  ids: string[];
}

/** Tell that a session is over, so that what it taught is kept. */
export interface SessionsSessionEndParams {
  /** The session. */
  sessionId: string;
  /** What was said in it, the oldest first. */
  messages: TurnMessage[];
  /** The workspace it belongs to. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** A short name for it. */
  title?: string;
}

/** What the end of a session brought. */
export interface SessionsSessionEndResult {
  /** What was learned. */
  extracted: SessionsExtracted;
  /** The record of the conversation, when one was kept. */
  episodeId?: string;
  /** Set when old episodes were distilled as well. */
  distillation?: SessionsDistillationReport;
  /** Parts that did not run. */
  warnings: TurnPartWarning[];
}

/** The requests of this area: the params and the result of each. */
export interface SessionsRequests {
  /** Keep what a session taught. */
  "session/end": { params: SessionsSessionEndParams; result: SessionsSessionEndResult };
  /** Turn old episodes into long-term digests. */
  "distill": { params: SessionsDistillParams; result: SessionsDistillationReport };
}
