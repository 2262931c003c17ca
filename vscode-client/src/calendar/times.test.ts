import assert from "node:assert/strict";
import { test } from "node:test";
import { readTimes, timeText } from "./times";

const NOW = new Date(2026, 4, 4, 11, 0);

test("times are read in the forms that people type, in both languages", () => {
  const forms: [string, string, string?][] = [
    ["2026-05-08", "2026-05-08"],
    ["2026-5-8 9:30", "2026-05-08T09:30", "2026-05-08T10:30"],
    ["2026-05-08 14:00-15:30", "2026-05-08T14:00", "2026-05-08T15:30"],
    ["14:00–15:00", "2026-05-04T14:00", "2026-05-04T15:00"],
    ["tomorrow 9:00", "2026-05-05T09:00", "2026-05-05T10:00"],
    ["내일 14:00~15:00", "2026-05-05T14:00", "2026-05-05T15:00"],
    ["모레", "2026-05-06"],
    ["today 23:30", "2026-05-04T23:30", "2026-05-05T00:30"],
    ["2026-12-31 22:00-02:00", "2026-12-31T22:00", "2027-01-01T02:00"],
  ];
  for (const [text, start, end] of forms) assert.deepEqual(readTimes(text, NOW), end === undefined ? { start } : { start, end }, text);
});

test("what is no time is not guessed", () => {
  for (const text of ["", "soon", "2026-02-30", "2026-13-01", "25:00", "9:75", "14:00-14:00", "2026-05-08 at nine"]) {
    assert.equal(readTimes(text, NOW), undefined, text);
  }
});

test("an event says its day, and its hours unless it takes the whole day", () => {
  const event = { start: new Date(2026, 4, 4, 14, 0).toISOString(), end: new Date(2026, 4, 4, 15, 30).toISOString() };
  assert.match(timeText({ ...event, allDay: true }, "en-GB"), /^Mon,? 4 May$/);
  assert.match(timeText({ ...event, allDay: false }, "en-GB"), /^Mon,? 4 May, 14:00–15:30$/);
  assert.match(timeText({ ...event, allDay: false }, "ko"), /5월 4일/);
});
