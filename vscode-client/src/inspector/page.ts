/** The inspector as a page: what was injected and why, what was left out and why. Text in, HTML out; no script here. */

import type { TurnItem } from "../wire";
import type { Translate } from "../statusText";
import { button, meter, type Names, type Page } from "../webview/document";
import { html, type Markup } from "../webview/html";
import { spaced } from "../webview/serverWords";
import { FRAME, reasonWords, shares, type ConflictPair, type InspectedTurn, type Share } from "./model";

export function inspectorPage(turn: InspectedTurn, names: Names): Page {
  return {
    title: names.t("Turn Inspector"),
    body: html`${head(turn, names)}
${warnings(turn, names.t)}
${injected(turn, names)}
${conflicts(turn.conflicts, names)}
${leftOut(turn, names)}
${judgement(turn, names)}
${blocks(turn, names)}
${candidates(turn, names)}`,
  };
}

function head(turn: InspectedTurn, names: Names): Markup {
  const { t } = names;
  const { result, record } = turn;
  const { usage } = result;
  const total = result.timings.totalMs;
  const facts = [
    result.items.length === 1 ? t("1 item") : t("{0} items", result.items.length),
    t("{0} of {1} tokens", usage.used.toLocaleString(), usage.budget.toLocaleString()),
    usage.blocks > 0 ? t("{0} tokens of guidance", usage.blocks.toLocaleString()) : "",
    total === undefined ? "" : t("{0} ms", total.toFixed(total < 10 ? 1 : 0)),
    result.retrieval ? (result.retrieval.mode === "hybrid" ? t("words and meaning") : t("words only")) : "",
    names.time(record.createdAt),
  ];
  return html`<header>
<h1>${t("What memory added to this turn")}</h1>
<blockquote>${record.prompt}</blockquote>
<p class="facts">${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}</p>
${bar(turn, names)}
</header>`;
}

function bar(turn: InspectedTurn, names: Names): Markup {
  const parts = shares(turn.result);
  if (parts.length === 0) return html`<p class="empty">${names.t("Nothing was added: no memory fits this prompt.")}</p>`;
  const label = parts.map((part) => `${names.layer(part.name)} ${part.tokens}`).join(", ");
  return html`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label="${names.t("Tokens by layer: {0}", label)}">
${parts.map((part, index) => html`<rect class="${shade(part, index)}" x="${offset(parts, index)}" y="0" width="${part.percent}" height="4"></rect>`)}
</svg>
<ul class="legend" aria-hidden="true">
${parts.map((part, index) => html`<li><svg class="swatch" viewBox="0 0 1 1"><rect class="${shade(part, index)}" width="1" height="1"></rect></svg> ${names.layer(part.name)} <b>${part.tokens.toLocaleString()}</b></li>`)}
</ul>`;
}

/** Layers have colours; what is no memory has none. */
function shade({ name }: Share, index: number): string {
  return name === FRAME ? "track" : `share share-${index % 6}`;
}

function offset(parts: readonly { percent: number }[], index: number): number {
  return parts.slice(0, index).reduce((sum, part) => sum + part.percent, 0);
}

function warnings(turn: InspectedTurn, t: Translate): Markup {
  const found = turn.result.warnings;
  if (found.length === 0) return html``;
  return html`<section class="warnings" aria-label="${t("Warnings")}"><ul>${found.map((each) => html`<li><b>${each.part}</b> ${each.message}</li>`)}</ul></section>`;
}

function injected(turn: InspectedTurn, names: Names): Markup {
  const { t } = names;
  const { items } = turn.result;
  if (items.length === 0) return html``;
  const best = Math.max(...items.map((item) => item.score), 1e-9);
  return html`<section>
<h2>${t("Added")} <small>${items.length}</small></h2>
<table>
<thead><tr><th scope="col">${t("Memory")}</th><th scope="col">${t("Layer")}</th><th scope="col">${t("Score")}</th><th scope="col" class="number">${t("Tokens")}</th><th scope="col">${t("Why")}</th></tr></thead>
<tbody>${items.map((item) => itemRow(item, best, names))}</tbody>
</table>
</section>`;
}

