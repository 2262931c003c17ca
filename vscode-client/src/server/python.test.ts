import assert from "node:assert/strict";
import { test } from "node:test";
import { candidates, examine, findPython, isNewEnough, type Probe } from "./python";

/** A machine where each command answers as given. */
function machine(pythons: Record<string, [number, number, boolean, (string | null)?]>): Probe {
  return (command, args) => {
    const named = [command, ...args.filter((each) => each.startsWith("-3"))].join(" ");
    const found = pythons[named];
    return Promise.resolve(found ? JSON.stringify([`/bin/${named}`, found[0], found[1], found[2], found[3] ?? null]) : undefined);
  };
}

test("the first Python that fits is taken", async () => {
  const search = await findPython("linux", machine({ python3: [3, 9, true], "python3.12": [3, 12, true], "python3.11": [3, 11, true] }));
  assert.ok("found" in search);
  assert.equal(search.found.path, "/bin/python3.12");
});

test("an old Python is named as the reason", async () => {
  assert.deepEqual(await findPython("linux", machine({ python3: [3, 10, true] })), { shortfall: "too-old" });
});

test("a Python that cannot make environments is named as the reason", async () => {
  const search = await findPython("linux", machine({ python3: [3, 12, false], python: [3, 8, true] }));
  assert.deepEqual(search, { shortfall: "no-venv" });
});

test("no Python at all is named as the reason", async () => {
  assert.deepEqual(await findPython("darwin", machine({})), { shortfall: "none" });
});

test("Windows asks the launcher for each version", async () => {
  assert.deepEqual(candidates("win32")[0], ["py", "-3.14"]);
  const search = await findPython("win32", machine({ "py -3.11": [3, 11, true] }));
  assert.ok("found" in search);
});

test("an answer that is no answer counts as no Python", async () => {
  assert.equal(await examine(["python3"], () => Promise.resolve("Python was not found; run without arguments to install")), undefined);
  assert.equal(await examine([], () => Promise.resolve("[]")), undefined);
});

test("the installed server is noticed", async () => {
  const own = await examine(["python3"], machine({ python3: [3, 13, true, "0.1.0"] }));
  assert.equal(own?.memserver, "0.1.0");
  assert.ok(isNewEnough(own));
});
