/** The frame around every page of the extension: its policy, its style and its script. The one way to make a page. */

import type { Translate } from "../statusText";
import { html, type Markup } from "./html";

/** Where the page's own style and script are, and what it may load: nothing else. */
export interface Assets {
  readonly csp: string;
  readonly nonce: string;
  readonly style: string;
  readonly script: string;
  readonly language: string;
}

/** What a page says; the frame is added when it is shown. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
}

/** Names in the user's language, which a page does not know itself. */
export interface Names {
  readonly t: Translate;
  layer(name: string): string;
  status(name: string): string;
  day(moment: string): string;
  time(moment: string): string;
  /** A word that the server wrote. */
  word(text: string): string;
}

/** The whole page as text. Nothing but its own style and script may be loaded, and nothing inline is run. */
export function documentOf(page: Page, assets: Assets): string {
  const policy = `default-src 'none'; style-src ${assets.csp}; script-src 'nonce-${assets.nonce}';`;
  return html`<!DOCTYPE html>
<html lang="${assets.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${assets.style}">
<title>${page.title}</title>
</head>
<body>
<main>
${page.body}
</main>
<script nonce="${assets.nonce}" src="${assets.script}"></script>
</body>
</html>`.text;
}

/** A button that tells the extension something when it is pressed. */
export function button(kind: string, value: string, label: Markup | string, style: "link" | "action" | "primary" = "link"): Markup {
  return html`<button class="${style}" data-kind="${kind}" data-value="${value}">${label}</button>`;
}

/** A small bar for a share between 0 and 1. What it shows is always written beside it. */
export function meter(share: number, series = 0): Markup {
  const width = Math.max(0, Math.min(100, 100 * share));
  return html`<svg class="meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="6"></rect><rect class="share-${series}" width="${width}" height="6"></rect></svg>`;
}

/** A table with a head; the first cell of each row names it. Columns in `numbers` stand to the right. */
export function table(head: readonly string[], rows: readonly (readonly (Markup | string | number)[])[], numbers: readonly number[] = []): Markup {
  const kind = (index: number): string => (numbers.includes(index) ? "number" : "");
  return html`<table>
<thead><tr>${head.map((text, index) => html`<th scope="col" class="${kind(index)}">${text}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell, index) => (index === 0 ? html`<th scope="row" class="${kind(0)}">${cell}</th>` : html`<td class="${kind(index)}">${cell}</td>`))}</tr>`)}</tbody>
</table>`;
}
