/** Workers: running one now with its result on a page, and switching them on and off. */

import { env, l10n, window, type CancellationToken, type QuickPickItem } from "vscode";
import type { WorkerResult, WorkerStatus } from "../wire";
import type { Translate } from "../statusText";
import { editorLanguage } from "../language";
import { here } from "../turn/gathering";
import { pageNames } from "../webview/panel";
import { workerPage } from "../workers/page";
import { lastRun, workerState, workerStep } from "../workers/words";
import { withServerProgress, type CommandHandler, type Parts } from "./tools";

const t = l10n.t as Translate;

interface WorkerItem extends QuickPickItem {
  readonly worker: WorkerStatus;
}

/** Memory: Run Worker… */
export const runWorker: CommandHandler = async (parts, given) => {
  const name = typeof given === "string" ? given : await pickWorker(parts);
  if (name === undefined) return undefined;
  const title = l10n.t("Worker {0} is running", name);
  const dispatch = (token: CancellationToken, workDoneToken: string): Promise<WorkerResult> =>
    parts.service.facade.workersDispatch({ worker: name, workDoneToken, language: editorLanguage(), ...here() }, token);
  const result = await withServerProgress(parts, title, dispatch, (message) => workerStep(message, t));
  parts.service.memoriesChanged();
  parts.results.show(workerPage(result, pageNames()));
  return result;
};

/** Memory: Switch Workers On or Off… The chosen ones may run, the others may not. */
export const switchWorkers: CommandHandler = async (parts, given) => {
  const { workers } = await parts.service.facade.workersStatus({ language: editorLanguage() });
  const chosen = Array.isArray(given) ? (given as string[]) : await pickEnabled(workers);
  if (chosen === undefined) return undefined;
  const changed = workers.filter((each) => each.enabled !== chosen.includes(each.worker));
  for (const { worker, enabled } of changed) await parts.service.facade.workersConfigure({ worker, enabled: !enabled });
  const names = (enabled: boolean): string => changed.filter((each) => each.enabled !== enabled).map((each) => each.worker).join(", ");
  const said = [
    names(true) ? l10n.t("Switched on: {0}.", names(true)) : "",
    names(false) ? l10n.t("Switched off: {0}.", names(false)) : "",
  ];
  if (changed.length > 0) void window.showInformationMessage(said.filter(Boolean).join(" "));
  return changed.map((each) => each.worker);
};

async function pickWorker(parts: Parts): Promise<string | undefined> {
  const { workers, waitingFor } = await parts.service.facade.workersStatus({ language: editorLanguage() });
  const chosen = await window.showQuickPick(workers.map(itemOf), {
    title: l10n.t("Run a worker"),
    placeHolder: waitingFor ?? l10n.t("What should be looked at now?"),
    matchOnDetail: true,
  });
  if (chosen === undefined || chosen.worker.enabled) return chosen?.worker.worker;
  return (await switchOn(parts, chosen.worker.worker)) ? chosen.worker.worker : undefined;
}

/** A worker that is switched off is run only after it was switched on. */
async function switchOn(parts: Parts, worker: string): Promise<boolean> {
  const yes = l10n.t("Switch On and Run");
  const answer = await window.showInformationMessage(l10n.t("The worker {0} is switched off.", worker), yes);
  if (answer !== yes) return false;
  await parts.service.facade.workersConfigure({ worker, enabled: true });
  return true;
}

async function pickEnabled(workers: readonly WorkerStatus[]): Promise<string[] | undefined> {
  const items = workers.map((worker) => ({ ...itemOf(worker), label: worker.worker, picked: worker.enabled }));
  const title = l10n.t("Workers that may run by themselves");
  const chosen = await window.showQuickPick(items, { title, canPickMany: true, matchOnDetail: true });
  return chosen?.map((each) => each.worker.worker);
}

function itemOf(worker: WorkerStatus): WorkerItem {
  const time = (moment: string): string => new Date(moment).toLocaleString(env.language);
  return {
    worker,
    label: `$(${iconOf(worker)}) ${worker.worker}`,
    description: [worker.purpose, workerState(worker, t)].join(" · "),
    detail: lastRun(worker.last, time, t),
  };
}

function iconOf(worker: WorkerStatus): string {
  if (worker.running) return "sync~spin";
  if (!worker.enabled) return "circle-slash";
  if (worker.last === undefined) return "circle-outline";
  return worker.last.success ? "pass" : "error";
}
