// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { GrowthDebtResult, GrowthParams } from "./growth";

/** Knowledge that should be looked at. */
export interface KnowledgeChecksDecayItem {
  /** The memory or note. */
  id: string;
  /** What it is. */
  kind: "memory" | "note";
  /** Its title. */
  title: string;
  /** The note, relative to the brain. */
  path?: string;
  /** What it is about, which decides how fast it ages. */
  domain: "market" | "news" | "technology" | "process" | "principles" | "general";
  /** How long half of such knowledge holds. */
  halfLifeDays: number;
  /** How long ago it was last known to hold. */
  ageDays: number;
  /** 1 when new, halved with every half-life. */
  score: number;
  /** Past its half-life. */
  stale: boolean;
  /** It speaks of files or a commit that have changed since. */
  movedOn: boolean;
  /** Why it is listed. */
  reasons: string[];
  /** What to do. */
  action: "review" | "compare";
  /** The same in words. */
  message: string;
}

/** Ask which knowledge has aged. */
export interface KnowledgeChecksDecayParams {
  /** Language of labels and sentences. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** Only what belongs to this workspace's project. Default: everything. */
  workspaceUri?: string;
  /** How many findings to list. */
  limit?: number;
}

/** The decay audit: what moved on first, then the most aged. */
export interface KnowledgeChecksDecayResult {
  /** What should be looked at. */
  items: KnowledgeChecksDecayItem[];
  /** How many memories and notes were looked at. */
  checked: number;
  /** How many should be looked at. */
  stale: number;
  /** How many speak of files or commits that have changed. */
  filesChanged: number;
  /** The same by domain. */
  byDomain: Record<string, KnowledgeChecksDomainCount>;
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** How a domain stands. */
export interface KnowledgeChecksDomainCount {
  /** How much knowledge there is. */
  checked: number;
  /** How much of it should be looked at. */
  stale: number;
}

/** A required element, and how answers did on it. */
export interface KnowledgeChecksElementCount {
  /** Its id. */
  element: string;
  /** Its name. */
  label: string;
  /** Turns that had it. */
  covered: number;
  /** Turns that lacked it. */
  missing: number;
}

/** What is known for one kind of task. */
export interface KnowledgeChecksInventoryItem {
  /** The kind of task. */
  taskId: string;
  /** Its name. */
  label: string;
  /** Memories that name it. */
  memories: number;
  /** Notes that name it. */
  notes: number;
  /** Decisions that name it. */
  decisions: number;
  /** Answers that met every requirement, as patterns in the reasoning bank. */
  successPatterns: number;
  /** When the newest of these was written. */
  newest?: string;
  /** Whether that is less than ninety days ago. */
  fresh: boolean;
  /** How often it was done. */
  turns: number;
  /** When stored knowledge was last used for it. */
  lastUsed?: string;
  /** Its required elements. */
  elements: KnowledgeChecksElementCount[];
  /** Elements that answers usually have. */
  covered: string[];
  /** Elements that answers usually lack. */
  usuallyMissing: string[];
}

/** The inventory: the tasks that are done most often first. */
export interface KnowledgeChecksInventoryResult {
  /** One per kind of task. */
  items: KnowledgeChecksInventoryItem[];
}

/** A text that may become knowledge. */
export interface KnowledgeChecksValidateParams {
  /** Language of labels and sentences. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** Only what belongs to this workspace's project. Default: everything. */
  workspaceUri?: string;
  /** What it says; several statements are judged one by one. */
  content: string;
  /** What it is about. */
  title?: string;
}

/** The verdict of the gate. It recommends; nothing was changed. */
export interface KnowledgeChecksValidateResult {
  /** What the text is to what is stored. */
  verdict: "accept" | "duplicate" | "conflict";
  /** What to do: store it, change what is stored, or leave it. */
  recommendation: "add" | "update" | "reject";
  /** What the verdict rests on, conflicts first. */
  evidence: KnowledgeChecksValidationEvidence[];
  /** How many statements were judged. */
  statements: number;
  /** The recommendation in words. */
  message: string;
}

/** One point on which the text meets what is stored. */
export interface KnowledgeChecksValidationEvidence {
  /** Whether it is repeated or contradicted. */
  kind: "duplicate" | "conflict";
  /** The memory or note. */
  sourceId: string;
  /** What that is. */
  sourceKind: "memory" | "note" | "archive";
  /** Its title. */
  title: string;
  /** The note, relative to the brain. */
  path?: string;
  /** What the text says. */
  statement: string;
  /** What is stored. */
  stored: string;
  /** How they agree or differ. */
  reason: string;
  /** How sure that is, 0 to 1. */
  confidence: number;
  /** Whether the text reads as the newer state of the same thing. */
  replaces: boolean;
}

/** The requests of this area: the params and the result of each. */
export interface KnowledgeChecksRequests {
  /** What is known for each task. */
  "growth/inventory": { params: GrowthParams; result: KnowledgeChecksInventoryResult };
  /** Whether a text is new, and fits. */
  "knowledge/validate": { params: KnowledgeChecksValidateParams; result: KnowledgeChecksValidateResult };
  /** Which knowledge has aged. */
  "knowledge/decay": { params: KnowledgeChecksDecayParams; result: KnowledgeChecksDecayResult };
  /** Which gaps cost most. */
  "knowledge/debt": { params: GrowthParams; result: GrowthDebtResult };
}
