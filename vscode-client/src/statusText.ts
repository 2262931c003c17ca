/** What the status item says for a state: icon, words, and the facts of its tooltip. Knows nothing of the editor. */

import type { Stats, Status } from "./wire";
import type { ServerState } from "./server/supervisor";
import type { LastTurn } from "./turn/turns";

/** Translates a text; the editor's own function in the extension, the identity in tests. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

export interface Health {
  readonly status: Status;
  readonly stats: Stats;
}

export interface StatusText {
  readonly text: string;
  /** Read out by a screen reader instead of the icons. */
  readonly spoken: string;
  readonly lines: string[];
}

/** The whole item for the present state. */
export function statusText(state: ServerState, health: Health | undefined, last: LastTurn | undefined, t: Translate): StatusText {
  const [icon, words] = headline(state, health, t);
  const lines = [words, ...facts(state, health, t)];
  if (last) lines.push(t("Last turn: items {0}, tokens {1}", last.items, last.tokens));
  const progress = indexing(health);
  const suffix = state.kind === "running" && progress !== undefined && health?.status.embedder.state === "ready" ? ` ${progress} %` : "";
  return { text: `$(${icon}) ${t("Memory")}${suffix}`, spoken: `${t("Memory")}: ${words}`, lines };
}

/** How far indexing is, in percent; undefined when there is nothing to do. */
export function indexing(health: Health | undefined): number | undefined {
  if (health === undefined || health.stats.pendingVectors === 0 || health.status.embedder.state === "off") return undefined;
  const all = health.stats.vectors + health.stats.pendingVectors;
  return Math.floor((100 * health.stats.vectors) / all);
}

function headline(state: ServerState, health: Health | undefined, t: Translate): [string, string] {
  switch (state.kind) {
    case "stopped":
      return ["circle-slash", t("stopped")];
    case "untrusted":
      return ["shield", t("waits until you trust this workspace")];
    case "not-set-up":
      return ["cloud-download", t("not set up yet")];
    case "starting":
      return ["loading~spin", t("starting…")];
    case "retrying":
      return ["warning", t("the server ended; trying again in {0} s (attempt {1})", Math.round(state.delayMs / 1000), state.attempt)];
    case "failed":
      return ["error", t("not running: {0}", state.reason)];
    case "running":
      return runningHeadline(health, t);
  }
}

function runningHeadline(health: Health | undefined, t: Translate): [string, string] {
  if (health === undefined) return ["database", t("running")];
  const progress = indexing(health);
  if (progress !== undefined && health.status.embedder.state === "ready") return ["sync~spin", t("indexing, {0} % done", progress)];
  if (progress !== undefined) return ["sync~spin", t("loading the model; searching by words until then")];
  if (health.status.embedder.state === "failed") return ["warning", t("searching by words only: {0}", health.status.embedder.message ?? "")];
  if (health.status.warnings.length > 0) return ["warning", health.status.warnings[0] ?? ""];
  return ["database", t("ready")];
}

function facts(state: ServerState, health: Health | undefined, t: Translate): string[] {
  if (state.kind !== "running" || health === undefined) return [];
  const { status, stats } = health;
  const lines = [t("Memories: {0}, brain files: {1}", stats.memories, stats.files)];
  if (status.project) lines.push(t("Project: {0}", status.project));
  lines.push(t("Search: {0}", status.embedder.state === "ready" ? t("words and meaning") : t("words")));
  lines.push(t("Version {0}, {1} MB", status.version, Math.round(status.rssBytes / 1_000_000)));
  return lines;
}
