/** The result of a worker as a page: what it did, what it found, and the way to each place. Text in, HTML out. */

import type { WorkerFinding, WorkerResult } from "../wire";
import { button, table, type Names, type Page } from "../webview/document";
import { html, type Markup } from "../webview/html";
import { spaced } from "../webview/serverWords";
import { duration } from "./words";

export function workerPage(result: WorkerResult, names: Names): Page {
  return {
    title: names.t("Worker: {0}", result.worker),
    body: html`${head(result, names)}
${findings(result.findings, names)}
${figures(result.figures, names)}`,
  };
}

function head(result: WorkerResult, names: Names): Markup {
  const { t } = names;
  const count = result.findings.length;
  const facts = [
    result.success ? t("done") : t("failed"),
    duration(result.durationMs, t),
    count === 1 ? t("1 finding") : t("{0} findings", count),
    result.unchanged ? t("nothing has changed since the last run") : "",
    result.endedAt === undefined ? "" : names.time(result.endedAt),
  ];
  return html`<header>
<h1>${t("Worker: {0}", result.worker)}</h1>
<p class="facts">${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}</p>
${result.output.trim() === "" ? undefined : html`<p class="said">${result.output.trim()}</p>`}
<p>${button("run-worker", result.worker, t("Run Again"), "action")}</p>
</header>`;
}

function findings(all: readonly WorkerFinding[], names: Names): Markup {
  const { t } = names;
  if (all.length === 0) return html`<p class="empty">${t("Nothing to act on was found.")}</p>`;
  const rows = all.map((each) => [
    html`${each.title}${each.detail ? html`<div class="quiet">${each.detail}</div>` : undefined}`,
    html`<span class="badge severity-${each.severity}">${severityName(each.severity, names)}</span>`,
    placeOf(each),
  ]);
  return html`<section><h2>${t("Findings")} <small>${all.length}</small></h2>
${table([t("What"), t("Severity"), t("Where")], rows)}</section>`;
}

function placeOf({ path, line }: WorkerFinding): Markup {
  if (path === undefined) return html``;
  const place = line === undefined ? path : `${path}:${line}`;
  return button("open-place", place, place);
}

function figures(all: Record<string, number>, names: Names): Markup {
  const entries = Object.entries(all).filter(([, value]) => value !== 0);
  const { t } = names;
  if (entries.length === 0) return html``;
  const rows = entries.map(([name, value]) => [names.word(spaced(name)), Number.isInteger(value) ? value.toLocaleString() : value.toFixed(2)]);
  return html`<section><h2>${t("Figures")}</h2>${table([t("What"), t("Value")], rows, [1])}</section>`;
}

function severityName(severity: WorkerFinding["severity"], { t }: Names): string {
  const known = { critical: t("critical"), high: t("high"), medium: t("medium"), low: t("low"), info: t("info") };
  return known[severity];
}
