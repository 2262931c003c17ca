/** The server itself: setting up, restarting, its log, its key, and the menu behind the status item. */

import { commands, l10n, window, type QuickPickItem } from "vscode";
import { log } from "../log";
import { askForKey } from "../secrets";
import { removeEnvironment, setUp } from "../server/setup";
import type { CommandHandler, Parts } from "./tools";

/** Memory: Set Up. An environment whose server does not run is made anew. */
export const setUpServer: CommandHandler = async (parts) => {
  const { kind } = parts.service.state;
  if (kind === "running") {
    void window.showInformationMessage(l10n.t("Memory is running already."));
    return true;
  }
  if (kind === "failed" || kind === "retrying") await removeEnvironment(parts.context);
  const done = await setUp(parts.context);
  if (done) await parts.service.restart();
  return done;
};

/** Memory: Download Language Model. */
export const installLanguageModel: CommandHandler = (parts) => parts.languageModel.install();

/** Memory: Restart Server. */
export const restartServer: CommandHandler = (parts) => parts.service.restart();

/** Memory: Show Log. */
export const showLog: CommandHandler = () => {
  log().show();
  return Promise.resolve();
};

/** Memory: Set Key of Embedding Endpoint… */
export const setEmbeddingKey: CommandHandler = async (parts) => {
  if (await askForKey(parts.context)) await parts.service.restart();
};

/** The menu behind the status item: what makes sense in the present state. */
export const showMenu: CommandHandler = async (parts) => {
  const entry = (icon: string, label: string, command: string): QuickPickItem & { command: string } => ({
    label: `$(${icon}) ${label}`,
    command,
  });
  const running = [
    entry("search", l10n.t("Search memories"), "memserver.searchMemories"),
    entry("bookmark", l10n.t("Remember…"), "memserver.rememberText"),
    entry("eye", l10n.t("Show Context for Prompt…"), "memserver.showContext"),
    ...(parts.turns.last ? [entry("inspect", l10n.t("Explain Last Turn"), "memserver.explainLastTurn")] : []),
    entry("list-tree", l10n.t("Show Memories"), "memserver.memories.focus"),
    ...offered(parts, "growth/report", entry("graph-line", l10n.t("Growth Report"), "memserver.growthReport")),
    ...offered(parts, "growth/queue", entry("mortar-board", l10n.t("Learning queue"), "memserver.learningQueue")),
    ...offered(parts, "commands/run", entry("terminal", l10n.t("Run Slash Command"), "memserver.runSlashCommand")),
  ];
  const { kind } = parts.service.state;
  const first = {
    running,
    "not-set-up": [entry("cloud-download", l10n.t("Set Up"), "memserver.setUp")],
    untrusted: [entry("shield", l10n.t("Manage Workspace Trust"), "workbench.trust.manage")],
    failed: [entry("cloud-download", l10n.t("Set Up"), "memserver.setUp")],
    stopped: [],
    starting: [],
    retrying: [],
  }[kind];
  const always = [
    ...(kind === "untrusted" ? [] : [entry("debug-restart", l10n.t("Restart Server"), "memserver.restartServer")]),
    entry("output", l10n.t("Show Log"), "memserver.showLog"),
    entry("gear", l10n.t("Settings"), "memserver.openSettings"),
  ];
  const chosen = await window.showQuickPick([...first, ...always], { title: l10n.t("Memory") });
  if (chosen) await commands.executeCommand(chosen.command);
};

/** An entry whose request the server offers. */
function offered<T>(parts: Parts, method: string, item: T): T[] {
  return parts.service.offers(method) ? [item] : [];
}

export const openSettings: CommandHandler = () =>
  Promise.resolve(commands.executeCommand("workbench.action.openSettings", "@ext:memserver.memserver"));
