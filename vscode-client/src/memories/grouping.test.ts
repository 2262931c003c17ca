import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stats } from "../wire";
import { asked, groupsBy, isFiltered } from "./grouping";

const stats = { byLayer: { project: 3, "long-term": 1, episodic: 0 }, byStatus: { hypothesis: 4 } } as unknown as Stats;

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

test("projects come by size, what is of no project last, each with its own request", () => {
  const byProject = [
    { id: "p2", name: "api", memories: 9 },
    { id: "", name: "", memories: 5 },
    { id: "p1", name: "web", memories: 2 },
  ];
  const groups = groupsBy("project", { ...stats, byProject }, {});
  assert.deepEqual(groups.map(({ key, name, count }) => [key, name, count]), [["p2", "api", 9], ["p1", "web", 2], ["", "", 5]]);
  assert.deepEqual(groups[0]?.ask, { projectId: "p2", limit: 100 });
  const [filtered] = groupsBy("project", { ...stats, byProject }, { layer: "project" });
  assert.equal(filtered?.count, undefined);
  assert.deepEqual(filtered?.ask, { layer: "project", projectId: "p2", limit: 100 });
});
