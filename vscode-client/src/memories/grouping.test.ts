import assert from "node:assert/strict";
import { test } from "node:test";
import type { HealthStatsResult, MemoryView } from "../generated/protocol";
import { asked, byProject, groupsBy, isFiltered } from "./grouping";

const stats = { byLayer: { project: 3, "long-term": 1, episodic: 0 }, byStatus: { hypothesis: 4 } } as unknown as HealthStatsResult;

test("empty groups are left out", () => {
  assert.deepEqual(
    groupsBy("layer", stats, {}).map(({ key, count }) => [key, count]),
    [["project", 3], ["long-term", 1]],
  );
});

test("a filter on another property hides the totals, which do not know it", () => {
  const [group] = groupsBy("layer", stats, { status: "hypothesis" });
  assert.equal(group?.count, undefined);
  assert.deepEqual(group?.ask, { status: "hypothesis", layer: "project", limit: 100 });
});

test("a filter on the grouping itself leaves one group", () => {
  assert.deepEqual(groupsBy("layer", stats, { layer: "long-term" }).map((each) => each.key), ["long-term"]);
});

test("this workspace is asked for by its address", () => {
  assert.deepEqual(asked({ here: true }, "file:///a"), { workspaceUri: "file:///a" });
  assert.deepEqual(asked({ here: true }), {});
  assert.ok(isFiltered({ here: true }) && !isFiltered({}));
});

test("projects come by size, what is of no project last", () => {
  const memory = (scope: string, project?: string): MemoryView => ({ scope, project, projectId: "p" }) as unknown as MemoryView;
  const groups = byProject([memory("global"), memory("global"), memory("project", "web"), memory("project", "api"), memory("project", "api")]);
  assert.deepEqual(groups.map(([name, memories]) => [name, memories.length]), [["api", 2], ["web", 1], ["", 2]]);
});
