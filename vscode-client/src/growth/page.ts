/** The growth page: figures, plots over time, what needs learning, what was learned. Text in, HTML out; no script here. */

import type { GrowthData, GrowthPlot, GrowthReport, RouteLift, Skill } from "../wire";
import { button, meter, table, type Names, type Page } from "../webview/document";
import { html, type Markup } from "../webview/html";
import { figure, needBar, needLegend } from "./plots";

export const PERIODS = [7, 30, 90, 365] as const;
const MOST_ROWS = 10;

export function growthPage(report: GrowthReport, names: Names): Page {
  const { data } = report;
  return {
    title: names.t("Growth Report"),
    body: html`${head(data, names)}
${tiles(data, names)}
<div class="plots">
${overTime(report, names)}
</div>
${needs(data, names)}
${skills(data, names)}
${debts(data, names)}
${routes(data.routing, names)}
${queue(data, names)}`,
  };
}

function head(data: GrowthData, names: Names): Markup {
  const { t } = names;
  const periods = PERIODS.map(
    (days) =>
      html`<button class="action" data-kind="days" data-value="${days}" aria-pressed="${days === data.days ? "true" : "false"}">${t("{0} days", days)}</button>`,
  );
  return html`<header>
<h1>${t("How your agent's memory grows")}</h1>
<p class="facts"><span>${names.time(data.generatedAt)}</span></p>
<div class="toolbar" role="group" aria-label="${t("Period")}">${periods} ${button("export", "", t("Export…"), "action")}</div>
</header>`;
}

function tiles(data: GrowthData, names: Names): Markup {
  const { t } = names;
  const added = data.memories.reduce((sum, each) => sum + each.added, 0);
  const rated = data.thumbsUp + data.thumbsDown;
  const waiting = data.queueCounts.proposed ?? 0;
  const all = [
    [data.totalMemories.toLocaleString(), t("memories"), t("{0} new", added.toLocaleString())],
    [data.turns.toLocaleString(), t("answered turns"), t("reviews asked for: {0}", data.escalated)],
    [data.meanConfidence === undefined ? "–" : data.meanConfidence.toFixed(0), t("mean confidence"), t("of 100")],
    [rated === 0 ? "–" : `${Math.round((100 * data.thumbsUp) / rated)} %`, t("thumbs up"), t("rated: {0}", rated)],
    [data.totalDebt.toLocaleString(), t("knowledge debt"), t("turns × impact")],
    [waiting.toLocaleString(), t("questions waiting"), t("for your decision")],
  ] as const;
  return html`<dl class="tiles">${all.map(([figureText, name, more]) => html`<div><dt>${name}</dt><dd><b>${figureText}</b> <span class="quiet">${more}</span></dd></div>`)}</dl>`;
}

/** The two plots over time, each with its figures as a table. */
function overTime({ svg, data }: GrowthReport, names: Names): Markup {
  const { t } = names;
  const plot = (id: string): GrowthPlot | undefined => svg.find((each) => each.id === id);
  const grown = data.memories.filter((each, index, all) => each.added > 0 || index === 0 || index === all.length - 1);
  const memories = table([t("Day"), t("New"), t("Total")], grown.map((each) => [names.day(each.day), each.added, each.total]), [1, 2]);
  const judged = data.confidence.filter((each) => each.mean !== undefined);
  const confidence = table([t("Day"), t("Confidence"), t("Turns")], judged.map((each) => [names.day(each.day), (each.mean ?? 0).toFixed(0), each.turns]), [1, 2]);
  return html`${section(t("Memories over time"), plotOrNothing(plot("memories"), data.totalMemories > 0, memories, t("Nothing is remembered yet."), names))}
${section(t("Confidence of the answers"), plotOrNothing(plot("confidence"), judged.length > 0, confidence, t("No answer was judged in this period."), names))}`;
}

function plotOrNothing(plot: GrowthPlot | undefined, isThere: boolean, figures: Markup, nothing: string, names: Names): Markup {
  return plot && isThere ? figure(plot.svg, plot.description, figures, names) : empty(nothing);
}

