// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A gap and what it cost. */
export interface GrowthDebtItem {
  /** What makes it the same gap again. */
  key: string;
  /** A missing element, a task without any evidence, or a question without an answer in store. */
  kind: "element" | "evidence" | "question";
  /** What would have to be known. */
  question: string;
  /** The kind of task. */
  taskId?: string;
  /** Its name. */
  label: string;
  /** The element, by id. */
  element: string;
  /** Its name. */
  elementLabel: string;
  /** How many turns it spoilt since knowledge about it was last accepted. */
  blocked: number;
  /** 1 low, 2 normal, 3 high. */
  impact: number;
  /** Turns × impact. */
  debt: number;
  /** When it was met last. */
  lastSeen: string;
  /** The beginning of a prompt that met it. */
  example: string;
}

/** The knowledge debt, the costliest gap first. */
export interface GrowthDebtResult {
  /** The gaps. */
  items: GrowthDebtItem[];
  /** Sum of all debts. */
  total: number;
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** A person's decision about a question or a draft. */
export interface GrowthDecideParams {
  /** The question. */
  id: string;
  /** Who decides. Must not be empty, and is recorded. */
  by: string;
  /** Why, for later readers. */
  note?: string;
}

/** What the user thinks of an answer; may come at any time after it, and may be changed. */
export interface GrowthFeedbackParams {
  /** The turn that was answered. */
  turnId: string;
  /** Thumbs up or down. */
  feedback: "up" | "down";
  /** Why. */
  note?: string;
}

/** What was kept. */
export interface GrowthFeedbackResult {
  /** The record of the turn. */
  reflectionId: string;
  /** The kind of task, when one was recognised. */
  taskId?: string;
  /** What is recorded now. */
  feedback: "up" | "down";
}

/** A required element that answers left out. */
export interface GrowthMiss {
  /** Its id. */
  element: string;
  /** Its name. */
  label: string;
  /** In how many turns. */
  count: number;
}

/** How much a kind of task would gain from being learned about. */
export interface GrowthNeed {
  /** The kind of task. */
  taskId: string;
  /** Its name. */
  label: string;
  /** 0 to 100. */
  score: number;
  /** What it is made of. */
  breakdown: GrowthNeedBreakdown;
  /** How many turns it rests on. */
  samples: number;
  /** What was missing most often, at most three. */
  topMisses: GrowthMiss[];
  /** Why, in one sentence. */
  reason: string;
}

/** The five parts of a need, each between 0 and 1; they weigh 30, 25, 20, 15 and 10. */
export interface GrowthNeedBreakdown {
  /** Share of turns that rested on nothing stored. */
  informationLack: number;
  /** Share of turns in which a required element was missing. */
  failureRate: number;
  /** Share of this task among all task turns. */
  frequency: number;
  /** How far the mean confidence is from 100. */
  confidenceLack: number;
  /** Share of thumbs-down among the rated turns. */
  userFeedback: number;
}

/** The needs, the greatest first. */
export interface GrowthNeedsResult {
  /** One per kind of task that was done. */
  needs: GrowthNeed[];
  /** How many turns were looked at. */
  turns: number;
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** Which records to look at, and in which language to answer. */
export interface GrowthParams {
  /** Language of labels and sentences. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** Only what belongs to this workspace's project. Default: everything. */
  workspaceUri?: string;
}

/** A plot as self-contained SVG; it takes the colour of the text around it. */
export interface GrowthPlotView {
  /** `memories`, `confidence`, `needs`, `skills` or `debt`. */
  id: string;
  /** What it shows. */
  title: string;
  /** The same in words, for whoever cannot see it. */
  description: string;
  /** The picture. */
  svg: string;
}

/** Put a question of your own into the queue. */
export interface GrowthProposeParams {
  /** What should be learned. */
  question: string;
  /** Who asks. Must not be empty. */
  by: string;
  /** The kind of task it would help. */
  taskId?: string;
}

/** The question as it stands in the queue. */
export interface GrowthProposeResult {
  /** The question, or the one that asked the same before. */
  item: GrowthQueueItem;
  /** False when it was there already. */
  added: boolean;
}

/** What was decided about a question, by whom and when. */
export interface GrowthQueueDecision {
  /** What was done. */
  action: "propose" | "approve" | "reject" | "reopen" | "draft" | "accept";
  /** Who did it. Only `draft` is done by memserver. */
  by: string;
  /** When. */
  at: string;
  /** Why. */
  note: string;
}

/** A question in the learning queue. */
export interface GrowthQueueItem {
  /** Its id. */
  id: string;
  /** What is to be learned. */
  question: string;
  /** What proposed it. */
  origin: "need" | "gap" | "debt" | "person";
  /** Where it stands. Only a person moves it from `proposed` to `approved` and from `drafted` to `done`. */
  state: "proposed" | "approved" | "drafted" | "done" | "rejected";
  /** How pressing, 0 to 100. */
  priority: number;
  /** Why it was proposed. */
  reason: string;
  /** The kind of task it would help. */
  taskId?: string;
  /** The element it would help. */
  element?: string;
  /** The draft, relative to the brain. */
  proposalPath?: string;
  /** The knowledge it became, relative to the brain. */
  notePath?: string;
  /** Every decision, in order. */
  decisions: GrowthQueueDecision[];
  /** When it was proposed. */
  createdAt: string;
  /** When it changed last. */
  updatedAt: string;
}

/** List the learning queue. */
export interface GrowthQueueParams {
  /** Language of labels and sentences. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** Only what belongs to this workspace's project. Default: everything. */
  workspaceUri?: string;
  /** Only questions in this state. */
  state?: "proposed" | "approved" | "drafted" | "done" | "rejected";
}

/** The learning queue: what waits for a decision first, the most pressing first. */
export interface GrowthQueueResult {
  /** The questions. */
  items: GrowthQueueItem[];
  /** How many there are in each state. */
  counts: Record<string, number>;
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** What learned routing is worth in a project. */
export interface GrowthRouteLift {
  /** The project; empty for none. */
  project: string;
  /** How many reports there are. */
  reports: number;
  /** On how many of them it was tried out. */
  replayed: number;
  /** How often keywords alone were right. */
  keywordAccuracy?: number;
  /** How often routing as it decides now was right. */
  routedAccuracy?: number;
}

/** How well a kind of task is done, and whether that gets better. */
export interface GrowthSkill {
  /** The kind of task. */
  taskId: string;
  /** Its name. */
  label: string;
  /** Mean of confidence × coverage, 0 to 100. */
  score: number;
  /** How many turns it rests on. */
  samples: number;
  /** Mean of the earlier half of the turns. */
  firstHalf?: number;
  /** Mean of the later half. */
  secondHalf?: number;
  /** Later minus earlier half; missing with fewer than six turns. */
  trend?: number;
}

/** The skills, the strongest first. */
export interface GrowthSkillsResult {
  /** One per kind of task that was done. */
  skills: GrowthSkill[];
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** The requests of this area: the params and the result of each. */
export interface GrowthRequests {
  /** What needs learning most, and why. */
  "growth/needs": { params: GrowthParams; result: GrowthNeedsResult };
  /** How well each kind of task is done. */
  "growth/skills": { params: GrowthParams; result: GrowthSkillsResult };
  /** What may be learned, and what was decided. */
  "growth/queue": { params: GrowthQueueParams; result: GrowthQueueResult };
  /** Ask for something to be learned. */
  "growth/queue/propose": { params: GrowthProposeParams; result: GrowthProposeResult };
  /** A person lets a question be researched. */
  "growth/queue/approve": { params: GrowthDecideParams; result: GrowthQueueItem };
  /** A person closes a question. */
  "growth/queue/reject": { params: GrowthDecideParams; result: GrowthQueueItem };
  /** A person puts a question back. */
  "growth/queue/reopen": { params: GrowthDecideParams; result: GrowthQueueItem };
  /** Say what you think of an answer. */
  "growth/feedback": { params: GrowthFeedbackParams; result: GrowthFeedbackResult };
}
