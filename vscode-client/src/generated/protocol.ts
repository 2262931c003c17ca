// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A point in time, ISO 8601 in UTC. */
export type Moment = string;

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

/** A new event. */
export interface CalendarAddEventParams {
  /** ISO 8601: with an offset, without one (then in `timezone`), or a day such as `2026-05-04` for a whole day. */
  start: string;
  /** The first moment (or day) that is free again. Needed unless `start` is a day. */
  end?: string;
  /** IANA name such as `Asia/Seoul` for times without an offset. Default: the user's zone. */
  timezone?: string;
  /** What it is. */
  title: string;
  /** Where it is. */
  location?: string;
  /** Who takes part. */
  attendees?: string[];
  /** Add it although it overlaps others. Needs `approvedBy`. */
  force?: boolean;
  /** The person who agreed to the overlap; recorded with the event. */
  approvedBy?: string;
  /** Why they agreed. */
  reason?: string;
}

/** The event is in the calendar. */
export interface CalendarAddEventResult {
  /** The event. */
  event: CalendarEventView;
  /** What it overlaps, with the approval that was given. */
  conflicts: CalendarEventView[];
  /** What could not be checked, such as a calendar file that cannot be read. */
  warnings: string[];
}

/** Who let an event overlap others. */
export interface CalendarApprovalView {
  /** The person. */
  approvedBy: string;
  /** Why. */
  reason: string;
  /** When. */
  approvedAt: string;
  /** The events that it overlapped then, by id. */
  conflicts: string[];
}

/** Whether a time is free. */
export interface CalendarCheckEventResult {
  /** Nothing takes time then. */
  free: boolean;
  /** What does. */
  conflicts: CalendarEventView[];
  /** What could not be checked. */
  warnings: string[];
}

/** One event. */
export interface CalendarEventIdParams {
  /** Its id. */
  id: string;
}

/** When an event is. */
export interface CalendarEventTimes {
  /** ISO 8601: with an offset, without one (then in `timezone`), or a day such as `2026-05-04` for a whole day. */
  start: string;
  /** The first moment (or day) that is free again. Needed unless `start` is a day. */
  end?: string;
  /** IANA name such as `Asia/Seoul` for times without an offset. Default: the user's zone. */
  timezone?: string;
}

/** One time at which an event takes place. */
export interface CalendarEventView {
  /** The event; all times of a recurring one share it. */
  id: string;
  /** What it is. */
  title: string;
  /** When it begins. */
  start: string;
  /** The first moment after it. */
  end: string;
  /** It takes whole days, in the user's zone. */
  allDay: boolean;
  /** It takes time: others may not overlap it. */
  busy: boolean;
  /** It has other times. */
  recurring: boolean;
  /** The zone it was planned in; none: wherever the user is. */
  timezone?: string;
  /** Where it is. */
  location?: string;
  /** Who takes part. */
  attendees: string[];
  /** The user's calendar file (never changed here), an import, or this wire. */
  source: "file" | "imported" | "added";
  /** Who let it overlap others. */
  approval?: CalendarApprovalView;
}

/** Events in order of time. */
export interface CalendarEventsResult {
  /** The events. */
  events: CalendarEventView[];
  /** What could not be read. */
  warnings: string[];
}

/** An `.ics` file to take over. */
export interface CalendarImportCalendarParams {
  /** Where it is, as an absolute path or a file uri. */
  path: string;
}

/** What the file brought. */
export interface CalendarImportCalendarResult {
  /** New events. */
  added: number;
  /** Events that had changed. */
  updated: number;
  /** Events that were known as they are. */
  unchanged: number;
  /** What could not be used, by its number in the file. */
  warnings: string[];
}

/** A stretch of time. */
export interface CalendarListEventsParams {
  /** Its beginning, as in `calendar/add`. Default: now. */
  from?: string;
  /** Its end, excluded. Default: seven days after the beginning; one day if that is a day. */
  to?: string;
  /** Zone of times and days without an offset. Default: the user's zone. */
  timezone?: string;
}

/** An event is gone. */
export interface CalendarRemoveEventResult {
  /** It is gone, with all its times. */
  removed: boolean;
}

/** The commands, by category. */
export interface CommandsCommandListResult {
  /** The commands. */
  commands: CommandsCommandView[];
}

/** A command that can be run. */
export interface CommandsCommandView {
  /** Its name, without the slash. */
  name: string;
  /** The group it belongs to. */
  category: string;
  /** What it does. */
  summary: string;
  /** What it does, in Korean. */
  summaryKo: string;
  /** How to write it, one line per way. */
  usage: string;
  /** How to write it, in Korean. */
  usageKo: string;
  /** Other names for it. */
  aliases: string[];
}

/** Run one command line. */
export interface CommandsRunParams {
  /** The line as typed, such as `/task add Ship the beta`. */
  line: string;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** The language of the answer. Default: that of the line. */
  language?: "en" | "ko";
}

/** What it said, for people and for programs. */
export interface CommandsRunResult {
  /** For people. */
  markdown: string;
  /** For programs. */
  data: Record<string, unknown>;
}

/** One agent. */
export interface DecisionsAgentStateParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** The agent. */
  name: string;
}

/** The state of an agent. */
export interface DecisionsAgentStateView {
  /** Its id. */
  id: string;
  /** The agent. */
  name: string;
  /** Its state. */
  state: unknown;
  /** When it was stored. */
  updatedAt: string;
}

/** The states of agents, newest first. */
export interface DecisionsAgentStatesResult {
  /** The states. */
  agents: DecisionsAgentStateView[];
}

/** A decision. */
export interface DecisionsDecisionView {
  /** Its id. */
  id: string;
  /** Who decided. */
  who: string;
  /** What it was about. */
  context: string;
  /** What could have been chosen. */
  options: string[];
  /** What was chosen. */
  chosen: string;
  /** Why. */
  reasoning: string;
  /** How much thinking went into it. */
  intelligenceLevel?: string;
  /** The model that decided, if one did. */
  model?: string;
  /** How it turned out. */
  outcome?: string;
  /** Whether that was good. */
  outcomeSuccess?: boolean;
  /** When that was known. */
  outcomeAt?: string;
  /** Words to find it by. */
  tags: string[];
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When. */
  createdAt: string;
}

/** Patterns for something that happens. */
export interface DecisionsFindWorkingPatternsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What happens. Whole words decide, Korean ones by their stems. */
  trigger: string;
  /** Only patterns that worked at least so often. */
  minSuccessRate?: number;
  /** How many at most. */
  limit?: number;
}

/** How a decision turned out. */
export interface DecisionsOutcomeParams {
  /** The decision. */
  id: string;
  /** What came of it. */
  outcome: string;
  /** Whether that was good. */
  success?: boolean;
}

/** Decisions, newest first. */
export interface DecisionsResult {
  /** The decisions. */
  decisions: DecisionsDecisionView[];
}

/** A decision that was found. */
export interface DecisionsSimilarDecision {
  /** The decision. */
  decision: DecisionsDecisionView;
  /** How well it fits, 0 to 1. */
  relevance: number;
}

/** Decisions about something like this. */
export interface DecisionsSimilarDecisionsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What is to be decided. */
  context: string;
  /** How many at most. */
  limit?: number;
}

/** Decisions by meaning and words, best first. */
export interface DecisionsSimilarDecisionsResult {
  /** The decisions. */
  decisions: DecisionsSimilarDecision[];
}

/** The present state of an agent, in place of the last one. */
export interface DecisionsStoreAgentStateParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** The agent. */
  name: string;
  /** Its state: any JSON value. */
  state: unknown;
}

