/** Runs the tests inside the extension host and writes what became of each to the file that the driver reads. */

import { writeFileSync } from "node:fs";
import Mocha from "mocha";

interface Outcome {
  title: string;
  state: string;
  ms?: number;
  error?: string;
}

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: "bdd", timeout: 60_000, reporter: "min" });
  mocha.suite.emit("pre-require", globalThis, "", mocha);
  await import("./activation.test");
  await import("./facade.test");
  await import("./commands.test");
  await import("./tools.test");
  await import("./files.test");
  await import("./outcomes.test");
  const outcomes: Outcome[] = [];
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on("pass", (test) => outcomes.push({ title: test.fullTitle(), state: "passed", ms: test.duration ?? 0 }))
      .on("fail", (test, failure: Error) => outcomes.push({ title: test.fullTitle(), state: "failed", error: failure.stack ?? String(failure) }))
      .on("pending", (test) => outcomes.push({ title: test.fullTitle(), state: "skipped" }));
  });
  if (process.env.INHOST_RESULTS) writeFileSync(process.env.INHOST_RESULTS, JSON.stringify(outcomes));
  if (outcomes.some((each) => each.state === "failed")) throw new Error("some tests failed");
}
