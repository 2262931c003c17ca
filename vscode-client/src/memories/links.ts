/** How memories stand to each other: which contradict a memory, whether it was replaced, and what a person may decide. */

import type { Memory, SettleParams } from "../wire";

/** What a person says of two memories that contradict each other. */
export type Choice = "this" | "other" | "both";

/** The memories that contradict this one, each once. */
export function contradicting(memory: Pick<Memory, "relations">): string[] {
  return [...new Set(memory.relations.filter((each) => each.kind === "conflicts-with").map((each) => each.id))];
}

/** What the row of a memory offers: its status, and whether it can be settled or brought back. */
export function rowContext(memory: Pick<Memory, "relations" | "status" | "supersededBy">): string {
  const settle = contradicting(memory).length > 0 ? ".contradicted" : "";
  const bringBack = memory.supersededBy === undefined ? "" : ".replaced";
  return `memory.${memory.status}${settle}${bringBack}`;
}

/** What the server is told of a decision; a name comes to it from the person who decides. */
export function settlement(memory: string, other: string, choice: Choice): Omit<SettleParams, "by"> {
  if (choice === "both") return { id: memory, other, verdict: "both" };
  return choice === "this" ? { id: memory, other, verdict: "replaces" } : { id: other, other: memory, verdict: "replaces" };
}