/** A decision: who, what and why. */
export interface DecisionsStoreDecisionParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** Who decided. */
  who?: string;
  /** What it was about. */
  context: string;
  /** What could have been chosen. */
  options?: string[];
  /** What was chosen. */
  chosen: string;
  /** Why. */
  reasoning?: string;
  /** How much thinking went into it, such as `reflex` or `strategic`. */
  intelligenceLevel?: string;
  /** The model that decided, if one did. */
  model?: string;
  /** How it turned out, if that is known already. */
  outcome?: string;
  /** Words to find it by. */
  tags?: string[];
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When. Default: now. */
  createdAt?: Moment;
}

/** What to do when something happens. */
export interface DecisionsStoreWorkingPatternParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** What happens. */
  trigger: string;
  /** What to do then. */
  action: string;
  /** How often it worked so far. Default: 0.5 until use shows it. */
  successRate?: number;
  /** How often it was used so far. Default: 0. */
  uses?: number;
  /** Where it comes from. */
  createdFrom?: string;
}

/** A use of a pattern. */
export interface DecisionsWorkingPatternFeedbackParams {
  /** The pattern. */
  id: string;
  /** Whether it worked. */
  success: boolean;
}

/** What to do when something happens. */
export interface DecisionsWorkingPatternView {
  /** Its id. */
  id: string;
  /** What happens. */
  trigger: string;
  /** What to do then. */
  action: string;
  /** How often it worked: the running mean. */
  successRate: number;
  /** How often it was used. */
  uses: number;
  /** When last. */
  lastUsed?: string;
  /** Where it comes from. */
  createdFrom?: string;
  /** When it was stored. */
  createdAt: string;
}

/** Patterns: best success rate first, then most used. */
export interface DecisionsWorkingPatternsResult {
  /** The patterns. */
  patterns: DecisionsWorkingPatternView[];
}

/** No parameters, or nothing to answer. */
export type Empty = Record<string, never>;

/** How one answer fared. */
export interface EvaluationCaseScoreView {
  /** The case. */
  id: string;
  /** 0 to 100. */
  score: number;
  /** Required elements of the task that are not there. */
  missingElements: string[];
  /** How many facts are stated. */
  foundFacts: number;
  /** Facts that are not. */
  missedFacts: string[];
  /** Facts of which only a part is stated, or not in one place. */
  partialFacts: string[];
  /** What the material does not say. */
  invented: string[];
  /** Demands on the form that are not met. */
  structure: string[];
  /** In a self-check: the scores of the case's flawed answers. */
  flawed: EvaluationFlawedScoreView[];
}

/** Which answers to score against which cases. */
export interface EvaluationEvaluateParams {
  /** A set, or a task whose sets are meant. Default: all. */
  set?: string;
  /** Only sets of this language. */
  language?: "en" | "ko";
  /** Answers by case id. */
  answers?: Record<string, string>;
  /** A folder with one `<case id>.md` per answer, or a YAML, JSON or JSON-lines file of answers. */
  path?: string;
  /** Where answers come from. Default: `answers`, else `path`, else the configured chat model, else a self-check. */
  source?: "given" | "files" | "model" | "self-check";
  /** Token for `$/progress`. */
  workDoneToken?: number | string;
}

/** The sets that were scored. */
export interface EvaluationEvaluateResult {
  /** One per set. */
  runs: EvaluationRunView[];
  /** The same to be read. */
  markdown: string;
  /** Files of sets that could not be used. */
  problems: string[];
}

/** The score of an answer that is known to be flawed. */
export interface EvaluationFlawedScoreView {
  /** What is wrong with it. */
  name: string;
  /** What it scores. */
  score: number;
}

/** A golden set. */
export interface EvaluationGoldenSetView {
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
  /** The task type whose elements are required. */
  task: string;
  /** The language of its cases. */
  language: "en" | "ko";
  /** The ids of its cases: answers are given by these. */
  cases: string[];
  /** Whether it comes with memserver or from the brain. */
  source: "built-in" | "own";
  /** Its file, if it is the user's own. */
  path?: string;
}

/** The golden sets. */
export interface EvaluationGoldenSetsResult {
  /** The user's own first; one with the id of a built-in set replaces it. */
  sets: EvaluationGoldenSetView[];
  /** Files that could not be used, and why. */
  problems: string[];
}

/** Which runs to show. */
export interface EvaluationHistoryParams {
  /** Only this set. */
  set?: string;
  /** How many runs at most. */
  limit?: number;
}

/** Earlier runs; self-checks are not kept. */
export interface EvaluationHistoryResult {
  /** Newest first. */
  runs: EvaluationRunView[];
  /** By set. */
  trends: EvaluationTrendView[];
}

/** One set, scored. */
export interface EvaluationRunView {
  /** The run. */
  id: string;
  /** The set. */
  set: string;
  /** Its title. */
  title: string;
  /** Its language. */
  language: "en" | "ko";
  /** Where the answers came from. */
  source: "given" | "files" | "model" | "self-check";
  /** The chat model that was asked. */
  model?: string;
  /** When. */
  createdAt: string;
  /** Mean of the cases, 0 to 100. */
  score: number;
  /** Against the run before. */
  change?: number;
  /** Each case. */
  cases: EvaluationCaseScoreView[];
  /** Cases without an answer; they do not count. */
  unanswered: string[];
  /** In a self-check: where the set does not tell good from bad. */
  problems: string[];
}

/** How the score of a set moved over the runs shown. */
export interface EvaluationTrendView {
  /** The set. */
  set: string;
  /** Oldest first. */
  scores: number[];
  /** The last against the first. */
  change: number;
  /** The best of them. */
  best: number;
}

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

/** How the answers of a day were judged. */
export interface GrowthReportConfidenceDay {
  /** The day (UTC). */
  day: string;
  /** Mean confidence; missing without turns. */
  mean?: number;
  /** How many turns were answered. */
  turns: number;
}

/** The figures of the report. */
export interface GrowthReportData {
  /** When it was made. */
  generatedAt: string;
  /** How many days it covers. */
  days: number;
  /** Its language. */
  language: "en" | "ko";
  /** How many memories there are. */
  totalMemories: number;
  /** How the store grew, day by day. */
  memories: GrowthReportMemoryDay[];
  /** Memories by layer. */
  byLayer: Record<string, number>;
  /** How many turns were answered. */
  turns: number;
  /** Their mean confidence; missing without turns. */
  meanConfidence?: number;
  /** The same, day by day. */
  confidence: GrowthReportConfidenceDay[];
  /** Turns by confidence band. */
  bands: Record<string, number>;
  /** Turns that the user liked. */
  thumbsUp: number;
  /** Turns that the user did not like. */
  thumbsDown: number;
  /** Turns that asked for a review. */
  escalated: number;
  /** Turns in which a task was recognised. */
  withTask: number;
  /** Those of them whose answer had every required element. */
  complete: number;
  /** What needs learning most. */
  needs: GrowthNeed[];
  /** How well each task is done. */
  skills: GrowthSkill[];
  /** The gaps. */
  debt: GrowthDebtItem[];
  /** Sum of all debts. */
  totalDebt: number;
  /** The learning queue. */
  queue: GrowthQueueItem[];
  /** Questions by state. */
  queueCounts: Record<string, number>;
  /** How many memories and notes the decay audit looked at. */
  checked: number;
  /** How many of them should be looked at by a person. */
  stale: number;
  /** Decisions that were recorded in the period. */
  decisions: number;
  /** What learned routing is worth. */
  routing: GrowthRouteLift[];
}

/** How the store grew on a day. */
export interface GrowthReportMemoryDay {
  /** The day (UTC). */
  day: string;
  /** Memories stored on it. */
  added: number;
  /** Memories by its end. */
  total: number;
}

