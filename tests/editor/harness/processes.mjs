// Finds the memory servers that an editor has started: only descendants of that editor, by their command line.
import { readFileSync, readdirSync } from "node:fs";

/** The process ids of the servers below a process. */
export function serversOf(ancestor) {
  const processes = new Map();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const parent = Number(/\)\s\S\s(\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))?.[1]);
      const line = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0").join(" ");
      processes.set(Number(name), { parent, line });
    } catch {
      // it has ended meanwhile
    }
  }
  const below = (pid) => {
    for (let each = processes.get(pid); each; each = processes.get(each.parent)) if (each.parent === ancestor) return true;
    return false;
  };
  return [...processes].filter(([pid, { line }]) => /memserver serve/.test(line) && below(pid)).map(([pid]) => pid);
}

/** The environment that a process was started with, one variable a line; empty when it has ended. */
export function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").join("\n");
  } catch {
    return "";
  }
}
