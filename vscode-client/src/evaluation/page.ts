/** The result of an evaluation as a page: the score of each set, and why each answer got its own. Text in, HTML out. */

import type { EvaluationCase, EvaluationResult, EvaluationRun } from "../wire";
import { meter, table, type Names, type Page } from "../webview/document";
import { html, type Markup } from "../webview/html";

export function evaluationPage(result: EvaluationResult, names: Names): Page {
  const { t } = names;
  const problems = [...result.problems, ...result.runs.flatMap((run) => run.problems)];
  return {
    title: t("Evaluation"),
    body: html`<header><h1>${t("Evaluation")}</h1></header>
${problems.length === 0 ? undefined : html`<section class="warnings" aria-label="${t("Warnings")}"><ul>${problems.map((each) => html`<li>${each}</li>`)}</ul></section>`}
${result.runs.map((run) => runSection(run, names))}`,
  };
}

function runSection(run: EvaluationRun, names: Names): Markup {
  const { t } = names;
  const facts = [sourceName(run, names), names.time(run.createdAt), run.unanswered.length > 0 ? t("without an answer: {0}", run.unanswered.length) : ""];
  const rows = run.cases.map((each) => [each.id, html`<span class="score">${meter(each.score / 100, each.score >= 50 ? 1 : 5)}${each.score.toFixed(0)}</span>`, remarks(each, names)]);
  return html`<section>
<h2>${run.title} <small>${run.set}</small></h2>
<p class="total"><b>${run.score.toFixed(0)}</b> <span class="quiet">${t("of 100")}</span> ${change(run, names)}</p>
<p class="facts">${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}</p>
${rows.length === 0 ? html`<p class="empty">${t("No case was answered.")}</p>` : table([t("Case"), t("Score"), t("Remarks")], rows)}
</section>`;
}

/** What cost an answer its points; nothing means that all was there. */
function remarks(each: EvaluationCase, { t }: Names): Markup {
  const lists: [string, readonly string[]][] = [
    [t("missing"), each.missingElements],
    [t("facts left out"), each.missedFacts],
    [t("facts told in part"), each.partialFacts],
    [t("invented"), each.invented],
    [t("form"), each.structure],
    [t("flawed answers score"), each.flawed.map(({ name, score }) => `${name} ${score.toFixed(0)}`)],
  ];
  const said = lists.filter(([, items]) => items.length > 0);
  if (said.length === 0) return html`<span class="up">${t("all there")}</span>`;
  return html`<ul class="remarks">${said.map(([name, items]) => html`<li><span class="quiet">${name}</span> ${items.join(", ")}</li>`)}</ul>`;
}

function change({ change: by }: EvaluationRun, { t }: Names): Markup {
  if (by === undefined || Math.round(by) === 0) return html``;
  return by > 0 ? html`<span class="up">▲ ${t("up by {0}", Math.round(by))}</span>` : html`<span class="down">▼ ${t("down by {0}", -Math.round(by))}</span>`;
}

function sourceName(run: EvaluationRun, { t }: Names): string {
  const known: Record<EvaluationRun["source"], string> = {
    given: t("answers from the editor"),
    files: t("answers from files"),
    model: run.model ?? t("the configured chat model"),
    "self-check": t("a check of the set itself"),
  };
  return known[run.source];
}