/** Ask for the growth report. */
export interface GrowthReportParams {
  /** Language of labels and sentences. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** Only what belongs to this workspace's project. Default: everything. */
  workspaceUri?: string;
  /** How many days it covers. */
  days?: number;
  /** Also write it there: a markdown file, its plots in a folder beside it. Must be absolute and end in `.md`. */
  path?: string;
}

/** The growth report. */
export interface GrowthReportResult {
  /** One page for people. */
  markdown: string;
  /** Its plots. */
  svg: GrowthPlotView[];
  /** Its figures. */
  data: GrowthReportData;
  /** What was written, when a path was given. */
  files: string[];
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

/** What is to be adapted to. */
export interface LearningAdaptParams {
  /** The present problem. */
  query: string;
}

/** The learned pattern nearest to it, if one is near enough. */
export interface LearningAdaptResult {
  /** The pattern. */
  pattern?: LearningPatternView;
  /** How close it is, 0 to 1. */
  similarity?: number;
  /** The pattern's confidence times the similarity. */
  confidence?: number;
  /** How long the look-up took, without the embedding of the query. */
  lookupMs?: number;
}

/** The agents, in order of registration. */
export interface LearningAgentListResult {
  /** The agents. */
  agents: LearningAgentView[];
}

/** One agent. */
export interface LearningAgentNameParams {
  /** Its name. */
  name: string;
}

/** An agent that tasks can be routed to. */
export interface LearningAgentView {
  /** Its name. */
  name: string;
  /** Whole words that call for it; Korean ones by their stems. */
  keywords?: string[];
  /** Domains of patterns that speak for it. */
  domains?: string[];
  /** What it does. */
  description?: string;
}

/** What a consolidation changed. */
export interface LearningConsolidateResult {
  /** Patterns that became long-term. */
  promoted: string[];
  /** Patterns that went into another one. */
  merged: string[];
  /** Patterns that nobody used. */
  dropped: string[];
}

/** What successful trajectories have in common. */
export interface LearningDistillPatternsResult {
  /** The patterns that were learned or strengthened. */
  patterns: LearningPatternView[];
}

/** What was written. */
export interface LearningExportResult {
  /** Where it is. */
  path: string;
  /** Patterns in it. */
  patterns: number;
  /** Trajectories in it. */
  trajectories: number;
  /** Its size. */
  bytes: number;
}

/** What was read. */
export interface LearningImportResult {
  /** Patterns that are new or newer. */
  patterns: number;
  /** Trajectories that are new. */
  trajectories: number;
  /** Records that are kept as they are. */
  others: number;
  /** What was known already. */
  unchanged: number;
  /** Lines that could not be read. */
  skippedLines: number;
}

/** A portable learning file. */
export interface LearningPathParams {
  /** Where it is. */
  path: string;
}

/** A use of a pattern. */
export interface LearningPatternFeedbackParams {
  /** The pattern. */
  id: string;
  /** Whether it went well. */
  success: boolean;
}

/** One pattern. */
export interface LearningPatternIdParams {
  /** Its id. */
  id: string;
}

/** A pattern that was found. */
export interface LearningPatternMatchView {
  /** The pattern. */
  pattern: LearningPatternView;
  /** How close it is to the query, 0 to 1. */
  similarity: number;
}

/** A pattern: a strategy that worked, or a warning about one that did not. */
export interface LearningPatternView {
  /** Its id. */
  id: string;
  /** What to do, or what was tried in vain. */
  strategy: string;
  /** What it is about. */
  domain: string;
  /** `warning`: tried, did not work. `distilled`: found in several trajectories. */
  kind: "strategy" | "warning" | "distilled";
  /** 0 to 1, by use. */
  quality: number;
  /** How often it was used. */
  usageCount: number;
  /** How often that went well. */
  successCount: number;
  /** Whether it has proved itself. */
  isLongTerm: boolean;
  /** When it was learned. */
  createdAt: string;
  /** When it last changed. */
  updatedAt: string;
  /** The trajectories it came from. */
  sources: string[];
  /** What else is known about it. */
  metadata: Record<string, unknown>;
}

/** Whether a pattern is long-term now. */
export interface LearningPromoteResult {
  /** It is long-term. */
  promoted: boolean;
  /** What it still lacks. */
  reason?: string;
}

/** Something was removed. */
export interface LearningRemovedResult {
  /** It is gone. */
  removed: boolean;
}

/** How a route ended. */
export interface LearningRouteFeedbackParams {
  /** The task. */
  task: string;
  /** Who got it. */
  agent: string;
  /** Whether that was right. */
  success: boolean;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** The report is stored; it is learned from at once, in the background. */
export interface LearningRouteFeedbackResult {
  /** It is stored; false while memory is switched off. */
  recorded: boolean;
  /** Its number. */
  reports: number;
}

/** A task that somebody has to do. */
export interface LearningRouteParams {
  /** What is to be done. */
  task: string;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** Who gets the task, and why. */
export interface LearningRouteResult {
  /** The agent. */
  agent: string;
  /** How sure that is, 0 to 1. */
  confidence: number;
  /** The evidence, in words. */
  reasoning: string;
  /** Who else might, best first. */
  alternatives: LearningRouteSuggestion[];
  /** `patterns`: by what was learned. */
  decidedBy: "keywords" | "patterns" | "default";
}

/** Who would get the query as a task. */
export interface LearningRouteSuggestion {
  /** The agent. */
  agent: string;
  /** How sure that is. */
  confidence: number;
}

/** Find patterns by meaning. */
export interface LearningSearchPatternsParams {
  /** What is asked. */
  query: string;
  /** Only patterns of this domain. */
  domain?: string;
  /** How many at most. */
  limit?: number;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** Patterns, best first. */
export interface LearningSearchPatternsResult {
  /** What was found. */
  matches: LearningPatternMatchView[];
  /** Who would get the query as a task. */
  suggestion?: LearningRouteSuggestion;
}

/** What was learned. */
export interface LearningStatsResult {
  /** How many patterns of which kind. */
  patterns: Record<string, number>;
  /** How many trajectories with which outcome. */
  trajectories: Record<string, number>;
  /** Mode, capacity and the time of the last adaptation. */
  sona: Record<string, unknown>;
  /** For each project, how often keywords and the learned router were right in the replay, and who decides where. */
  routing: Record<string, unknown>;
  /** The portable file, and what is wrong with it. */
  file: Record<string, unknown>;
  /** How many workers are switched on, and which of them run now. */
  workers: Record<string, unknown>;
  /** The same in sentences. */
  summary: string[];
}

/** A strategy that was learned. */
export interface LearningStorePatternParams {
  /** What to do, understandable alone. */
  strategy: string;
  /** What it is about, such as `security` or `testing`. */
  domain?: string;
  /** How good it is held to be. Default: 0.5 until use shows it. */
  quality?: number;
  /** The project it belongs to. Default: it holds everywhere. */
  workspaceUri?: string;
}

/** What became of a pattern. */
export interface LearningStorePatternResult {
  /** The id of the pattern that holds it now. */
  id: string;
  /** It was known already: that pattern was strengthened instead. */
  strengthened: boolean;
  /** The pattern. */
  pattern: LearningPatternView;
}

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
  /** Your own id. Items with different external ids are never duplicates of each other. */
  externalId?: string;
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
  /** Files (paths or uris) it speaks about: when their content changes, the memory is marked stale. */
  relatedFiles?: string[];
  /** Hash of the error that this memory is about, against fixing in circles. */
  failureHash?: string;
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
  /** What kind of link. */
  kind: "supersedes" | "superseded-by" | "conflicts-with";
  /** The other memory. */
  id: string;
  /** What shows it. */
  evidence: string;
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
  /** What has changed. */
  staleReasons: string[];
  /** What else was given. */
  metadata: Record<string, unknown>;
}

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

/** A task that is under way. */
export interface OperationalActiveTaskView {
  /** Its id. */
  id: string;
  /** What is to be done. */
  description?: string;
  /** How far it is. */
  status: string;
  /** The goal it serves. */
  goalId?: string;
  /** Who does it. */
  agent?: string;
}

/** What all tiers know about a task. */
export interface OperationalAssembleParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What is to be done. */
  task: string;
  /** The budget, snapshot included. Default: the setting `contextMaxTokens`. */
  maxTokens?: number;
  /** Which tiers to ask. Default: all four. */
  tiers?: ("operational" | "working" | "longterm" | "knowledge")[];
}

/** What fitted, best first; the snapshot stands in front. */
export interface OperationalAssembleResult {
  /** The parts. */
  chunks: OperationalChunkView[];
  /** The sum over the parts; never more than the budget. */
  totalTokens: number;
}

/** A part of what is known. */
export interface OperationalChunkView {
  /** The tier it comes from. */
  source: "operational" | "working" | "longterm" | "knowledge";
  /** What it says. */
  content: string;
  /** How well it fits, 0 to 1. */
  relevance: number;
  /** How many tokens the content has. */
  tokens: number;
}

/** Something that happened. */
export interface OperationalEventView {
  /** Its id. */
  id: string;
  /** What kind of event. */
  category: string;
  /** Where it comes from. */
  source: string;
  /** What happened. */
  message: string;
  /** Whether it is kept beyond the ring. */
  critical: boolean;
  /** What else is known about it. */
  data?: Record<string, unknown>;
  /** When. */
  createdAt: string;
}

/** A measurement. */
export interface OperationalMetricParams {
  /** What was measured, such as `cpu.percent`. */
  key: string;
  /** The value. */
  value: number;
}

/** The latest value. */
export interface OperationalMetricResult {
  /** What was measured. */
  key: string;
  /** The value. */
  value: number;
  /** When. */
  at: string;
}

/** Something happened. */
export interface OperationalPushEventParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What kind of event, such as `build` or `error`. */
  category: string;
  /** Where it comes from. */
  source: string;
  /** What happened, in at most 4,000 characters. */
  message: string;
  /** Keep it beyond the ring. Events of the categories `error` and `security` always are. */
  critical?: boolean;
  /** What else is known about it, in at most 8,000 characters of JSON. */
  data?: Record<string, unknown>;
}

/** The event is in the ring. */
export interface OperationalPushEventResult {
  /** Its id. */
  id: string;
  /** Whether it is critical. */
  critical: boolean;
  /** Whether it is written to the working tier. */
  kept: boolean;
}

/** The newest events. */
export interface OperationalRecentEventsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  count?: number;
  /** Only events of this category. */
  category?: string;
  /** Only events from here. */
  source?: string;
  /** Also critical events that have left the ring (an hour, or too many newer ones). */
  kept?: boolean;
}

