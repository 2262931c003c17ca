/** How the tree is laid out: its groups, which request fills each one, and the filter. Knows nothing of the editor. */

import type { MemoryListParams, HealthStatsResult, MemoryView } from "../generated/protocol";

export const GROUPINGS = ["layer", "status", "project"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const LAYERS = ["project", "long-term", "procedural", "episodic", "short-term"] as const;
export const STATUSES = ["hypothesis", "verified", "published", "archived"] as const;

export const PAGE = 100;
/** Groups by project are made from the newest memories: the server does not page by project. */
export const PROJECT_PAGE = 1_000;

/** What the tree shows; empty: everything. */
export interface Filter {
  readonly layer?: MemoryListParams["layer"];
  readonly status?: MemoryListParams["status"];
  readonly tag?: string;
  /** Only what is visible in the open workspace. */
  readonly here?: boolean;
}

/** One group of the tree; `ask` fills it page by page. */
export interface Group {
  readonly key: string;
  readonly count?: number;
  readonly ask: MemoryListParams;
}

/** The groups for layers or statuses, without those that are empty or filtered out. */
export function groupsBy(grouping: "layer" | "status", stats: HealthStatsResult, filter: Filter, workspaceUri?: string): Group[] {
  const keys: readonly string[] = grouping === "layer" ? LAYERS : STATUSES;
  const counts = grouping === "layer" ? stats.byLayer : stats.byStatus;
  const filtered = Object.keys(filter).some((name) => name !== grouping && filter[name as keyof Filter] !== undefined);
  return keys
    .filter((key) => (counts[key] ?? 0) > 0 && (filter[grouping] ?? key) === key)
    .map((key) => ({
      key,
      // The totals do not know the filter: a wrong number is worse than none.
      ...(filtered ? {} : { count: counts[key] ?? 0 }),
      ask: { ...asked(filter, workspaceUri), [grouping]: key, limit: PAGE },
    }));
}

/** The request behind a filter. */
export function asked(filter: Filter, workspaceUri?: string): MemoryListParams {
  const { here, ...rest } = filter;
  return { ...rest, ...(here && workspaceUri !== undefined ? { workspaceUri } : {}) };
}

/** Memories by the name of their project, the largest group first; those of no project last. */
export function byProject(memories: readonly MemoryView[]): [string, MemoryView[]][] {
  const groups = new Map<string, MemoryView[]>();
  for (const memory of memories) {
    const name = memory.scope === "project" ? (memory.project ?? memory.projectId) : "";
    groups.set(name, [...(groups.get(name) ?? []), memory]);
  }
  return [...groups].sort(([a, first], [b, second]) => {
    if ((a === "") !== (b === "")) return a === "" ? 1 : -1;
    return second.length - first.length || a.localeCompare(b);
  });
}

export function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== false);
}
