// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { Empty } from "./base";

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

/** The requests of this area: the params and the result of each. */
export interface CommandsRequests {
  /** Run a slash command. */
  "commands/run": { params: CommandsRunParams; result: CommandsRunResult };
  /** The slash commands. */
  "commands/list": { params: Empty; result: CommandsCommandListResult };
}