/** Events, newest first. */
export interface OperationalRecentEventsResult {
  /** The events. */
  events: OperationalEventView[];
}

/** What is so now. Resources are in per cent: reported ones first, else what the server sees itself. */
export interface OperationalSnapshotResult {
  /** When it was taken. */
  takenAt: string;
  /** Use of the processor. */
  cpu?: number;
  /** Use of the memory. */
  memory?: number;
  /** Use of the disk that holds the data folder. */
  disk?: number;
  /** Use of the graphics processor. */
  gpu?: number;
  /** The latest value of each measurement. */
  metrics: Record<string, number>;
  /** Tasks that are not finished. */
  activeTasks: OperationalActiveTaskView[];
  /** Goals that are not finished, most urgent first. */
  activeGoals: WorkingGoalView[];
  /** The states of agents. */
  agents: DecisionsAgentStateView[];
  /** Events in the ring, by category. */
  events: Record<string, number>;
  /** The newest errors. */
  errors: OperationalEventView[];
  /** What the server sees of itself. */
  server: Record<string, number>;
}

/** A proposal that became a note. */
export interface ProposalsAcceptResult {
  /** The note, relative to the brain; it is indexed like every other. */
  notePath: string;
  /** The question, now done. */
  item?: GrowthQueueItem;
  /** What the gate says about the text as it was accepted. */
  validation: KnowledgeChecksValidateResult;
  /** False when somebody changed the proposal meanwhile: then it was left. */
  proposalRemoved: boolean;
}

/** A person's decision about a proposal, named by its path or by the question it answers. */
export interface ProposalsDecideProposalParams {
  /** The proposal, relative to the brain. */
  path?: string;
  /** The question of the learning queue. */
  id?: string;
  /** Who decides. Must not be empty, and is recorded. */
  by: string;
  /** Why, for later readers. */
  note?: string;
  /** The project against whose memories the text is checked once more. */
  workspaceUri?: string;
}

/** A question that was researched. */
export interface ProposalsDraftedView {
  /** The question, now drafted. */
  item: GrowthQueueItem;
  /** The draft, relative to the brain. */
  path: string;
  /** Whether local sources alone or a chat model made it. */
  madeBy: "local" | "model";
  /** How many statements it has. */
  findings: number;
  /** What it rests on: paths of notes and ids of memories. */
  sources: string[];
  /** What the validation gate says. */
  verdict: "accept" | "duplicate" | "conflict";
  /** Why the chat model had no part in it, when one was asked. */
  note: string;
}

/** A file in the folder of proposals. */
export interface ProposalsProposalView {
  /** Relative to the brain. */
  path: string;
  /** What it is about. */
  title: string;
  /** Who proposes it. */
  origin: string;
  /** `proposed` or `rejected`. */
  status: string;
  /** When it was written. */
  created: string;
  /** The question it answers. */
  item?: GrowthQueueItem;
  /** What it rests on. */
  evidence: string[];
  /** Whether a person has changed it. */
  edited: boolean;
  /** Its text. */
  body: string;
}

/** A proposal that was rejected; the file stays and says so. */
export interface ProposalsRejectResult {
  /** The proposal. */
  path: string;
  /** The question, now rejected. */
  item?: GrowthQueueItem;
}

/** Draft answers to questions that a person approved. */
export interface ProposalsResearchParams {
  /** Only this question; it must be approved. Default: the most pressing ones. */
  id?: string;
  /** How many at most. */
  limit?: number;
  /** The project whose memories are read besides those of none. */
  workspaceUri?: string;
}

/** What was drafted. */
export interface ProposalsResearchResult {
  /** One per question. */
  drafted: ProposalsDraftedView[];
  /** How many approved questions are left. */
  waiting: number;
  /** What a person should know when nothing was drafted. */
  message: string;
}

/** The proposals, by path. */
export interface ProposalsResult {
  /** The files. */
  proposals: ProposalsProposalView[];
  /** What a person should know when there is nothing to show. */
  message: string;
}

/** What a fact names. */
export interface RecordsEntities {
  /** Files. */
  files?: string[];
  /** Functions. */
  functions?: string[];
  /** Libraries. */
  libraries?: string[];
  /** Error codes. */
  errorCodes?: string[];
}

/** An atomic fact: one statement that can be understood alone. */
export interface RecordsFactParams {
  /** The statement. */
  content: string;
  /** What kind of fact. */
  factType: "error" | "solution" | "observation" | "decision";
  /** How sure it is, 0 to 1. */
  confidence?: number;
  /** What it names. */
  entities?: RecordsEntities;
  /** Anything else to keep with it. */
  metadata?: Record<string, unknown>;
  /** Words to find it by. */
  tags?: string[];
  /** The project it belongs to. */
  workspaceUri?: string;
}

/** What was tried and what came of it. */
export interface RecordsReasoningStep {
  /** What was tried. */
  action: string;
  /** What came of it. */
  observation: string;
  /** How good that was. */
  reward?: number;
}