function needs(data: GrowthData, names: Names): Markup {
  const { t } = names;
  const rows = data.needs.slice(0, MOST_ROWS).map((need) => [
    need.label,
    html`<span class="score">${needBar(need, names)}${need.score.toFixed(0)}</span>`,
    need.samples,
    need.topMisses.map((miss) => `${miss.label} (${miss.count})`).join(", "),
  ]);
  const shown = html`${table([t("Task"), t("Need"), t("Turns"), t("Most often missing")], rows, [2])}${needLegend(names)}`;
  return section(t("What needs learning most"), rows.length > 0 ? shown : empty(t("No kind of task was recognised yet.")));
}

function skills(data: GrowthData, names: Names): Markup {
  const { t } = names;
  const rows = data.skills.slice(0, MOST_ROWS).map((skill) => [
    skill.label,
    html`<span class="score">${meter(skill.score / 100, 1)}${skill.score.toFixed(0)}</span>`,
    skill.samples,
    trend(skill, names),
  ]);
  if (rows.length === 0) return html``;
  return section(t("Skills"), table([t("Task"), t("Score"), t("Turns"), t("Trend")], rows, [2]));
}

function trend({ trend: change }: Skill, { t }: Names): Markup {
  if (change === undefined) return html`<span class="quiet">${t("too few turns")}</span>`;
  const rounded = Math.round(change);
  if (rounded === 0) return html`${t("steady")}`;
  return rounded > 0 ? html`<span class="up">▲ ${t("up by {0}", rounded)}</span>` : html`<span class="down">▼ ${t("down by {0}", -rounded)}</span>`;
}

function debts(data: GrowthData, names: Names): Markup {
  const { t } = names;
  const most = Math.max(...data.debt.map((each) => each.debt), 1);
  const rows = data.debt.slice(0, MOST_ROWS).map((each) => [
    each.label && each.elementLabel ? `${each.label} · ${each.elementLabel}` : each.label || each.question,
    html`<span class="score">${meter(each.debt / most, 5)}${each.debt}</span>`,
    `${each.blocked} × ${each.impact}`,
    names.day(each.lastSeen),
  ]);
  if (rows.length === 0) return html``;
  return section(t("Knowledge debt"), table([t("Gap"), t("Debt"), t("Turns × impact"), t("Last met")], rows));
}

/** What learned routing is worth: how often the keywords alone were right, and how often the route that is taken now. */
function routes(all: readonly RouteLift[], names: Names): Markup {
  const { t } = names;
  const accuracy = (share: number | undefined, series: number): Markup =>
    share === undefined ? html`<span class="quiet">${t("too few reports")}</span>` : html`<span class="score">${meter(share, series)}${Math.round(100 * share)} %</span>`;
  const rows = all.map((each) => [
    each.project || t("Everywhere"),
    each.reports,
    accuracy(each.keywordAccuracy, 4),
    accuracy(each.routedAccuracy, 0),
  ]);
  const shown = table([t("Project"), t("Reports"), t("Keywords alone right"), t("Learned routes right")], rows, [1]);
  return section(t("Learned routes"), rows.length > 0 ? shown : empty(t("No route was reported on yet: keywords decide.")));
}

function queue(data: GrowthData, names: Names): Markup {
  const { t } = names;
  const counts: [string, number][] = [
    [t("proposed"), data.queueCounts.proposed ?? 0],
    [t("approved"), data.queueCounts.approved ?? 0],
    [t("drafted"), data.queueCounts.drafted ?? 0],
    [t("done"), data.queueCounts.done ?? 0],
    [t("rejected"), data.queueCounts.rejected ?? 0],
  ];
  return section(
    t("Learning queue"),
    html`<p>${counts.map(([name, count]) => `${name} ${count}`).join(" · ")}</p>
<p>${button("learning-queue", "", t("Open Learning Queue"), "action")}</p>`,
  );
}

function section(title: string, content: Markup): Markup {
  return html`<section><h2>${title}</h2>${content}</section>`;
}

function empty(text: string): Markup {
  return html`<p class="empty">${text}</p>`;
}
