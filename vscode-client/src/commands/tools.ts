/** What the commands share: what they work with, and how a failure is told. */

import { randomUUID } from "node:crypto";
import { CancellationError, ProgressLocation, commands, l10n, window, type CancellationToken, type ExtensionContext, type Progress } from "vscode";
import type { GrowthPanel } from "../growth/panel";
import type { Inspector } from "../inspector/panel";
import { log } from "../log";
import type { MemoryTree } from "../memories/tree";
import type { OutputDocuments } from "../output/documents";
import type { LanguageModel } from "../server/languageModel";
import { Steps } from "../server/progress";
import { Unavailable, type MemoryService } from "../server/service";
import type { Turns } from "../turn/turns";
import type { PagePanel } from "../webview/panel";

/** The parts of the extension that commands work with. */
export interface Parts {
  readonly context: ExtensionContext;
  readonly service: MemoryService;
  readonly turns: Turns;
  readonly tree: MemoryTree;
  readonly inspector: Inspector;
  readonly growth: GrowthPanel;
  /** Where the result of a worker or of an evaluation is shown. */
  readonly results: PagePanel;
  readonly output: OutputDocuments;
  readonly languageModel: LanguageModel;
}

export type CommandHandler = (parts: Parts, ...args: unknown[]) => Promise<unknown>;

/** Runs a command; a failure becomes one message that a person can act on. */
export async function runCommand(handler: CommandHandler, parts: Parts, args: unknown[]): Promise<unknown> {
  try {
    return await handler(parts, ...args);
  } catch (failure) {
    if (failure instanceof CancellationError || (failure as { kind?: string }).kind === "cancelled") return undefined;
    const message = failure instanceof Error ? failure.message : String(failure);
    log().error(message);
    void tell(failure instanceof Unavailable, message, (failure as { hint?: string }).hint);
    return undefined;
  }
}

type Bar = Progress<{ message?: string; increment?: number }>;

/** Runs long work under a progress notification that can be stopped. */
export function withProgress<T>(title: string, work: (token: CancellationToken, bar: Bar) => Promise<T>): Promise<T> {
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(window.withProgress(options, (bar, token) => work(token, bar)));
}

/** The same for a request that tells how far it is; `word` puts what the server says into the user's language. */
export function withServerProgress<T>(
  parts: Parts,
  title: string,
  work: (token: CancellationToken, workDoneToken: string) => Promise<T>,
  word: (message: string) => string = (message) => message,
): Promise<T> {
  const workDoneToken = randomUUID();
  const steps = new Steps();
  return withProgress(title, async (token, bar) => {
    const following = parts.service.onProgress((progress) => {
      if (progress.token === workDoneToken) bar.report({ increment: steps.to(progress.percentage), message: word(progress.message) });
    });
    try {
      return await work(token, workDoneToken);
    } finally {
      following.dispose();
    }
  });
}

async function tell(isUnavailable: boolean, message: string, hint?: string): Promise<void> {
  const text = hint ? `${message} ${hint}` : message;
  const showLog = l10n.t("Show Log");
  const restart = l10n.t("Restart Server");
  const answer = isUnavailable
    ? await window.showWarningMessage(text, restart, showLog)
    : await window.showErrorMessage(text, showLog);
  if (answer === showLog) log().show();
  if (answer === restart) await commands.executeCommand("memserver.restartServer");
}
