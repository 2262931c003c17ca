import assert from "node:assert/strict";
import { test } from "node:test";
import type { GrowthReport } from "../wire";
import { names, textOf } from "../testing/pages";
import { growthPage } from "./page";
import { pictureOf } from "./plots";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" role="img"><title>Memories</title><polyline points="0,0 1,1" fill="none"/></svg>';

function report(change: Partial<GrowthReport["data"]> = {}): GrowthReport {
  const breakdown = { informationLack: 1, failureRate: 0.5, frequency: 0.25, confidenceLack: 0.4, userFeedback: 0 };
  const data = {
    generatedAt: "2026-05-04T09:00:00Z", days: 30, language: "en", totalMemories: 12, byLayer: { project: 12 }, turns: 40,
    memories: [{ day: "2026-05-01", added: 2, total: 2 }, { day: "2026-05-02", added: 0, total: 2 }, { day: "2026-05-04", added: 10, total: 12 }],
    meanConfidence: 71.4, confidence: [{ day: "2026-05-01", mean: 60, turns: 3 }, { day: "2026-05-02", turns: 0 }], bands: {},
    thumbsUp: 3, thumbsDown: 1, escalated: 2,
    needs: [{ taskId: "t", label: "<i>Minutes</i>", score: 57, breakdown, samples: 9, topMisses: [{ element: "e", label: "owner", count: 4 }], reason: "why" }],
    skills: [{ taskId: "t", label: "Minutes", score: 40, samples: 9, trend: 12 }, { taskId: "u", label: "Bugs", score: 80, samples: 2 }],
    debt: [{ key: "k", kind: "element", question: "q", label: "Minutes", element: "e", elementLabel: "owner", blocked: 4, impact: 3, debt: 12, lastSeen: "2026-05-03T00:00:00Z", example: "x" }],
    totalDebt: 12, queue: [], queueCounts: { proposed: 2 }, routing: [{ project: "web", reports: 30, replayed: 20, keywordAccuracy: 0.5, routedAccuracy: 0.9 }],
    ...change,
  };
  return { markdown: "", svg: [{ id: "memories", title: "Memories", description: "Memories: from 2 to 12.", svg: SVG }], data, files: [] } as unknown as GrowthReport;
}

test("each plot has its text alternative: words, and the figures as a table", () => {
  const page = textOf(growthPage(report(), names));
  for (const text of [SVG, "Memories: from 2 to 12.", "As a table", "2026-05-04"]) assert.ok(page.includes(text), text);
  assert.ok(!page.includes("<td>2026-05-02"), "days without a change are left out");
});

test("needs, skills, debt, routes and the queue are told", () => {
  const page = textOf(growthPage(report(), names));
  for (const text of ["owner (4)", "nothing stored 30, something missing 13", "up by 12", "too few turns", "Minutes · owner", "4 × 3", "90 %", "proposed 2", "75 %"]) {
    assert.ok(page.includes(text), text);
  }
  assert.ok(page.includes("&lt;i&gt;Minutes") && !page.includes("<i>Minutes"));
});

test("the period that is shown is marked, and nothing is styled or run inline", () => {
  const page = textOf(growthPage(report(), names));
  assert.match(page, /data-value="30" aria-pressed="true"/);
  assert.match(page, /data-value="7" aria-pressed="false"/);
  assert.ok(!page.includes(" style=") && !/ on\w+="/.test(page));
});

test("an empty store says so instead of drawing nothing", () => {
  const page = textOf(growthPage(report({ totalMemories: 0, memories: [], confidence: [], needs: [], skills: [], debt: [], routing: [] }), names));
  for (const text of ["Nothing is remembered yet.", "No answer was judged", "No kind of task", "No route was reported"]) assert.ok(page.includes(text), text);
});

test("a picture that is more than a picture is not shown", () => {
  assert.equal(pictureOf(SVG)?.text, SVG);
  for (const bad of ["<script>", '<svg><a href="x">', "<svg><foreignObject></svg>", '<svg onload="x"></svg>', '<svg><rect style="x"/></svg>', "<svg><image/></svg>", "<svg><use/></svg>"]) {
    assert.equal(pictureOf(bad), undefined, bad);
  }
});
