/** What tests of pages share: names as they are, and a page as text. */

import { documentOf, type Names, type Page } from "../webview/document";

export const names: Names = {
  t: (message, ...args) => message.replace(/\{(\d)\}/g, (_, index: string) => String(args[Number(index)])),
  layer: (name) => name,
  status: (name) => name,
  day: (moment) => moment.slice(0, 10),
  time: (moment) => moment,
  word: (text) => text,
};

export function textOf(page: Page): string {
  return documentOf(page, { csp: "https://host", nonce: "n0nce", style: "style.css", script: "script.js", language: "en" });
}
