// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { TurnPartWarning } from "./turn";

/** Which of the given sources the answer cites, and what it cites that was not given. */
export interface AnswersCitations {
  /** Sources that the answer names. */
  cited: string[];
  /** Names in the answer that are no source of this turn. */
  unknown: string[];
}

/** Tell what the model answered, so that it can be judged and learned from. */
export interface AnswersCompleteParams {
  /** The turn, as `context/build` named it. */
  turnId: string;
  /** What the model answered. */
  answer: string;
  /** What the user did with it. */
  outcome?: "accepted" | "edited" | "rejected" | "undone" | "unknown";
  /** What the user thought of it. */
  feedback?: "up" | "down";
  /** Items that the answer visibly used, when the client knows. */
  usedItemIds?: string[];
  /** True when a wrong answer would do harm, false when it would not. Default: what the kind of task says. */
  highImpact?: boolean;
}

/** The judgement of an answer. */
export interface AnswersCompleteResult {
  /** How far the answer can be relied upon. */
  confidence: AnswersConfidence;
  /** Set when a person should look at it. */
  escalation?: AnswersEscalation;
  /** Which required elements it has, when a task was recognised. */
  coverage?: AnswersCoverage;
  /** What was needed and not known. */
  gaps: AnswersGap[];
  /** True when the answer rests on little. */
  weakGrounding: boolean;
  /** Which sources it names. */
  citations: AnswersCitations;
  /** Where the answer contradicts a source; the score is low then. */
  contradictions: AnswersContradiction[];
  /** How often it hedges. */
  hedges: number;
  /** One line to show below the answer; may be empty. */
  footer: string;
  /** What the check by a chat model found, when it is on. */
  selfCheck?: AnswersSelfCheck;
  /** The critic's card, when the turn shows a problem. */
  supplement?: AnswersSupplement;
  /** The record of this turn, when reflection is on. */
  reflectionId?: string;
  /** Parts that did not run. */
  warnings: TurnPartWarning[];
}

/** How far the answer can be relied upon, 0–100, with its parts. */
export interface AnswersConfidence {
  /** 0 to 100. */
  score: number;
  /** The score in words. */
  band: "high" | "medium" | "low" | "very-low";
  /** What the score is made of. */
  parts: Record<string, number>;
}

/** A statement of the answer that cannot stand beside what one of its sources says. */
export interface AnswersContradiction {
  /** The number of the source, as it was shown. */
  source: number;
  /** The id of that source. */
  sourceId: string;
  /** The sentence of the answer. */
  answer: string;
  /** The sentence of the source. */
  says: string;
  /** What differs. */
  code: "value" | "name" | "choice" | "permission" | "negation";
  /** The words that differ: `answer` and `source`, with their `kind` where it is known. */
  values: Record<string, string>;
}

/** Which required elements of the recognised task the answer has. */
export interface AnswersCoverage {
  /** False when no task was recognised. */
  ran: boolean;
  /** The recognised task. */
  taskId?: string;
  /** Its name. */
  label?: string;
  /** Required elements that the answer has. */
  covered: string[];
  /** Required elements that it lacks. */
  missing: string[];
}

/** A request that a person looks at it. */
export interface AnswersEscalation {
  /** Why. */
  reasons: string[];
  /** What to tell the person. */
  message: string;
}

/** Something that was needed and not known. */
export interface AnswersGap {
  /** What was missing. */
  element: string;
  /** How much it matters. */
  severity: "low" | "medium" | "high";
  /** How that shows. */
  reason: string;
}

/** What the optional check by a chat model found, or why it did not run. */
export interface AnswersSelfCheck {
  /** Whether a chat model was asked. */
  ran: boolean;
  /** Whether the answer answers the prompt. */
  answered?: boolean;
  /** Whether it rests on the sources. */
  grounded?: boolean;
  /** Whether it contradicts them. */
  contradiction?: boolean;
  /** What was found, or why it did not run. */
  note: string;
  /** What the critic finds wrong or missing (only where a turn shows a problem). */
  issues: string[];
  /** What would complete the answer, from the sources. */
  supplement: string;
}

/** The critic's card, on turns that show a problem: what is wrong, and what would mend it. */
export interface AnswersSupplement {
  /** What is wrong or missing. */
  issues: string[];
  /** What to add or to check; may be empty. */
  text: string;
  /** Whether a chat model reviewed the answer, or what could be counted says so. */
  by: "model" | "signals";
}

/** The requests of this area: the params and the result of each. */
export interface AnswersRequests {
  /** Judge the answer and learn from it. */
  "turn/complete": { params: AnswersCompleteParams; result: AnswersCompleteResult };
}
