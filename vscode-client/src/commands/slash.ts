/** The slash commands in the palette: asks for what a command needs, runs it, and shows what it said rendered. */

import { l10n, window, type QuickPickItem } from "vscode";
import type { CommandResult } from "../wire";
import { SLASH_COMMANDS, type SlashAction, type SlashCommand } from "../generated/slashCommands";
import { editorLanguage } from "../language";
import { beginningOf, lineOf, needsWords, slashCommand, takesWords } from "../slash/lines";
import { here } from "../turn/gathering";
import { withProgress, type CommandHandler, type Parts } from "./tools";

export const SLASH = "memserver.slash.";

interface WayItem extends QuickPickItem {
  /** Undefined for the line as it was typed. */
  readonly action?: SlashAction;
}

/** One handler for each slash command, by the id of its palette entry. */
export function slashHandlers(): Record<string, CommandHandler> {
  return Object.fromEntries(SLASH_COMMANDS.en.map(({ id }) => [SLASH + id, handlerOf(id)]));
}

/** Memory: Run Slash Command… */
export const runSlashCommand: CommandHandler = async (parts, given) => {
  if (typeof given === "string") return runLine(parts, given);
  const items = SLASH_COMMANDS[editorLanguage()].map((command) => ({ label: `/${command.name}`, description: command.summary, command }));
  const chosen = await window.showQuickPick(items, { title: l10n.t("Run Slash Command"), matchOnDescription: true });
  return chosen && handlerOf(chosen.command.id)(parts);
};

function handlerOf(id: string): CommandHandler {
  return async (parts, given) => {
    const command = slashCommand(id, editorLanguage());
    if (command === undefined) return undefined;
    if (typeof given === "string") return runLine(parts, lineOf(command, given));
    const words = takesWords(command) ? await askForWords(command) : "";
    return words === undefined ? undefined : runLine(parts, lineOf(command, words));
  };
}

/** Runs a line and shows what it said; a later run of the same command takes its place. */
async function runLine(parts: Parts, line: string): Promise<CommandResult> {
  const [name = line] = line.split(/\s/);
  const params = { line, ...here() };
  const result = await withProgress(line, (token) => parts.service.facade.commandsRun(params, token));
  await parts.turns.sessions.used(name);
  parts.service.memoriesChanged();
  await parts.output.show(name.replace(/^\//, ""), result.markdown);
  return result;
}

/** Lets the user choose how to call a command and type what belongs to it; undefined when they think better of it. */
function askForWords(command: SlashCommand): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<WayItem>();
    let answer: string | undefined;
    const ways = command.actions.map((action) => wayItem(command, action));
    const fill = (): void => {
      const typed = pick.value.trim();
      const isBegun = command.actions.some((action) => needsWords(action) && beginningOf(action).trim() === typed);
      const own: WayItem[] = typed === "" || isBegun ? [] : [{ label: `$(play) ${lineOf(command, typed)}`, alwaysShow: true }];
      pick.items = [...own, ...ways];
    };
    pick.title = `/${command.name} — ${command.summary}`;
    pick.placeholder = l10n.t("Choose one, or type what follows /{0}", command.name);
    pick.matchOnDescription = true;
    pick.onDidChangeValue(fill);
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      const { action } = chosen ?? {};
      if (action !== undefined && needsWords(action)) {
        pick.value = beginningOf(action);
        pick.placeholder = action.usage;
        fill();
        return;
      }
      answer = action === undefined ? pick.value.trim() : beginningOf(action).trim();
      pick.hide();
    });
    pick.onDidHide(() => {
      pick.dispose();
      resolve(answer);
    });
    fill();
    pick.show();
  });
}

function wayItem(command: SlashCommand, action: SlashAction): WayItem {
  return { action, label: lineOf(command, action.usage), description: action.summary };
}