function itemRow(item: TurnItem, best: number, names: Names): Markup {
  const { t } = names;
  const badges = [
    item.stale ? html`<span class="badge stale">${t("stale")}</span>` : undefined,
    item.status ? html`<span class="badge">${names.status(item.status)}</span>` : undefined,
    item.timestamp ? html`<span class="quiet">${names.day(item.timestamp)}</span>` : undefined,
    item.path ? html`<span class="quiet path">${item.path}</span>` : undefined,
  ];
  const title = item.path ? button("open-note", item.path, item.title) : button("open-memory", item.id, item.title);
  return html`<tr class="${item.stale ? "is-stale" : ""}">
<th scope="row">${title}<div class="badges">${badges}</div></th>
<td>${names.layer(item.layer ?? item.source)}</td>
<td><span class="score">${meter(item.score / best)}${item.score.toFixed(3)}</span></td>
<td class="number">${item.tokens.toLocaleString()}</td>
<td>${reasons(item.reasons, names)}</td>
</tr>`;
}

function reasons(all: Record<string, unknown>, names: Names): Markup {
  const words = reasonWords(all);
  if (words.length === 0) return html``;
  return html`<ul class="reasons">${words.map(([name, value]) => html`<li><span>${names.word(name)}</span> ${names.word(value)}</li>`)}</ul>`;
}

function conflicts(pairs: readonly ConflictPair[], names: Names): Markup {
  if (pairs.length === 0) return html``;
  const { t } = names;
  return html`<section>
<h2>${t("Contradictions")} <small>${pairs.length}</small></h2>
${pairs.map((pair) => html`<div class="pair" role="group" aria-label="${t("Contradiction")}">${[pair.first, pair.second].map(
    (memory) => html`<article class="${memory.stale ? "is-stale" : ""}"><h3>${button("open-memory", memory.id, memory.title)}</h3>${memory.content.trim() === memory.title ? undefined : html`<p>${memory.content}</p>`}<p class="quiet">${names.layer(memory.layer)} · ${names.status(memory.status)} · ${names.day(memory.timestamp)}${memory.stale ? ` · ${t("stale")}` : ""}</p></article>`,
  )}${pair.evidence ? html`<p class="evidence">${pair.evidence}</p>` : undefined}<p>${button("settle", `${pair.second.id} ${pair.first.id}`, t("Settle…"), "action")}</p></div>`)}
</section>`;
}

function leftOut(turn: InspectedTurn, names: Names): Markup {
  const { t } = names;
  const { dropped } = turn.result;
  if (dropped.length === 0) return html``;
  return html`<section>
<h2>${t("Left out")} <small>${dropped.length}</small></h2>
<table>
<thead><tr><th scope="col">${t("Memory")}</th><th scope="col" class="number">${t("Score")}</th><th scope="col">${t("Why not")}</th></tr></thead>
<tbody>${dropped.map((each) => html`<tr><th scope="row">${each.title}</th><td class="number">${each.score.toFixed(3)}</td><td>${names.word(each.reason)}</td></tr>`)}</tbody>
</table>
</section>`;
}

function judgement(turn: InspectedTurn, names: Names): Markup {
  const { t } = names;
  const found = turn.record.completion;
  if (found === undefined) return html``;
  const confidence = found.confidence as { score?: number; band?: string; parts?: Record<string, number> } | undefined;
  return html`<section>
<h2>${t("The answer")}</h2>
<p>${t("Confidence {0} of 100 ({1})", confidence?.score ?? "?", names.word(spaced(confidence?.band ?? "")))}</p>
${reasons(confidence?.parts ?? {}, names)}
</section>`;
}

function blocks(turn: InspectedTurn, names: Names): Markup {
  const { t } = names;
  const { result } = turn;
  if (result.prompt === "") return html``;
  return html`<section>
<h2>${t("What the model is given")} ${button("copy", "", t("Copy"), "action")}</h2>
${result.blocks.map((block) => html`<details><summary>${names.word(spaced(block.id))}</summary><pre>${block.text}</pre></details>`)}
${result.text === "" ? undefined : html`<details><summary>${t("Memory context")}</summary><pre>${result.text}</pre></details>`}
</section>`;
}

function candidates(turn: InspectedTurn, names: Names): Markup {
  const { t } = names;
  const all = turn.record.candidates;
  if (all.length === 0) return html``;
  return html`<section>
<h2>${t("Every candidate")} <small>${all.length}</small></h2>
<details><summary>${t("Scores by component")}</summary>
<table><tbody>${all.map((each) => html`<tr><th scope="row">${nameOf(each)}</th><td>${reasons(without(each, ["title", "id"]), names)}</td></tr>`)}</tbody></table>
</details>
</section>`;
}

function nameOf(candidate: Record<string, unknown>): string {
  const { title, id } = candidate;
  return typeof title === "string" ? title : typeof id === "string" ? id : "";
}

function without(record: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