/** The id of what was recorded. */
export interface RecordsRecordedResult {
  /** Its id. */
  id: string;
  /** How it ended, by what really happened. */
  outcome?: "success" | "partial" | "failure";
  /** How often the same fix was now tried for the same error in vain, from the second time on. */
  circularFix?: number;
}

/** What went in and out of one step, how long it took, and how sure it was. */
export interface RecordsTimedStep {
  /** What went in. */
  input: string;
  /** What came out. */
  output: string;
  /** How long it took. */
  durationMs?: number;
  /** How sure it was, 0 to 1. */
  confidence?: number;
}

/** A way from a problem to its end, with what became of it. */
export interface RecordsTrajectoryParams {
  /** The steps, in order. */
  steps: (RecordsReasoningStep | RecordsTimedStep)[];
  /** How well it ended, 0 to 1. */
  finalReward?: number;
  /** How it ended, in words. */
  outcome?: "success" | "partial" | "failure";
  /** What it was about. */
  domain?: string;
  /** How long it took. */
  durationMs?: number;
  /** Anything else to keep with it. What really happened outweighs `finalReward` and `outcome`: `testExitCode`, `diagnosticsBefore` and `diagnosticsAfter` (counts or lists), and, true or false, `accepted`, `undone`, `committed`, `reverted`. `task` and `agent` make it a report about that route; `error` and `failureHash` name the error that a fix was tried for. */
  metadata?: Record<string, unknown>;
  /** The project it belongs to. */
  workspaceUri?: string;
}

/** A memory that was found. */
export interface SearchHit {
  /** Its id. */
  id: string;
  /** The id that the client gave it. */
  externalId?: string;
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

/** A dynamic prompt block. */
export interface TurnBlock {
  /** Which block it is. */
  id: string;
  /** What it says. */
  text: string;
}

/** Ask what the agent already knows that matters for this prompt. */
export interface TurnBuildParams {
  /** What the user asks, as typed. */
  prompt: string;
  /** The chat session; turns with the same id belong together. */
  sessionId: string;
  /** Earlier messages of this session, the oldest first. */
  history?: TurnMessage[];
  /** The workspace of this turn. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Name of the agent that asks: its folders and its Knowledge Mix apply. */
  agent?: string;
  /** Context window of the model in tokens, for this turn only. */
  contextLength?: number;
  /** Budget of `text` for this turn. Without it: a quarter of the context length × the Knowledge Mix ratio. */
  maxTokens?: number;
  /** `casual` leaves the dynamic blocks out. */
  mode?: "work" | "casual";
  /** The file that has the focus, as path or uri. */
  activeFile?: string;
  /** Files that are open, as paths or uris. */
  openFiles?: string[];
  /** Slash commands that were used, the latest first. */
  recentCommands?: string[];
  /** Earlier sessions, the latest first; used when `memoryMediumTermSessions` allows. */
  recentSessions?: TurnRecentSession[];
}

/** What a client puts in front of the model, and where each piece came from. */
export interface TurnBuildResult {
  /** Names this turn in `turn/complete` and `context/explain`. */
  turnId: string;
  /** The lessons, then the memory context; empty when there is nothing to say. */
  text: string;
  /** The dynamic blocks that have something to say, in order. */
  blocks: TurnBlock[];
  /** Blocks and text joined: what to put in front of the model. */
  prompt: string;
  /** What is in, best first. */
  items: TurnItem[];
  /** The best candidates that are not in. */
  dropped: TurnDropped[];
  /** Where the turn looked. */
  retrieval?: TurnRetrieval;
  /** How far it leans on stored knowledge. */
  knowledgeMix?: TurnKnowledgeMix;
  /** Lessons from earlier turns that are in. */
  lessons: string[];
  /** What the check after the answer is given. */
  selfCheckSources: TurnSelfCheckSource[];
  /** What the confidence of the answer starts from. */
  confidenceSignals: TurnConfidenceSignals;
  /** How the ranking was made, line by line. */
  fusionLog: string[];
  /** What it costs. */
  usage: TurnUsage;
  /** Milliseconds by step; `totalMs` for all of it. */
  timings: Record<string, number>;
  /** Parts that were left out or are not ready. */
  warnings: TurnPartWarning[];
}

/** What the confidence score starts from. */
export interface TurnConfidenceSignals {
  /** How many items are in. */
  chunkCount: number;
  /** The best score. */
  topScore: number;
  /** How many contradictions were found. */
  conflictCount: number;
  /** True when the prompt can be read in several ways. */
  ambiguityDetected: boolean;
}

/** A candidate that was left out, and why. */
export interface TurnDropped {
  /** The memory or the passage of a file. */
  id: string;
  /** A short name for it. */
  title: string;
  /** How well it fits, higher is better. */
  score: number;
  /** Why it is not in. */
  reason: string;
}

/** Ask for the whole story of a turn. */
export interface TurnExplainParams {
  /** The turn, as `context/build` named it. */
  turnId: string;
}

/** Every candidate of a turn with its score by component, why it is in or out, and the settings in force. */
export interface TurnExplainResult {
  /** The turn. */
  turnId: string;
  /** When it was. */
  createdAt: string;
  /** The session it belongs to. */
  sessionId: string;
  /** What was asked. */
  prompt: string;
  /** Everything that was looked at, with its score by component and why it is in or out. */
  candidates: Record<string, unknown>[];
  /** The settings in force. */
  settings: Record<string, unknown>;
  /** What `context/build` answered. */
  result: Record<string, unknown>;
  /** What `turn/complete` found, once it was called. */
  completion?: Record<string, unknown>;
}

/** Something that was put into the turn. */
export interface TurnItem {
  /** The memory or the passage of a file. */
  id: string;
  /** `brain-memory` for files of the brain, else the layer, `medium-term` or `lesson`. */
  source: string;
  /** The memory layer, for memories. */
  layer?: string;
  /** A short name for it. */
  title: string;
  /** Relative to the brain. */
  path?: string;
  /** How well it fits, higher is better. */
  score: number;
  /** What it costs in `text`. */
  tokens: number;
  /** True when what it speaks about has changed since. */
  stale?: boolean;
  /** How far it is trusted, for memories. */
  status?: string;
  /** `global`, `organisation` or `project`. */
  scope?: string;
  /** When it happened or was last changed. */
  timestamp?: string;
  /** The id that the client gave it. */
  externalId?: string;
  /** What the score is made of. */
  reasons: Record<string, unknown>;
}

/** How far this turn leans on stored knowledge. */
export interface TurnKnowledgeMix {
  /** 0 to 100. */
  weight: number;
  /** Where the weight was set. */
  source: "agent" | "global" | "default";
  /** The share of the budget that retrieval may use. */
  retrievalRatio: number;
  /** How many brain files may be in. */
  brainFileLimit: number;
}

/** A message of the conversation. */
export interface TurnMessage {
  /** `user`, `assistant`, `system` or `tool`. */
  role: string;
  /** What was said. */
  content: string;
  /** True for messages that the user never saw; they are not used. */
  internal?: boolean;
  /** When it was said. */
  timestamp?: Moment;
}

/** A part of the turn that was left out or is not ready, and why. */
export interface TurnPartWarning {
  /** Which part. */
  part: string;
  /** What happened, for a person. */
  message: string;
}

/** An earlier chat session, as the client keeps it. */
export interface TurnRecentSession {
  /** The session's own id. */
  id: string;
  /** A short name for it. */
  title?: string;
  /** Its messages, the oldest first. */
  history?: TurnMessage[];
  /** What it was about; used instead of the messages when given. */
  summary?: string;
  /** When it was last used. */
  timestamp?: unknown;
}

/** Where the turn looked and what it used. */
export interface TurnRetrieval {
  /** The agent that asked. */
  agent?: string;
  /** True when the agent may search certain folders only. */
  scoped: boolean;
  /** Where the items come from, in one word. */
  source: string;
  /** The folders that the agent may search. */
  configuredFolders: string[];
  /** Files of the brain that are in. */
  usedBrainFiles: string[];
  /** Memory layers that are in. */
  usedMemoryLayers: string[];
  /** Files that lessons came from. */
  lessonFiles: string[];
  /** How many candidates were looked at. */
  totalChunks: number;
  /** How many of them are in. */
  selectedChunkCount: number;
  /** `lexical` when vectors were not ready or are off. */
  mode: "hybrid" | "lexical";
}

/** A source that the check after the answer is given. */
export interface TurnSelfCheckSource {
  /** A short name for it. */
  title: string;
  /** Its beginning. */
  excerpt: string;
}

/** Tokens: `used` counts `text` and never exceeds `budget`. */
export interface TurnUsage {
  /** What `text` may cost. */
  budget: number;
  /** What `text` costs. */
  used: number;
  /** What the items of each layer cost. */
  byLayer: Record<string, number>;
  /** What the blocks cost; they do not count against the budget. */
  blocks: number;
  /** What the tokens were counted with. */
  tokeniser: string;
}

/** Change how a worker runs; what is left out stays as it is. */
export interface WorkersConfigureWorkerParams {
  /** Its name. */
  worker: string;
  /** Whether it may run. */
  enabled?: boolean;
  /** How long it rests between two runs. */
  intervalMs?: number;
  /** How urgent it is. */
  priority?: "low" | "normal" | "high" | "critical";
  /** Language of the answer. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
}

/** Run every worker that is switched on. */
export interface WorkersDispatchAllParams {
  /** Language of the answers, and of what is written down. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** For progress. */
  workDoneToken?: number | string;
}

/** What came of all of them, the most urgent first. */
export interface WorkersDispatchAllResult {
  /** One result for each worker; one that failed or was busy says so. */
  results: WorkersWorkerResultView[];
}

/** Run one worker now. */
export interface WorkersDispatchParams {
  /** Its name. */
  worker: string;
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** What the worker should look at, such as `{"area": "src/billing"}`. */
  arguments?: Record<string, unknown>;
  /** Language of the answer, and of what the run writes down. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** For progress. */
  workDoneToken?: number | string;
}

/** One thing that a person would act on. */
export interface WorkersFindingView {
  /** What kind of thing it is, as a stable slug. */
  kind: string;
  /** How much it matters. */
  severity: "info" | "low" | "medium" | "high" | "critical";
  /** What was found, in one line. */
  title: string;
  /** What to know or do about it. */
  detail: string;
  /** The file, relative to the workspace. */
  path?: string;
  /** The line, from 1. */
  line?: number;
  /** The figures behind it. */
  data: Record<string, unknown>;
}

/** What workers found last in this workspace. */
export interface WorkersWorkerFindingsParams {
  /** Only this worker. */
  worker?: string;
  /** How many findings of each worker at most. */
  limit?: number;
  /** Language of the findings. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** The last results with their findings. */
export interface WorkersWorkerFindingsResult {
  /** By worker. */
  results: WorkersWorkerResultView[];
}

/** What a run came to. */
export interface WorkersWorkerResultView {
  /** The worker. */
  worker: string;
  /** Whether the job was done. */
  success: boolean;
  /** How long it took. */
  durationMs: number;
  /** What was done and found, for a person to read. */
  output: string;
  /** What was found, the worst first. */
  findings: WorkersFindingView[];
  /** Nothing had changed since the last run: the findings are those of then. */
  unchanged: boolean;
  /** Numbers of this run. */
  figures: Record<string, number>;
  /** When it ended. */
  endedAt?: string;
}

/** Asks for the workers. */
export interface WorkersWorkerStatusParams {
  /** Language of purposes and results. Default: that of the last turn, else the editor's. */
  language?: "en" | "ko";
}

/** All workers, the most urgent first. */
export interface WorkersWorkerStatusResult {
  /** The workers. */
  workers: WorkersWorkerStatusView[];
  /** How many there are. */
  registered: number;
  /** How many of them may run. */
  enabled: number;
  /** Those that run now. */
  running: string[];
  /** Whether workers run by themselves (`workersEnabled`). */
  scheduled: boolean;
  /** Why none starts at present, such as a busy machine or battery power. */
  waitingFor?: string;
}

/** One worker. */
export interface WorkersWorkerStatusView {
  /** Its name. */
  worker: string;
  /** What it does, in a few words. */
  purpose: string;
  /** How urgent it is. */
  priority: "low" | "normal" | "high" | "critical";
  /** How long it rests between two runs. */
  intervalMs: number;
  /** Whether it may run. */
  enabled: boolean;
  /** Whether it runs now, in this window or another. */
  running: boolean;
  /** Its last result, without the findings. */
  last?: WorkersWorkerResultView;
}

/** A record is gone. */
export interface WorkingDeletedResult {
  /** Its id. */
  id: string;
}

/** The tasks of a goal. */
export interface WorkingGoalTasksParams {
  /** The goal. */
  goalId: string;
}

/** A goal. */
export interface WorkingGoalView {
  /** 0 is the most urgent. Default: 2. */
  priority?: number;
  /** What came of it. */
  result?: string;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: string;
  /** Its id. */
  id: string;
  /** What is to be reached. */
  description: string;
  /** How far it is. */
  status: string;
  /** When it was set. */
  createdAt: string;
}

/** Goals. */
export interface WorkingGoalsResult {
  /** Active ones by priority, then age; others newest first. */
  goals: WorkingGoalView[];
}

/** Goals, newest first. */
export interface WorkingListGoalsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
  /** Only those with this status. */
  status?: string;
}

/** Tool calls, newest first. */
export interface WorkingListToolCallsParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
  /** Only those of this task. */
  taskId?: string;
  /** Only those of this tool. */
  tool?: string;
}

/** Something that belongs to a workspace. */
export interface WorkingPlaced {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
}

/** A goal to keep; one of the same id is replaced. */
export interface WorkingStoreGoalParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** 0 is the most urgent. Default: 2. */
  priority?: number;
  /** What came of it. */
  result?: string;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** Its id. Default: a new one. */
  id?: string;
  /** What is to be reached. */
  description: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
  /** When it was set. Default: now. */
  createdAt?: Moment;
}

