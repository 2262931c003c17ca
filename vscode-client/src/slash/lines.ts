/** Command lines: which command a text means, and how a way to call it is completed. Knows nothing of the editor. */

import { SLASH_COMMANDS, type SlashAction, type SlashCommand } from "../generated/slashCommands";

export type Language = keyof typeof SLASH_COMMANDS;

/** The command with an id, in a language. */
export function slashCommand(id: string, language: Language): SlashCommand | undefined {
  return SLASH_COMMANDS[language].find((each) => each.id === id);
}

/** The line that runs a command with the words behind its name. */
export function lineOf(command: SlashCommand, words: string): string {
  return `/${command.name} ${words}`.trim();
}

/** Whether something has to be typed before a way to call a command can be run. */
export function needsWords(action: SlashAction): boolean {
  return action.usage.replace(/\[[^\]]*\]/g, "").includes("<");
}

/** What is certain of a usage: `add <what> [due <day>]` begins with `add `. */
export function beginningOf(action: SlashAction): string {
  const [certain = ""] = /^[^<[@]*/u.exec(action.usage) ?? [];
  return certain.trim() === "" ? "" : `${certain.trim()} `;
}

/** Whether a command can be called in more than one way, so that one asks which. */
export function takesWords(command: SlashCommand): boolean {
  return command.actions.some((action) => action.usage !== "");
}
