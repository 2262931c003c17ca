import assert from "node:assert/strict";
import { test } from "node:test";
import { Work, runsTests } from "./work";

function begin(errorsBefore = 0): Work {
  return new Work("turn_1", "로그인 테스트가 실패해", "Raise the timeout to 30 s.", errorsBefore, 1_000);
}

test("command lines that run tests are told from others", () => {
  for (const line of ["pytest -q", "python -m pytest tests/unit", "npm test", "npm run test:unit -- --watch=false", "cargo test", "go test ./...", "make test", "./gradlew test", "C:\\venv\\Scripts\\pytest -q", "python -m unittest", "npx vitest run"]) {
    assert.equal(runsTests(line), true, line);
  }
  for (const line of ["npm install jest", "git commit -m 'fix test'", "cat test.txt", "pip install pytest", "go build ./...", "yarn add vitest", "ls tests", "make"]) {
    assert.equal(runsTests(line), false, line);
  }
});

test("one way from failing tests to a commit is one report", () => {
  const work = begin();
  work.changed("login.py", false);
  work.tested("pytest -q", 1);
  work.changed("session.py", false);
  work.tested("pytest -q", 0);
  assert.equal(work.committed("Sessions live longer\n\nBecause."), true);
  assert.deepEqual(work.report(0, 5_000), {
    steps: [
      { action: "Raise the timeout to 30 s.\nChanged login.py", observation: "pytest -q ended with 1", reward: 0 },
      { action: "Changed session.py", observation: "pytest -q ended with 0", reward: 1 },
      { action: "Nothing was changed", observation: "Committed: Sessions live longer", reward: 1 },
    ],
    durationMs: 4_000,
    metadata: { task: "로그인 테스트가 실패해", turnId: "turn_1", testExitCode: 0, committed: true },
  });
});

test("what has nothing to do with the answer is not reported", () => {
  const work = begin();
  work.tested("pytest -q", 1);
  assert.equal(work.committed("Something else"), false);
  assert.equal(work.report(3, 2_000), undefined);
  work.changed("login.py", false);
  assert.equal(work.report(3, 2_000), undefined);
});

test("an undo is a failure until something is changed again", () => {
  const work = begin();
  work.changed("login.py", false);
  work.changed("login.py", true);
  assert.deepEqual(work.report(0, 2_000)?.metadata, { task: "로그인 테스트가 실패해", turnId: "turn_1", undone: true });
  work.changed("login.py", false);
  work.tested("npm test", 0);
  assert.deepEqual(work.report(0, 2_000)?.metadata, { task: "로그인 테스트가 실패해", turnId: "turn_1", testExitCode: 0 });
});

test("errors that went away are evidence, errors of anybody are not", () => {
  const work = begin(3);
  work.changed("login.py", false);
  const { metadata, steps } = work.report(1, 2_000) ?? assert.fail();
  assert.deepEqual([metadata?.diagnosticsBefore, metadata?.diagnosticsAfter], [3, 1]);
  assert.deepEqual(steps.length, 1);
  assert.equal(work.report(3, 2_000), undefined);
});

test("a revert counts even where nothing was changed by hand", () => {
  const work = begin();
  assert.equal(work.committed('Revert "Sessions live longer"'), true);
  assert.equal(work.report(0, 2_000)?.metadata?.reverted, true);
});