/** A task to keep; one of the same id is replaced. */
export interface WorkingStoreTaskParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Who does it. */
  agent?: string;
  /** What it was given. */
  input?: unknown;
  /** What it gave. */
  output?: unknown;
  /** What went wrong. */
  error?: string;
  /** When it began. */
  startedAt?: Moment;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** How long it took. Default: from its begin to its end. */
  durationMs?: number;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** Its id. Default: a new one. */
  id?: string;
  /** The goal it serves. */
  goalId?: string;
  /** What is to be done. */
  description: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
  /** When it was set. Default: now. */
  createdAt?: Moment;
}

/** A call of a tool. */
export interface WorkingStoreToolCallParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** Its id. Default: a new one. */
  id?: string;
  /** The task it was made for. */
  taskId?: string;
  /** The tool. */
  tool: string;
  /** Who called it. */
  agent?: string;
  /** What it was given. */
  input?: unknown;
  /** What it gave. */
  output?: unknown;
  /** Whether it worked. */
  success?: boolean;
  /** How long it took. */
  durationMs?: number;
  /** Why it was called, or why it failed. */
  reason?: string;
  /** When. Default: now. */
  createdAt?: Moment;
}

/** A task. */
export interface WorkingTaskView {
  /** Who does it. */
  agent?: string;
  /** What it was given. */
  input: unknown;
  /** What it gave. */
  output: unknown;
  /** What went wrong. */
  error?: string;
  /** When it began. */
  startedAt?: string;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: string;
  /** How long it took. Default: from its begin to its end. */
  durationMs?: number;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** Its id. */
  id: string;
  /** The goal it serves. */
  goalId?: string;
  /** What is to be done. */
  description: string;
  /** How far it is. */
  status: string;
  /** When it was set. */
  createdAt: string;
  /** What its older tool calls were: the tool, how often, how often in vain, and the last reason. */
  tools?: Record<string, unknown>[];
}

