/** The plots of the growth page: the server's line plots, checked, and bars made of the figures. No script, no colour. */

import type { Need } from "../wire";
import type { Names } from "../webview/document";
import { Markup, html } from "../webview/html";

/** The elements that a plot is made of; a picture with anything else is not shown. */
const ALLOWED = /<(?!\/?(?:svg|title|desc|g|text|tspan|line|polyline|polygon|path|circle|rect)[\s/>])/i;
const FORBIDDEN = /\s(?:on\w+|style|href|xlink:href)\s*=|url\(|&#|javascript:/i;

/** The five parts of a need and what each one weighs, as the server counts them. */
const WEIGHTS = { informationLack: 30, failureRate: 25, frequency: 20, confidenceLack: 15, userFeedback: 10 } as const;
type PartOfNeed = keyof typeof WEIGHTS;

/** The picture as markup; undefined when it is none that we know how to show safely. */
export function pictureOf(svg: string): Markup | undefined {
  const isPicture = svg.startsWith("<svg") && !ALLOWED.test(svg) && !FORBIDDEN.test(svg);
  return isPicture ? new Markup(svg) : undefined;
}

/** A plot with its text alternative: the picture, what it shows in words, and its figures as a table. */
export function figure(svg: string, description: string, figures: Markup, names: Names): Markup {
  return html`<figure class="plot">
${pictureOf(svg)}
<figcaption>${description}</figcaption>
<details><summary>${names.t("As a table")}</summary>${figures}</details>
</figure>`;
}

/** The parts of a need as one bar: how much each adds to the score of at most 100. */
export function needBar(need: Need, names: Names): Markup {
  let at = 0;
  const rects = partsOf(need).map(({ points }, series) => {
    const rect = html`<rect class="share-${series}" x="${at.toFixed(2)}" width="${points.toFixed(2)}" height="6"></rect>`;
    at += points;
    return rect;
  });
  const spoken = partsOf(need).map(({ name, points }) => `${partName(name, names)} ${points.toFixed(0)}`).join(", ");
  return html`<svg class="meter wide" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label="${spoken}"><rect class="track" width="100" height="6"></rect>${rects}</svg>`;
}

/** What the colours of such a bar mean. */
export function needLegend(names: Names): Markup {
  const parts = Object.keys(WEIGHTS) as PartOfNeed[];
  return html`<ul class="legend" aria-hidden="true">${parts.map(
    (name, series) => html`<li><svg class="swatch" viewBox="0 0 1 1"><rect class="share-${series}" width="1" height="1"></rect></svg> ${partName(name, names)}</li>`,
  )}</ul>`;
}

function partsOf(need: Need): { name: PartOfNeed; points: number }[] {
  return (Object.keys(WEIGHTS) as PartOfNeed[]).map((name) => ({ name, points: need.breakdown[name] * WEIGHTS[name] }));
}

function partName(name: PartOfNeed, { t }: Names): string {
  switch (name) {
    case "informationLack":
      return t("nothing stored");
    case "failureRate":
      return t("something missing");
    case "frequency":
      return t("how often");
    case "confidenceLack":
      return t("low confidence");
    case "userFeedback":
      return t("thumbs down");
  }
}
