/** Small helpers to write HTML: everything that is not markup of ours is escaped. */

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Markup that is safe to put into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

type Part = Markup | string | number | undefined | readonly Part[];

/** A template that escapes what is put into it, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Markup {
  return new Markup(strings.reduce((whole, piece, index) => whole + write(values[index - 1]) + piece));
}

function write(value: Part): string {
  if (value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  return value.map(write).join("");
}