/** Tasks, in the order in which they began. */
export interface WorkingTasksResult {
  /** The tasks. */
  tasks: WorkingTaskView[];
}

/** One record. */
export interface WorkingTierIdParams {
  /** Its id. */
  id: string;
}

/** The newest records. */
export interface WorkingTierListParams {
  /** The workspace. Default: the first one of `initialize`. */
  workspaceUri?: string;
  /** How many at most. */
  limit?: number;
}

/** A call of a tool. */
export interface WorkingToolCallView {
  /** Its id. */
  id: string;
  /** The task it was made for. */
  taskId?: string;
  /** The tool. */
  tool: string;
  /** Who called it. */
  agent?: string;
  /** What it was given. */
  input: unknown;
  /** What it gave. */
  output: unknown;
  /** Whether it worked. */
  success: boolean;
  /** How long it took. */
  durationMs?: number;
  /** Why it was called, or why it failed. */
  reason?: string;
  /** When. */
  createdAt: string;
}

/** Tool calls, newest first. */
export interface WorkingToolCallsResult {
  /** The calls. */
  toolCalls: WorkingToolCallView[];
}

/** What changes about a goal. */
export interface WorkingUpdateGoalParams {
  /** 0 is the most urgent. Default: 2. */
  priority?: number;
  /** What came of it. */
  result?: string;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** The goal. */
  id: string;
  /** What is to be reached. */
  description?: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
}

/** What changes about a task. */
export interface WorkingUpdateTaskParams {
  /** Who does it. */
  agent?: string;
  /** What it was given. */
  input?: unknown;
  /** What it gave. */
  output?: unknown;
  /** What went wrong. */
  error?: string;
  /** When it began. */
  startedAt?: Moment;
  /** When it ended. Default: the moment it is first reported as ended. */
  finishedAt?: Moment;
  /** How long it took. Default: from its begin to its end. */
  durationMs?: number;
  /** What else is known about it. */
  metadata?: Record<string, unknown>;
  /** The task. */
  id: string;
  /** What is to be done. */
  description?: string;
  /** Ended with `completed`, `failed` or `cancelled`; anything else is active. */
  status?: string;
}

/** Every request: its params and its result. */
export interface Requests {
  /** What the agent already knows that matters here. */
  "context/build": { params: TurnBuildParams; result: TurnBuildResult };
  /** The whole story of an earlier turn. */
  "context/explain": { params: TurnExplainParams; result: TurnExplainResult };
  /** Judge the answer and learn from it. */
  "turn/complete": { params: AnswersCompleteParams; result: AnswersCompleteResult };
  /** Keep what a session taught. */
  "session/end": { params: SessionsSessionEndParams; result: SessionsSessionEndResult };
  /** Turn old episodes into long-term digests. */
  "distill": { params: SessionsDistillParams; result: SessionsDistillationReport };
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
  /** Find memories by meaning and words. */
  "memory/search": { params: SearchParams; result: SearchResult };
  /** How much is stored. */
  "memory/stats": { params: Empty; result: HealthStatsResult };
  /** Write everything to a folder. */
  "memory/export": { params: TransferExportParams; result: TransferExportResult };
  /** Read memories from files. */
  "memory/import": { params: TransferImportParams; result: TransferImportResult };
  /** Record an atomic fact. */
  "facts/record": { params: RecordsFactParams; result: MemoryAddResult };
  /** Record how a problem was solved. */
  "trajectories/record": { params: RecordsTrajectoryParams; result: RecordsRecordedResult };
  /** Keep a strategy. */
  "patterns/store": { params: LearningStorePatternParams; result: LearningStorePatternResult };
  /** Find strategies. */
  "patterns/search": { params: LearningSearchPatternsParams; result: LearningSearchPatternsResult };
  /** Make a proven pattern long-term. */
  "patterns/promote": { params: LearningPatternIdParams; result: LearningPromoteResult };
  /** Count a use of a pattern. */
  "patterns/feedback": { params: LearningPatternFeedbackParams; result: LearningPatternView };
  /** Promote, merge and drop patterns now. */
  "patterns/consolidate": { params: Empty; result: LearningConsolidateResult };
  /** Choose an agent for a task. */
  "route": { params: LearningRouteParams; result: LearningRouteResult };
  /** Learn how a route ended. */
  "route/feedback": { params: LearningRouteFeedbackParams; result: LearningRouteFeedbackResult };
  /** The agents. */
  "agents/list": { params: Empty; result: LearningAgentListResult };
  /** Add or replace an agent. */
  "agents/register": { params: LearningAgentView; result: LearningAgentView };
  /** Remove an agent. */
  "agents/remove": { params: LearningAgentNameParams; result: LearningRemovedResult };
  /** The learned pattern nearest to a problem. */
  "sona/adapt": { params: LearningAdaptParams; result: LearningAdaptResult };
  /** Turn what trajectories share into patterns. */
  "sona/distill": { params: Empty; result: LearningDistillPatternsResult };
  /** What was learned, and what it is worth. */
  "learning/stats": { params: Empty; result: LearningStatsResult };
  /** Write the learning file. */
  "learning/export": { params: LearningPathParams; result: LearningExportResult };
  /** Merge a learning file. */
  "learning/import": { params: LearningPathParams; result: LearningImportResult };
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
  /** How it is going, on one page. */
  "growth/report": { params: GrowthReportParams; result: GrowthReportResult };
  /** What is known for each task. */
  "growth/inventory": { params: GrowthParams; result: KnowledgeChecksInventoryResult };
  /** Draft what a person approved. */
  "growth/research": { params: ProposalsResearchParams; result: ProposalsResearchResult };
  /** Drafts that wait for a person's decision. */
  "growth/proposals": { params: Empty; result: ProposalsResult };
  /** Accept a draft. */
  "growth/proposals/accept": { params: ProposalsDecideProposalParams; result: ProposalsAcceptResult };
  /** Reject a draft. */
  "growth/proposals/reject": { params: ProposalsDecideProposalParams; result: ProposalsRejectResult };
  /** Whether a text is new, and fits. */
  "knowledge/validate": { params: KnowledgeChecksValidateParams; result: KnowledgeChecksValidateResult };
  /** Which knowledge has aged. */
  "knowledge/decay": { params: KnowledgeChecksDecayParams; result: KnowledgeChecksDecayResult };
  /** Which gaps cost most. */
  "knowledge/debt": { params: GrowthParams; result: GrowthDebtResult };
  /** The golden sets. */
  "evaluation/sets": { params: Empty; result: EvaluationGoldenSetsResult };
  /** Score answers by golden cases. */
  "evaluation/run": { params: EvaluationEvaluateParams; result: EvaluationEvaluateResult };
  /** How scores moved. */
  "evaluation/history": { params: EvaluationHistoryParams; result: EvaluationHistoryResult };
  /** Plan an event where the time is free. */
  "calendar/add": { params: CalendarAddEventParams; result: CalendarAddEventResult };
  /** What takes place when. */
  "calendar/list": { params: CalendarListEventsParams; result: CalendarEventsResult };
  /** Whether a time is free. */
  "calendar/check": { params: CalendarEventTimes; result: CalendarCheckEventResult };
  /** Remove an event. */
  "calendar/remove": { params: CalendarEventIdParams; result: CalendarRemoveEventResult };
  /** Take over an .ics file. */
  "calendar/import": { params: CalendarImportCalendarParams; result: CalendarImportCalendarResult };
  /** The workers and what they did. */
  "workers/status": { params: WorkersWorkerStatusParams; result: WorkersWorkerStatusResult };
  /** Run one worker now. */
  "workers/dispatch": { params: WorkersDispatchParams; result: WorkersWorkerResultView };
  /** Run every worker now. */
  "workers/dispatchAll": { params: WorkersDispatchAllParams; result: WorkersDispatchAllResult };
  /** Change how a worker runs. */
  "workers/configure": { params: WorkersConfigureWorkerParams; result: WorkersWorkerStatusView };
  /** What workers found. */
  "workers/findings": { params: WorkersWorkerFindingsParams; result: WorkersWorkerFindingsResult };
  /** Something happened. */
  "operational/push": { params: OperationalPushEventParams; result: OperationalPushEventResult };
  /** The newest events. */
  "operational/recent": { params: OperationalRecentEventsParams; result: OperationalRecentEventsResult };
  /** Report a measurement. */
  "operational/metric": { params: OperationalMetricParams; result: OperationalMetricResult };
  /** What is so now. */
  "operational/snapshot": { params: WorkingPlaced; result: OperationalSnapshotResult };
  /** What all tiers know of a task. */
  "context/assemble": { params: OperationalAssembleParams; result: OperationalAssembleResult };
  /** Keep a goal. */
  "goals/store": { params: WorkingStoreGoalParams; result: WorkingGoalView };
  /** Change a goal. */
  "goals/update": { params: WorkingUpdateGoalParams; result: WorkingGoalView };
  /** Goals that are not finished, most urgent first. */
  "goals/active": { params: WorkingTierListParams; result: WorkingGoalsResult };
  /** Read one goal. */
  "goals/get": { params: WorkingTierIdParams; result: WorkingGoalView };
  /** Goals, newest first. */
  "goals/list": { params: WorkingListGoalsParams; result: WorkingGoalsResult };
  /** Keep a task. */
  "tasks/store": { params: WorkingStoreTaskParams; result: WorkingTaskView };
  /** Change a task. */
  "tasks/update": { params: WorkingUpdateTaskParams; result: WorkingTaskView };
  /** The tasks of a goal, in order. */
  "tasks/forGoal": { params: WorkingGoalTasksParams; result: WorkingTasksResult };
  /** Keep a call of a tool. */
  "toolCalls/store": { params: WorkingStoreToolCallParams; result: WorkingToolCallView };
  /** Tool calls, newest first. */
  "toolCalls/list": { params: WorkingListToolCallsParams; result: WorkingToolCallsResult };
  /** Keep who decided what, and why. */
  "decisions/store": { params: DecisionsStoreDecisionParams; result: DecisionsDecisionView };
  /** Say how a decision turned out. */
  "decisions/outcome": { params: DecisionsOutcomeParams; result: DecisionsDecisionView };
  /** Read one decision. */
  "decisions/get": { params: WorkingTierIdParams; result: DecisionsDecisionView };
  /** Decisions about something like this. */
  "decisions/similar": { params: DecisionsSimilarDecisionsParams; result: DecisionsSimilarDecisionsResult };
  /** Decisions, newest first. */
  "decisions/list": { params: WorkingTierListParams; result: DecisionsResult };
  /** Keep what to do when something happens. */
  "workingPatterns/store": { params: DecisionsStoreWorkingPatternParams; result: DecisionsWorkingPatternView };
  /** What to do when something happens. */
  "workingPatterns/find": { params: DecisionsFindWorkingPatternsParams; result: DecisionsWorkingPatternsResult };
  /** Count a use of a working pattern. */
  "workingPatterns/feedback": { params: DecisionsWorkingPatternFeedbackParams; result: DecisionsWorkingPatternView };
  /** Keep the state of an agent. */
  "agentStates/store": { params: DecisionsStoreAgentStateParams; result: DecisionsAgentStateView };
  /** Read the state of an agent. */
  "agentStates/get": { params: DecisionsAgentStateParams; result: DecisionsAgentStateView };
  /** The states of agents. */
  "agentStates/list": { params: WorkingTierListParams; result: DecisionsAgentStatesResult };
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
  /** Move old work to the archive. */
  "tiers/migrate": { params: MigrationsMigrateTiersParams; result: MigrationsMigrateTiersResult };
  /** Delete one record of the tiers. */
  "tiers/delete": { params: MigrationsDeleteRecordParams; result: WorkingDeletedResult };
  /** Take over a TF-IDF store. */
  "migrate/tfidf": { params: MigrationsMigrateTfidfParams; result: MigrationsMigrateTfidfResult };
  /** Run a slash command. */
  "commands/run": { params: CommandsRunParams; result: CommandsRunResult };
  /** The slash commands. */
  "commands/list": { params: Empty; result: CommandsCommandListResult };
  /** What works, what does not, and how much there is. */
  "status": { params: Empty; result: HealthStatusResult };
}

