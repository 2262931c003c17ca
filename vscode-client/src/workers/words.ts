/** What is said of a worker in a list: how often it runs, whether it runs, and how its last run ended. */

import type { WorkerResult, WorkerStatus } from "../wire";
import type { Translate } from "../statusText";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_OUTPUT = 120;

/** "running", "off", or how often it runs. */
export function workerState(worker: WorkerStatus, t: Translate): string {
  if (worker.running) return t("running");
  return worker.enabled ? interval(worker.intervalMs, t) : t("off");
}

/** How its last run ended, in one line; empty when it never ran. */
export function lastRun(last: WorkerResult | undefined, time: (moment: string) => string, t: Translate): string {
  if (last === undefined) return t("never ran");
  const when = last.endedAt === undefined ? "" : time(last.endedAt);
  const said = firstLine(last.output);
  return [when, last.success ? "" : t("failed"), said].filter(Boolean).join(" · ");
}

/** What a worker is doing, in the user's language; what it does not know stays as it is. */
export function workerStep(message: string, t: Translate): string {
  const known: Record<string, string> = {
    distilling: t("distilling"),
    merging: t("merging"),
    tidying: t("tidying"),
    comparing: t("comparing"),
    training: t("training"),
    pruning: t("pruning"),
    warming: t("warming"),
    structure: t("reading the structure"),
    texts: t("reading the code"),
    dangers: t("looking for dangers"),
  };
  return known[message] ?? message;
}

/** How long something took, in the unit that fits. */
export function duration(ms: number, t: Translate): string {
  return ms < 1_000 ? t("{0} ms", ms) : t("{0} s", (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0));
}

function interval(ms: number, t: Translate): string {
  if (ms >= DAY_MS) return t("every {0} d", round(ms / DAY_MS));
  if (ms >= HOUR_MS) return t("every {0} h", round(ms / HOUR_MS));
  return t("every {0} min", round(ms / MINUTE_MS));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function firstLine(text: string): string {
  const [line = ""] = text.trim().split("\n");
  const plain = line.replace(/^#+\s*/, "").replaceAll("**", "");
  return Array.from(plain).length > LONGEST_OUTPUT ? `${Array.from(plain).slice(0, LONGEST_OUTPUT).join("")}…` : plain;
}
