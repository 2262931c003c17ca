// Written by scripts/generate.py from the server's table of commands. Do not edit: run `python scripts/generate.py`.

import type { SlashCommand } from "./command";

export const ENGLISH: readonly SlashCommand[] = [
  {
    id: "morning",
    name: "morning",
    summary: "What today begins with.",
    actions: [
      { usage: "", summary: "The day ahead." },
    ],
  },
  {
    id: "evening",
    name: "evening",
    summary: "What today brought.",
    actions: [
      { usage: "", summary: "The day that was." },
    ],
  },
  {
    id: "weekly",
    name: "weekly",
    summary: "What the week brought.",
    actions: [
      { usage: "", summary: "This week so far." },
      { usage: "last", summary: "Last week." },
    ],
  },
  {
    id: "standup",
    name: "standup",
    summary: "Yesterday, today, blockers, to paste.",
    actions: [
      { usage: "[@who]", summary: "Three lists, of all or of one person." },
    ],
  },
  {
    id: "task",
    name: "task",
    summary: "What is to be done, by whom, by when.",
    actions: [
      { usage: "", summary: "What is open." },
      { usage: "add <what> [due <day>] [@who]", summary: "Add a task." },
      { usage: "list [all|done] [@who]", summary: "List tasks." },
      { usage: "start <id>", summary: "Take a task in hand." },
      { usage: "done <id> [note]", summary: "A task is done." },
      { usage: "block <id> <why>", summary: "A task cannot go on." },
      { usage: "unblock <id>", summary: "It can go on again." },
      { usage: "due <id> <day|none>", summary: "Set the day it is due." },
      { usage: "assign <id> @who", summary: "Say who does it." },
      { usage: "note <id> <text>", summary: "Add a note." },
      { usage: "rename <id> <what>", summary: "Change its title." },
      { usage: "reopen <id>", summary: "It is not done after all." },
      { usage: "drop <id> [note]", summary: "It will not be done." },
    ],
  },
  {
    id: "blocked",
    name: "blocked",
    summary: "What cannot go on, and why.",
    actions: [
      { usage: "", summary: "What is blocked, the longest first." },
    ],
  },
  {
    id: "onesie",
    name: "onesie",
    summary: "A one-page brief.",
    actions: [
      { usage: "[topic]", summary: "Of everything, or of one topic." },
    ],
  },
  {
    id: "decisions",
    name: "decisions",
    summary: "What was decided, why, and how it turned out.",
    actions: [
      { usage: "", summary: "The newest decisions." },
      { usage: "add <what> [over <others>] [because <why>] [@who]", summary: "Record a decision." },
      { usage: "show <id>", summary: "One in full." },
      { usage: "outcome <id> [good|bad] <what>", summary: "How it turned out." },
      { usage: "search <words>", summary: "Find decisions." },
    ],
  },
  {
    id: "runway",
    name: "runway",
    summary: "How long the money lasts.",
    actions: [
      { usage: "", summary: "Months left, burn, trend." },
      { usage: "cash <amount> [day]", summary: "Cash as counted." },
      { usage: "in <amount> [what] [day]", summary: "Money that came in." },
      { usage: "out <amount> [what] [day]", summary: "Money that went out." },
      { usage: "list", summary: "The last entries with their ids." },
      { usage: "correct <id> [amount] [what] [day]", summary: "Put an entry right." },
      { usage: "undo <id>", summary: "Take the last entry back." },
    ],
  },
  {
    id: "customers",
    name: "customers",
    summary: "Who pays, how much, and who left.",
    actions: [
      { usage: "", summary: "Customers, revenue, trend." },
      { usage: "add <name> [amount a month] [day]", summary: "A new customer." },
      { usage: "pays <id|name> <amount> [day]", summary: "They pay another amount." },
      { usage: "left <id|name> [why] [day]", summary: "They left." },
      { usage: "back <id|name> [day]", summary: "They came back." },
      { usage: "note <id|name> <text>", summary: "Note something about them." },
      { usage: "correct <id|name> [name] [amount] [day]", summary: "Put an entry right." },
      { usage: "undo <id>", summary: "Take the last entry back." },
    ],
  },
  {
    id: "hire",
    name: "hire",
    summary: "Candidates by role and stage.",
    actions: [
      { usage: "", summary: "Who is at which stage." },
      { usage: "add <name> [for <role>]", summary: "A new candidate." },
      { usage: "move <id|name> <stage> [why]", summary: "To a stage: applied, screen, interview, offer, hired, rejected, withdrew." },
      { usage: "hired <id|name>", summary: "They join." },
      { usage: "reject <id|name> [why]", summary: "They do not." },
      { usage: "note <id|name> <text>", summary: "Note something about them." },
      { usage: "correct <id|name> [name] [for <role>]", summary: "Put an entry right." },
      { usage: "undo <id>", summary: "Take the last entry back." },
    ],
  },
  {
    id: "draft",
    name: "draft",
    summary: "Outgoing text: a mail, an announcement, an update.",
    actions: [
      { usage: "", summary: "What can be drafted." },
      { usage: "mail [to <whom>] about <topic>", summary: "A mail." },
      { usage: "announcement about <topic>", summary: "An announcement." },
      { usage: "update [to <whom>] [about <topic>]", summary: "What the last week brought." },
    ],
  },
  {
    id: "feedback",
    name: "feedback",
    summary: "What people said, and who waits for an answer.",
    actions: [
      { usage: "", summary: "Subjects, trend, what waits." },
      { usage: "add <what was said> [@who] [#subject]", summary: "Note what somebody said." },
      { usage: "list [#subject]", summary: "One subject." },
      { usage: "answer <id> [what]", summary: "It was answered." },
      { usage: "correct <id> [text] [@who] [#subject]", summary: "Put an entry right." },
      { usage: "undo <id>", summary: "Take the last entry back." },
    ],
  },
  {
    id: "cohort",
    name: "cohort",
    summary: "Month over month, and who stays.",
    actions: [
      { usage: "", summary: "Everything that moves." },
      { usage: "customers", summary: "Customers and revenue." },
      { usage: "money", summary: "Money in and out." },
      { usage: "tasks", summary: "Tasks." },
      { usage: "feedback", summary: "Feedback." },
      { usage: "hire", summary: "Candidates." },
    ],
  },
  {
    id: "memory",
    name: "memory",
    summary: "What is remembered; find, add, forget, distil.",
    actions: [
      { usage: "", summary: "How much is remembered." },
      { usage: "stats", summary: "How much is remembered." },
      { usage: "search <words>", summary: "Find by meaning and words." },
      { usage: "add <text>", summary: "Keep something." },
      { usage: "forget <id>", summary: "Delete one for good." },
      { usage: "stale", summary: "What may no longer hold." },
      { usage: "distill", summary: "Turn old conversations into digests." },
    ],
  },
  {
    id: "glossary",
    name: "glossary",
    summary: "Manage the glossary file.",
    actions: [
      { usage: "", summary: "Where the file is." },
      { usage: "path", summary: "Where the file is." },
      { usage: "init", summary: "Create it with examples." },
      { usage: "reload", summary: "Read it anew." },
    ],
  },
  {
    id: "help",
    name: "help",
    summary: "The commands, and what is switched on.",
    actions: [
      { usage: "", summary: "The commands, and what is switched on." },
    ],
  },
];
