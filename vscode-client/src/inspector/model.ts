/** What the inspector shows of a turn, read from the server's record of it. Knows nothing of the editor or of HTML. */

import { spaced } from "../webview/serverWords";
import type { Memory, TurnRecord, TurnResult } from "../wire";

/** Two memories that contradict each other. */
export interface ConflictPair {
  readonly evidence: string;
  readonly first: Memory;
  readonly second: Memory;
}

export interface InspectedTurn {
  readonly record: TurnRecord;
  readonly result: TurnResult;
  readonly conflicts: readonly ConflictPair[];
}

/** A piece of the token bar. */
export interface Share {
  readonly name: string;
  readonly tokens: number;
  /** Of what was used, 0 to 100. */
  readonly percent: number;
}

/** What the text costs beside its items: headings, and how to read them. */
export const FRAME = "frame";

/** The parts of the token bar, the largest layer first and the frame around them last: together what was used. */
export function shares(result: TurnResult): Share[] {
  const layers = Object.entries(result.usage.byLayer).filter(([, tokens]) => tokens > 0);
  const ofItems = layers.reduce((sum, [, tokens]) => sum + tokens, 0);
  const frame = result.usage.used - ofItems;
  const whole = Math.max(result.usage.used, ofItems, 1);
  return [
    ...layers.sort(([a, first], [b, second]) => second - first || a.localeCompare(b)),
    ...(ofItems > 0 && frame > 0 ? ([[FRAME, frame]] as const) : []),
  ].map(([name, tokens]) => ({ name, tokens, percent: (100 * tokens) / whole }));
}

/** The pairs of memories, among those given, that contradict each other; each pair once. */
export function conflictPairs(memories: readonly Memory[]): ConflictPair[] {
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  const pairs = new Map<string, ConflictPair>();
  for (const first of memories) {
    for (const relation of first.relations) {
      const second = byId.get(relation.id);
      if (relation.kind !== "conflicts-with" || second === undefined) continue;
      pairs.set([first.id, second.id].sort().join(" "), { evidence: relation.evidence, first, second });
    }
  }
  return [...pairs.values()];
}

/** The ids that have to be read to show conflicts: the memories of the turn and those they contradict. */
export function contradicted(memories: readonly Memory[]): string[] {
  const known = new Set(memories.map((memory) => memory.id));
  const others = memories.flatMap((memory) => memory.relations.filter((each) => each.kind === "conflicts-with").map((each) => each.id));
  return [...new Set(others)].filter((id) => !known.has(id));
}

/**
 * The reasons of an item as short words: numbers rounded, lists joined, empty ones left out. Groups are opened; factors
 * are what a score was multiplied with, and those of one say nothing.
 */
export function reasonWords(reasons: Record<string, unknown>): [string, string][] {
  return Object.entries(reasons)
    .flatMap(([name, value]): [string, string][] => {
      if (!isGroup(value)) return [[spaced(name), valueText(value)]];
      const times = name === "factors" ? "× " : "";
      return Object.entries(value)
        .filter(([, part]) => !(times && part === 1))
        .map(([inner, part]) => [inner === "score" ? spaced(name) : spaced(inner), times + valueText(part)]);
    })
    .filter(([, text]) => text !== "");
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function valueText(value: unknown): string {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(2);
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "✓" : "";
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(", ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value)
      .map(([name, part]) => `${spaced(name)} ${valueText(part)}`)
      .join(", ");
  }
  return "";
}
