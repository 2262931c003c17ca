/**
 * A memory as a text that can be edited: a short head (title, category, tags) and the content below it. Knows nothing of
 * the editor or of the server.
 */

import type { Memory, UpdateParams } from "../wire";

const FENCE = "---";

/** The parts of a memory that a person may change in a text. */
export interface Editable {
  title: string;
  category: string;
  tags: string[];
  content: string;
}

const PREVIEW_CHARACTERS = 200;

/** What the content says beyond the title, in one line: a title is often its beginning. Empty when there is no more. */
export function contentBeyond({ title, content }: Pick<Memory, "title" | "content">): string {
  const text = oneLine(content);
  if (text === title) return "";
  const beginning = title.replace(/…$/u, "").trimEnd();
  const isCut = beginning !== title && text.startsWith(beginning);
  const rest = isCut ? `… ${text.slice(beginning.length).trim()}` : text;
  return Array.from(rest).slice(0, PREVIEW_CHARACTERS).join("");
}

export class UnreadableMemory extends Error {}

/** Writes a memory as text. */
export function writeMemory(memory: Pick<Memory, "title" | "category" | "tags" | "content">): string {
  const head = [
    `title: ${oneLine(memory.title)}`,
    `category: ${memory.category ?? ""}`.trimEnd(),
    `tags: ${memory.tags.map(oneLine).join(", ")}`.trimEnd(),
  ];
  return [FENCE, ...head, FENCE, "", memory.content, ""].join("\n");
}

/** Reads such a text; a text without a head is all content. */
export function readMemory(text: string): Partial<Editable> & { content: string } {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines[0] !== FENCE) return { content: text.trim() };
  const end = lines.indexOf(FENCE, 1);
  if (end < 0) throw new UnreadableMemory("the head has no end");
  const read: Partial<Editable> & { content: string } = { content: lines.slice(end + 1).join("\n").trim() };
  for (const line of lines.slice(1, end)) {
    const [, name, value = ""] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
    if (name === "title") read.title = value.trim();
    if (name === "category") read.category = value.trim();
    if (name === "tags") read.tags = value.split(",").map((tag) => tag.trim()).filter(Boolean);
  }
  return read;
}

/** What has to be changed to make the memory what the text says; undefined when it says the same. */
export function changesOf(memory: Memory, text: string): UpdateParams | undefined {
  const read = readMemory(text);
  const changes: UpdateParams = { id: memory.id };
  if (read.content !== memory.content.trim()) changes.content = read.content;
  if (read.title !== undefined && read.title !== oneLine(memory.title)) changes.title = read.title;
  if (read.category && read.category !== memory.category) changes.category = read.category as UpdateParams["category"];
  if (read.tags !== undefined && read.tags.join("\n") !== memory.tags.map(oneLine).join("\n")) changes.tags = read.tags;
  return Object.keys(changes).length > 1 ? changes : undefined;
}

/** A file name for a memory: its title without what a path does not take. */
export function fileName(title: string): string {
  const plain = title.replace(/[\\/:*?"<>|#%\s]+/gu, " ").trim().replace(/[.\s]+$/u, "");
  return `${Array.from(plain).slice(0, 60).join("") || "memory"}.md`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
