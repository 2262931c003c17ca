/**
 * The private environment: a folder with a Python environment and the server in it, made once for each wheel.
 * It is complete when its mark is written; anything without one is made anew. Knows nothing of the editor.
 */

import { createHash } from "node:crypto";
import { mkdir, open, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const MARK = "complete.json";
const LOCK = ".lock";
const LOCK_LOOK_MS = 500;
const LOCK_OLD_MS = 20 * 60_000;
const KEPT_LINES = 60;

/** Why an environment could not be made. */
export type Problem = "network" | "disk" | "no-venv" | "broken";

/** Says why an environment could not be made; `tail` is the end of what the tools printed. */
export class EnvironmentFailure extends Error {
  constructor(
    readonly problem: Problem,
    readonly tail: string,
  ) {
    super(`the environment could not be made: ${problem}`);
  }
}

/** The user stopped it. */
export class EnvironmentStopped extends Error {}

/** What the making of an environment needs from outside. */
export interface Workshop {
  run(command: string, args: readonly string[], onLine: (line: string) => void, stop: AbortSignal): Promise<number | undefined>;
  log(line: string): void;
  report(step: Step, detail: string): void;
  readonly platform: NodeJS.Platform;
}

export type Step = "waiting" | "creating" | "installing" | "checking";

/** Where the environment for this wheel lives; another wheel gets another folder. */
export async function folderFor(storage: string, wheel: string): Promise<string> {
  const digest = createHash("sha256").update(await readFile(wheel)).digest("hex").slice(0, 12);
  return path.join(storage, `server-${digest}`);
}

/** The Python inside an environment. */
export function pythonIn(folder: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? path.join(folder, "Scripts", "python.exe") : path.join(folder, "bin", "python");
}

/** Whether an environment was finished and its Python is still there. */
export async function isComplete(folder: string, platform: NodeJS.Platform): Promise<boolean> {
  return (await exists(path.join(folder, MARK))) && (await exists(pythonIn(folder, platform)));
}

/** Makes the environment, unless another window has made it meanwhile. */
export async function makeEnvironment(
  folder: string,
  interpreter: string,
  wheel: string,
  workshop: Workshop,
  stop: AbortSignal,
): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true });
  const release = await lock(`${folder}${LOCK}`, workshop, stop);
  try {
    if (await isComplete(folder, workshop.platform)) return;
    await build(folder, interpreter, wheel, workshop, stop);
  } catch (failure) {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    throw failure;
  } finally {
    await release();
  }
}

/** Removes environments of other wheels; one that is in use by an older window is left for the next time. */
export async function removeOthers(storage: string, kept: string): Promise<void> {
  for (const name of await readdir(storage).catch(() => [])) {
    const folder = path.join(storage, name);
    if (name.startsWith("server-") && folder !== kept && !name.endsWith(LOCK)) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

/** Reads from the tools' output why they failed. */
export function problemIn(output: string): Problem {
  if (/No space left|ENOSPC|not enough space/i.test(output)) return "disk";
  if (/ensurepip is not|No module named (venv|ensurepip)/i.test(output)) return "no-venv";
  const network =
    /No matching distribution|Could not find a version|name resolution|getaddrinfo|new connection|ConnectionError|timed? ?out|SSLError|ProxyError|Network is unreachable|ConnectTimeout/i;
  return network.test(output) ? "network" : "broken";
}

async function build(folder: string, interpreter: string, wheel: string, workshop: Workshop, stop: AbortSignal): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const python = pythonIn(folder, workshop.platform);
  workshop.report("creating", "");
  await step(interpreter, ["-m", "venv", folder], workshop, stop);
  workshop.report("installing", "");
  const install = ["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off", wheel];
  await step(python, install, workshop, stop);
  workshop.report("checking", "");
  await step(python, ["-m", "memserver", "--version"], workshop, stop);
  await writeFile(path.join(folder, MARK), JSON.stringify({ wheel: path.basename(wheel), interpreter }));
}

async function step(command: string, args: readonly string[], workshop: Workshop, stop: AbortSignal): Promise<void> {
  const lines: string[] = [];
  const onLine = (line: string): void => {
    workshop.log(line);
    lines.push(line);
    if (lines.length > KEPT_LINES) lines.shift();
    const detail = /^(?:Collecting|Downloading|Processing) (\S+)|^(Installing) collected/.exec(line);
    if (detail) workshop.report("installing", detail[1] ?? "");
  };
  workshop.log(`$ ${[command, ...args].join(" ")}`);
  const code = await workshop.run(command, args, onLine, stop).catch((failure: unknown) => {
    onLine(String(failure));
    return 1;
  });
  if (code === undefined || stop.aborted) throw new EnvironmentStopped();
  if (code !== 0) throw new EnvironmentFailure(problemIn(lines.join("\n")), lines.slice(-8).join("\n"));
}

/** Takes the lock, waiting for another window that holds it; a lock whose owner is gone is taken over. */
async function lock(file: string, workshop: Workshop, stop: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch {
      if (await isAbandoned(file)) await rm(file, { force: true });
      else {
        workshop.report("waiting", "");
        await new Promise((resolve) => setTimeout(resolve, LOCK_LOOK_MS));
      }
    }
    if (stop.aborted) throw new EnvironmentStopped();
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    if (Date.now() - (await stat(file)).mtimeMs > LOCK_OLD_MS) return true;
    const owner = Number.parseInt(await readFile(file, "utf8"), 10);
    return Number.isInteger(owner) && !isAlive(owner);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
