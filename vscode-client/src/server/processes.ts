/** Runs programs: short questions, and long work whose lines are passed on and which can be stopped. */

import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Probe } from "./python";

const PROBE_TIMEOUT_MS = 10_000;

/** Runs a program for at most ten seconds and returns what it printed. */
export const probe: Probe = (command, args) =>
  new Promise((resolve) => {
    const options = { timeout: PROBE_TIMEOUT_MS, windowsHide: true, env: environmentOf() };
    execFile(command, [...args], options, (failure, printed) => resolve(failure ? undefined : printed));
  });

/** Runs a program to its end; each line goes to `onLine`. Returns its exit code, or undefined when it was stopped. */
export function runToEnd(
  command: string,
  args: readonly string[],
  onLine: (line: string) => void,
  stop: AbortSignal,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { windowsHide: true, env: environmentOf(), signal: stop });
    createInterface({ input: child.stdout }).on("line", onLine);
    createInterface({ input: child.stderr }).on("line", onLine);
    child.on("error", (failure) => {
      if (stop.aborted) resolve(undefined);
      else reject(failure);
    });
    child.on("close", (code) => resolve(stop.aborted ? undefined : (code ?? 1)));
  });
}

/** The environment for a Python of ours: nothing of another environment that may be active around the editor. */
export function environmentOf(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, PYTHONIOENCODING: "utf-8", PYTHONUTF8: "1", ...extra };
  for (const name of ["PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"]) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the names are the constants above
    delete environment[name];
  }
  return environment;
}
