import assert from "node:assert/strict";
import { test } from "node:test";
import { Sessions, type Shelf } from "./sessions";

function shelf(): Shelf {
  const kept = new Map<string, unknown>();
  return {
    get: <T>(key: string, fallback: T): T => (kept.get(key) as T | undefined) ?? fallback,
    update: (key, value) => {
      kept.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}

test("a session is told to the next one, and to the server once", async () => {
  const sessions = new Sessions(shelf(), shelf(), () => new Date("2026-05-04T09:30:00Z"));
  const first = sessions.begin();
  await sessions.add(first, "배포는 언제 해?", "목요일에 합니다.");
  const second = sessions.begin();
  const [recent] = sessions.recent(second);
  assert.equal(recent?.title, "배포는 언제 해?");
  assert.equal(recent.history?.length, 2);
  assert.deepEqual(sessions.recent(first), []);
  assert.equal((await sessions.takeEnded(second)).length, 1);
  assert.equal((await sessions.takeEnded(second)).length, 0);
});

test("long talks are cut, old sessions go", async () => {
  const sessions = new Sessions(shelf(), shelf());
  for (let index = 0; index < 10; index++) await sessions.add(`session ${index}`, "x".repeat(10_000), "y");
  assert.equal(sessions.recent("none").length, 6);
  assert.ok(sessions.recent("none").every((each) => (each.history ?? []).every((message) => message.content.length <= 4_000)));
});

test("recent commands come newest first, each once", async () => {
  const sessions = new Sessions(shelf(), shelf());
  for (const command of ["/task", "/help", "/task"]) await sessions.used(command);
  assert.deepEqual(sessions.recentCommands(), ["/task", "/help"]);
  await sessions.forget();
  assert.deepEqual(sessions.recentCommands(), []);
});

test("what was deleted in one workspace does not come back from another", async () => {
  const everywhere = shelf();
  let now = new Date("2026-05-04T09:30:00Z");
  const here = new Sessions(shelf(), everywhere, () => now);
  const elsewhere = new Sessions(shelf(), everywhere, () => now);
  await elsewhere.add("old", "When do we release?", "On Thursdays.");
  now = new Date("2026-05-04T09:31:00Z");
  await here.forget();
  assert.deepEqual(await elsewhere.takeEnded("new"), []);
  assert.deepEqual(elsewhere.recent("new"), []);
  now = new Date("2026-05-04T09:32:00Z");
  await elsewhere.add("new", "And now?", "Nothing is known.");
  assert.equal(elsewhere.recent("other").length, 1);
});
