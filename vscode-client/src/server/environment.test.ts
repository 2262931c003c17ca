import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { EnvironmentFailure, EnvironmentStopped, folderFor, isComplete, makeEnvironment, problemIn, pythonIn, removeOthers, type Workshop } from "./environment";

const running = new AbortController().signal;

async function place(): Promise<{ storage: string; wheel: string; folder: string }> {
  const storage = await mkdtemp(path.join(tmpdir(), "memserver-environment-"));
  const wheel = path.join(storage, "memserver-0.1.0-py3-none-any.whl");
  await writeFile(wheel, "wheel");
  return { storage, wheel, folder: await folderFor(storage, wheel) };
}

/** A workshop whose tools do as told; `venv` really leaves a Python behind. */
function workshop(answers: Partial<Record<"venv" | "pip" | "memserver", number>> = {}, said = ""): Workshop & { steps: string[] } {
  const steps: string[] = [];
  return {
    steps,
    platform: "linux",
    log: () => undefined,
    report: (step) => {
      if (steps.at(-1) !== step) steps.push(step);
    },
    run: async (_command, args, onLine) => {
      const tool = args[1] as "venv" | "pip" | "memserver";
      if (tool === "venv") {
        const python = pythonIn(args[2] ?? "", "linux");
        await mkdir(path.dirname(python), { recursive: true });
        await writeFile(python, "");
      }
      if (said) onLine(said);
      return answers[tool] ?? 0;
    },
  };
}

test("an environment is complete only after every step", async () => {
  const { folder, wheel } = await place();
  const shop = workshop();
  await makeEnvironment(folder, "python3", wheel, shop, running);
  assert.deepEqual(shop.steps, ["creating", "installing", "checking"]);
  assert.ok(await isComplete(folder, "linux"));
  assert.match(await readFile(path.join(folder, "complete.json"), "utf8"), /memserver-0\.1\.0/);
});

test("a step that fails leaves nothing behind and says why", async () => {
  const { folder, wheel } = await place();
  const shop = workshop({ pip: 1 }, "ERROR: No matching distribution found for numpy");
  await assert.rejects(makeEnvironment(folder, "python3", wheel, shop, running), (failure) => {
    assert.ok(failure instanceof EnvironmentFailure);
    return failure.problem === "network";
  });
  assert.ok(!existsSync(folder));
  assert.ok(!existsSync(`${folder}.lock`));
});

test("it can be stopped", async () => {
  const { folder, wheel } = await place();
  const stop = new AbortController();
  const shop = workshop();
  const run: Workshop["run"] = () => {
    stop.abort();
    return Promise.resolve(undefined);
  };
  await assert.rejects(makeEnvironment(folder, "python3", wheel, { ...shop, run }, stop.signal), EnvironmentStopped);
  assert.ok(!existsSync(folder));
});

test("two windows make it once", async () => {
  const { folder, wheel } = await place();
  const [first, second] = [workshop(), workshop()];
  await Promise.all([makeEnvironment(folder, "p", wheel, first, running), makeEnvironment(folder, "p", wheel, second, running)]);
  const made = [first, second].filter((shop) => shop.steps.includes("installing"));
  assert.equal(made.length, 1);
});

test("a lock of a window that is gone is taken over", async () => {
  const { folder, wheel } = await place();
  await writeFile(`${folder}.lock`, "999999999");
  await makeEnvironment(folder, "p", wheel, workshop(), running);
  assert.ok(await isComplete(folder, "linux"));
});

test("another wheel gets another folder, and old ones go", async () => {
  const { storage, wheel, folder } = await place();
  await mkdir(folder);
  await writeFile(wheel, "newer wheel");
  const newer = await folderFor(storage, wheel);
  assert.notEqual(newer, folder);
  await mkdir(newer);
  await removeOthers(storage, newer);
  assert.ok(!existsSync(folder) && existsSync(newer) && existsSync(wheel));
});

test("the tools' output is understood", () => {
  assert.equal(problemIn("Temporary failure in name resolution"), "network");
  assert.equal(problemIn("OSError: [Errno 28] No space left on device"), "disk");
  assert.equal(problemIn("ensurepip is not available"), "no-venv");
  assert.equal(problemIn("Segmentation fault"), "broken");
});
