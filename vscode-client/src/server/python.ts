/** Finds a Python that can run the server. Knows nothing of the editor; programs are run through the given probe. */

export const OLDEST_MINOR = 11;
const NEWEST_NAMED_MINOR = 14;

/** A Python of this machine. */
export interface Interpreter {
  readonly path: string;
  readonly major: number;
  readonly minor: number;
  /** Whether it can make environments: some distributions split that off into a package of its own. */
  readonly makesEnvironments: boolean;
  /** The version of memserver that is installed in it, if any. */
  readonly memserver?: string;
}

/** Runs a program and returns what it printed; undefined when it is not there or fails. */
export type Probe = (command: string, args: readonly string[]) => Promise<string | undefined>;

/** Why no Python was found: none at all, only old ones, or only ones that cannot make environments. */
export type Shortfall = "none" | "too-old" | "no-venv";

export type Search = { readonly found: Interpreter } | { readonly shortfall: Shortfall };

const QUESTION = [
  "import importlib.util as u, json, sys",
  "has = lambda n: u.find_spec(n) is not None",
  "v = None",
  "if has('memserver'):",
  "    import importlib.metadata as m",
  "    try: v = m.version('memserver')",
  "    except m.PackageNotFoundError: v = 'unknown'",
  "print(json.dumps([sys.executable, sys.version_info[0], sys.version_info[1], has('venv') and has('ensurepip'), v]))",
].join("\n");

/** The commands that may start a Python, the most likely first. */
export function candidates(platform: NodeJS.Platform): string[][] {
  const minors: number[] = [];
  for (let minor = NEWEST_NAMED_MINOR; minor >= OLDEST_MINOR; minor--) minors.push(minor);
  if (platform === "win32") {
    return [...minors.map((minor) => ["py", `-3.${minor}`]), ["python"], ["python3"]];
  }
  const elsewhere = platform === "darwin" ? [["/opt/homebrew/bin/python3"], ["/usr/local/bin/python3"]] : [];
  return [["python3"], ...minors.map((minor) => [`python3.${minor}`]), ["python"], ...elsewhere];
}

/** Asks one Python who it is. */
export async function examine(command: readonly string[], probe: Probe): Promise<Interpreter | undefined> {
  const [program, ...args] = command;
  if (program === undefined) return undefined;
  const printed = await probe(program, [...args, "-c", QUESTION]);
  return printed === undefined ? undefined : parseAnswer(printed);
}

/** Whether a Python is new enough for the server. */
export function isNewEnough(interpreter: Interpreter): boolean {
  return interpreter.major === 3 && interpreter.minor >= OLDEST_MINOR;
}

/** Looks for a Python that is new enough and can make environments. */
export async function findPython(platform: NodeJS.Platform, probe: Probe): Promise<Search> {
  let shortfall: Shortfall = "none";
  for (const command of candidates(platform)) {
    const interpreter = await examine(command, probe);
    if (interpreter === undefined) continue;
    if (!isNewEnough(interpreter)) {
      if (shortfall === "none") shortfall = "too-old";
    } else if (!interpreter.makesEnvironments) {
      shortfall = "no-venv";
    } else {
      return { found: interpreter };
    }
  }
  return { shortfall };
}

function parseAnswer(printed: string): Interpreter | undefined {
  try {
    const [path, major, minor, makesEnvironments, memserver] = JSON.parse(printed.trim()) as unknown[];
    if (typeof path !== "string" || typeof major !== "number" || typeof minor !== "number") return undefined;
    const interpreter = { path, major, minor, makesEnvironments: makesEnvironments === true };
    return typeof memserver === "string" ? { ...interpreter, memserver } : interpreter;
  } catch {
    return undefined;
  }
}
