/** Words and icons for layers, statuses and memories, in the user's language. */

import { MarkdownString, ThemeIcon, l10n } from "vscode";
import type { Memory } from "../wire";

export function layerName(layer: string): string {
  switch (layer) {
    case "project":
      return l10n.t("Project");
    case "long-term":
      return l10n.t("Long-term");
    case "procedures":
    case "procedural":
      return l10n.t("Procedures");
    case "episodic":
      return l10n.t("Episodes");
    case "short-term":
      return l10n.t("Short-term");
    case "brain-memory":
      return l10n.t("Notes");
    case "medium-term":
      return l10n.t("Recent sessions");
    case "lesson":
      return l10n.t("Lessons");
    case "decisions":
      return l10n.t("Decisions");
    case "incidents":
      return l10n.t("Incidents");
    case "knowledge":
      return l10n.t("Knowledge");
    case "goals":
      return l10n.t("Goals");
    case "tasks":
      return l10n.t("Tasks");
    case "customers":
      return l10n.t("Customers");
    case "feedback":
      return l10n.t("Feedback");
    case "hire":
      return l10n.t("Hiring");
    case "runway":
      return l10n.t("Runway");
    case "frame":
      return l10n.t("Headings");
    default:
      return layer;
  }
}

export function statusName(status: string): string {
  switch (status) {
    case "hypothesis":
      return l10n.t("Unverified");
    case "verified":
      return l10n.t("Verified");
    case "published":
      return l10n.t("Published");
    case "archived":
      return l10n.t("Archived");
    default:
      return status;
  }
}

/** The kind of statement that a memory is. */
export function categoryName(category: string): string {
  const known: Record<string, string> = {
    preference: l10n.t("preference"),
    rule: l10n.t("rule"),
    decision: l10n.t("decision"),
    goal: l10n.t("goal"),
    "episode-digest": l10n.t("digest"),
    architecture: l10n.t("architecture"),
    bug: l10n.t("bug"),
    requirement: l10n.t("requirement"),
    stack: l10n.t("stack"),
    convention: l10n.t("convention"),
    lesson: l10n.t("lesson"),
    fact: l10n.t("fact"),
  };
  return known[category] ?? category;
}

export function layerIcon(layer: string): ThemeIcon {
  const icons: Record<string, string> = {
    project: "folder",
    "long-term": "library",
    procedural: "list-ordered",
    episodic: "comment-discussion",
    "short-term": "clock",
  };
  return new ThemeIcon(icons[layer] ?? "circle-outline");
}

export function statusIcon(status: string, stale: boolean): ThemeIcon {
  if (stale) return new ThemeIcon("warning");
  const icons: Record<string, string> = { verified: "verified", published: "verified-filled", archived: "archive" };
  return new ThemeIcon(icons[status] ?? "circle-outline");
}

/** A day in the user's language. */
export function day(moment: string, language: string): string {
  return new Date(moment).toLocaleDateString(language, { year: "numeric", month: "short", day: "numeric" });
}

/** What a memory's tooltip says. The content is shown as plain text: it must not become markup. */
export function memoryTooltip(memory: Memory, language: string): MarkdownString {
  const text = new MarkdownString();
  text.appendMarkdown("**").appendText(memory.title).appendMarkdown("**\n\n");
  text.appendText(memory.content.length > 600 ? `${memory.content.slice(0, 600)}…` : memory.content);
  const facts = [
    layerName(memory.layer),
    statusName(memory.status),
    l10n.t("confidence {0} %", Math.round(memory.confidence * 100)),
    day(memory.timestamp, language),
    memory.project ?? "",
    memory.gitBranch ? `${memory.gitBranch}@${(memory.gitCommit ?? "").slice(0, 7)}` : "",
  ];
  text.appendMarkdown("\n\n---\n\n").appendText(facts.filter(Boolean).join(" · "));
  if (memory.tags.length > 0) text.appendMarkdown("\n\n").appendText(memory.tags.map((tag) => `#${tag}`).join(" "));
  if (memory.staleReasons.length > 0) {
    text.appendMarkdown("\n\n").appendText(l10n.t("Stale: {0}", memory.staleReasons.join("; ")));
  }
  return text;
}
