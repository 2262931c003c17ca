/**
 * The connection to one server process over LSP. The only file that loads the language client: it is bundled by
 * itself and loaded when a server is started, so that activation stays cheap.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { CancellationToken, Disposable, LogOutputChannel } from "vscode";
import { CloseAction, ErrorAction, LanguageClient, ResponseError, RevealOutputChannelOn, WorkDoneProgress } from "vscode-languageclient/node";
import { METHOD_PREFIX } from "../generated/protocol";
import { tokenOf, type ServerProgress } from "./progress";
import type { RunningServer } from "./supervisor";

const COMMAND_PREFIX = "memserver.";
const STOP_TIMEOUT_MS = 3_000;
const LAST_WORDS_MS = 1_000;

/** What starts the server process. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly folder?: string;
}

/** What the connection tells the rest of the extension. */
export interface ConnectionOptions {
  readonly log: LogOutputChannel;
  /** The settings, read anew whenever the server wants them. */
  settings(): Record<string, unknown>;
  onEnd(reason: string): void;
  onEvent(event: Record<string, unknown>): void;
  onProgress(progress: ServerProgress): void;
}

/** A request that the server refused: its kind and, where there is one, the field that is wrong. */
export class RequestFailure extends Error {
  constructor(
    message: string,
    readonly kind: string,
    readonly field: string | undefined,
    readonly hint: string | undefined,
  ) {
    super(message);
  }
}

/** Starts a server process and shakes hands with it. */
export async function connect(command: Command, options: ConnectionOptions): Promise<RunningServer> {
  const life: Life = { stopping: false, ended: false, complaint: "" };
  const child = await startProcess(command, options, life);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const client = new QuietClient(
    "memserver",
    "Memory",
    () => Promise.resolve(child),
    {
      outputChannel: options.log,
      traceOutputChannel: options.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: () => options.settings(),
      initializationFailedHandler: () => false,
      stdioOptions: { stdout: () => undefined, stderr: () => undefined },
      // Crashes are the supervisor's business: the client itself neither restarts nor complains.
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
      middleware: { workspace: { configuration: () => [options.settings()] } },
    },
  );
  client.onNotification("memserver/event", (event: Record<string, unknown>) => options.onEvent(event));
  try {
    await client.start();
  } catch (failure) {
    life.stopping = true;
    // What the process had to say may come a moment later than its end.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, LAST_WORDS_MS))]);
    child.kill();
    throw new Error(life.complaint || (failure instanceof Error ? failure.message : String(failure)));
  }
  return running(client, child, life, options);
}

/** The language client shows its own messages when a server does not start; ours say what to do. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

interface Life {
  stopping: boolean;
  ended: boolean;
  /** The last line that the process wrote to its error stream: the best explanation of a sudden end. */
  complaint: string;
}

/** Starts the process; rejects when there is no such program. */
async function startProcess(command: Command, options: ConnectionOptions, life: Life): Promise<ChildProcess> {
  const child = spawn(command.program, [...command.args], {
    cwd: command.folder,
    env: command.environment,
    windowsHide: true,
  });
  await new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    options.log.info(line);
    if (line.trim()) life.complaint = line.trim();
  });
  const end = (reason: string): void => {
    if (life.ended) return;
    life.ended = true;
    if (!life.stopping) options.onEnd(life.complaint || reason);
  };
  child.on("error", (failure) => end(failure.message));
  child.on("exit", (code, signal) => end(signal ? `signal ${signal}` : `exit code ${code ?? "?"}`));
  return child;
}

function running(client: LanguageClient, child: ChildProcess, life: Life, options: ConnectionOptions): RunningServer {
  const commands = client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
  return {
    version: client.initializeResult?.serverInfo?.version ?? "",
    offers: new Set(commands.map((name) => name.replace(COMMAND_PREFIX, "").replaceAll(".", "/"))),
    ask: async (method, params, token) => {
      const following = follow(client, params, options);
      try {
        return await ask(client, method, params, token as CancellationToken | undefined);
      } finally {
        following?.dispose();
      }
    },
    notify: (method, params) => client.sendNotification(method, params),
    stop: async () => {
      life.stopping = true;
      await client.dispose(STOP_TIMEOUT_MS).catch(() => undefined);
      child.kill();
    },
  };
}

/** Listens to the progress of a request that brought a token for it. */
function follow(client: LanguageClient, params: unknown, options: ConnectionOptions): Disposable | undefined {
  const token = tokenOf(params);
  if (token === undefined) return undefined;
  return client.onProgress(WorkDoneProgress.type, token, (value) => {
    if (value.kind === "report") options.onProgress({ token, percentage: value.percentage ?? 0, message: value.message ?? "" });
  });
}

async function ask(client: LanguageClient, method: string, params: unknown, token?: CancellationToken): Promise<unknown> {
  try {
    // A token that is given but undefined would be taken for a second parameter.
    const rest = token === undefined ? [] : [token];
    return await client.sendRequest(METHOD_PREFIX + method, params, ...rest);
  } catch (failure) {
    if (!(failure instanceof ResponseError)) throw failure;
    const data = (failure.data ?? {}) as { kind?: string; field?: string; hint?: string };
    throw new RequestFailure(failure.message, data.kind ?? "failed", data.field, data.hint);
  }
}