export type MethodName = keyof Requests;

/** Stands in front of each method name on the wire. */
export const METHOD_PREFIX = "memserver/";

export const METHOD_NAMES: readonly MethodName[] = [
  "context/build",
  "context/explain",
  "turn/complete",
  "session/end",
  "distill",
  "memory/add",
  "memory/addMany",
  "memory/get",
  "memory/list",
  "memory/update",
  "memory/setStatus",
  "memory/delete",
  "memory/deleteAll",
  "memory/search",
  "memory/stats",
  "memory/export",
  "memory/import",
  "facts/record",
  "trajectories/record",
  "patterns/store",
  "patterns/search",
  "patterns/promote",
  "patterns/feedback",
  "patterns/consolidate",
  "route",
  "route/feedback",
  "agents/list",
  "agents/register",
  "agents/remove",
  "sona/adapt",
  "sona/distill",
  "learning/stats",
  "learning/export",
  "learning/import",
  "growth/needs",
  "growth/skills",
  "growth/queue",
  "growth/queue/propose",
  "growth/queue/approve",
  "growth/queue/reject",
  "growth/queue/reopen",
  "growth/feedback",
  "growth/report",
  "growth/inventory",
  "growth/research",
  "growth/proposals",
  "growth/proposals/accept",
  "growth/proposals/reject",
  "knowledge/validate",
  "knowledge/decay",
  "knowledge/debt",
  "evaluation/sets",
  "evaluation/run",
  "evaluation/history",
  "calendar/add",
  "calendar/list",
  "calendar/check",
  "calendar/remove",
  "calendar/import",
  "workers/status",
  "workers/dispatch",
  "workers/dispatchAll",
  "workers/configure",
  "workers/findings",
  "operational/push",
  "operational/recent",
  "operational/metric",
  "operational/snapshot",
  "context/assemble",
  "goals/store",
  "goals/update",
  "goals/active",
  "goals/get",
  "goals/list",
  "tasks/store",
  "tasks/update",
  "tasks/forGoal",
  "toolCalls/store",
  "toolCalls/list",
  "decisions/store",
  "decisions/outcome",
  "decisions/get",
  "decisions/similar",
  "decisions/list",
  "workingPatterns/store",
  "workingPatterns/find",
  "workingPatterns/feedback",
  "agentStates/store",
  "agentStates/get",
  "agentStates/list",
  "procedures/store",
  "procedures/list",
  "procedures/get",
  "incidents/store",
  "incidents/list",
  "incidents/get",
  "configHistory/store",
  "configHistory/list",
  "knowledge/add",
  "knowledge/search",
  "knowledge/list",
  "knowledge/get",
  "knowledge/delete",
  "archive/search",
  "tiers/migrate",
  "tiers/delete",
  "migrate/tfidf",
  "commands/run",
  "commands/list",
  "status",
];
