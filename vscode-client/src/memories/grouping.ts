/** How the tree is laid out: its groups, which request fills each one, and the filter. Knows nothing of the editor. */

import type { ListParams, Stats } from "../wire";

export const GROUPINGS = ["layer", "status", "project"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const LAYERS = ["project", "long-term", "procedural", "episodic", "short-term"] as const;
export const STATUSES = ["hypothesis", "verified", "published", "archived"] as const;

export const PAGE = 100;

/** What the tree shows; empty: everything. */
export interface Filter {
  readonly layer?: ListParams["layer"];
  readonly status?: ListParams["status"];
  readonly tag?: string;
  /** Only what is visible in the open workspace. */
  readonly here?: boolean;
}

/** One group of the tree; `ask` fills it page by page. `name` is there where the key does not say it. */
export interface Group {
  readonly key: string;
  readonly name?: string;
  readonly count?: number;
  readonly ask: ListParams;
}

/** The groups, without those that are empty or filtered out. */
export function groupsBy(grouping: Grouping, stats: Stats, filter: Filter, workspaceUri?: string): Group[] {
  if (grouping === "project") return projectGroups(stats, filter, workspaceUri);
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
export function asked(filter: Filter, workspaceUri?: string): ListParams {
  const { here, ...rest } = filter;
  return { ...rest, ...(here && workspaceUri !== undefined ? { workspaceUri } : {}) };
}

/** The groups for projects, the largest first; what is of no project last. */
function projectGroups(stats: Stats, filter: Filter, workspaceUri?: string): Group[] {
  const ask = asked(filter, workspaceUri);
  const isWhole = !isFiltered(filter);
  return [...stats.byProject]
    .sort((first, second) => Number(first.id === "") - Number(second.id === ""))
    .map(({ id, name, memories }) => ({
      key: id,
      name,
      ...(isWhole ? { count: memories } : {}),
      ask: { ...ask, projectId: id, limit: PAGE },
    }));
}

export function isFiltered(filter: Filter): boolean {
  return Object.values(filter).some((value) => value !== undefined && value !== false);
}
