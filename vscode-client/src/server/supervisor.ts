/**
 * Keeps one server running: starts it, restarts it (many wishes become one restart), and after a crash tries again,
 * waiting longer each time. Knows nothing of the editor or of processes: a launcher brings servers up.
 */

/** A server that answers. */
export interface RunningServer {
  readonly version: string;
  /** The methods it offers, without their prefix. */
  readonly offers: ReadonlySet<string>;
  ask(method: string, params: unknown, token?: unknown): Promise<unknown>;
  notify(method: string, params: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** Brings a server up; `onEnd` is called once when it ends by itself. */
export type Launch = (onEnd: (reason: string) => void) => Promise<RunningServer>;

/** Thrown by a launcher when trying again is useless until the user acts; `kind` tells which way out there is. */
export class LaunchRefused extends Error {
  constructor(
    readonly kind: "untrusted" | "not-set-up" | "failed",
    message: string,
  ) {
    super(message);
  }
}

export type ServerState =
  | { readonly kind: "stopped" | "untrusted" | "not-set-up" | "starting" }
  | { readonly kind: "running"; readonly server: RunningServer }
  | { readonly kind: "retrying"; readonly attempt: number; readonly delayMs: number; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
const MOST_ATTEMPTS = 6;
/** A server that never came up is broken rather than unlucky: the user is told sooner. */
const MOST_FIRST_ATTEMPTS = 2;
/** A server that ran this long was healthy: the next crash counts as the first one. */
const HEALTHY_MS = 60_000;

/** The parts of time that a test replaces. */
export interface Timing {
  now(): number;
  after(delayMs: number, action: () => void): () => void;
}

const REAL_TIME: Timing = {
  now: () => Date.now(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};

/** How long to wait before the given attempt (1, 2, …). */
export function backoff(attempt: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
}

export class Supervisor {
  private current: ServerState = { kind: "stopped" };
  private readonly listeners = new Set<(state: ServerState) => void>();
  private attempts = 0;
  private startedAt = 0;
  private cancelRetry: (() => void) | undefined;
  private work: Promise<void> | undefined;
  private again = false;
  private closed = false;
  private hasRun = false;

  constructor(
    private readonly launch: Launch,
    private readonly time: Timing = REAL_TIME,
  ) {}

  get state(): ServerState {
    return this.current;
  }

  onDidChange(listener: (state: ServerState) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** Starts or restarts the server. Calls that come while this is under way lead to one more restart, not to many. */
  restart(): Promise<void> {
    this.attempts = 0;
    return this.begin();
  }

  /** Stops for good. */
  async close(): Promise<void> {
    this.closed = true;
    this.cancelRetry?.();
    await this.work?.catch(() => undefined);
    await this.stopServer();
    this.become({ kind: "stopped" });
    this.listeners.clear();
  }

  /** Waits until a server runs; rejects when none will without the user's help. */
  ready(): Promise<RunningServer> {
    return new Promise((resolve, reject) => {
      const look = (state: ServerState): boolean => {
        if (state.kind === "running") resolve(state.server);
        else if (state.kind === "failed") reject(new Error(state.reason));
        else if (state.kind === "untrusted" || state.kind === "not-set-up" || this.closed) reject(new Error(state.kind));
        else return false;
        return true;
      };
      if (look(this.current)) return;
      const subscription = this.onDidChange((state) => {
        if (look(state)) subscription.dispose();
      });
    });
  }

  private begin(): Promise<void> {
    if (this.work !== undefined) this.again = true;
    this.work ??= this.runRestarts().finally(() => (this.work = undefined));
    return this.work;
  }

  private async runRestarts(): Promise<void> {
    do {
      this.again = false;
      this.cancelRetry?.();
      await this.stopServer();
      await this.start();
    } while (this.isAskedAgain());
  }

  private async start(): Promise<void> {
    this.become({ kind: "starting" });
    let ended: string | undefined;
    let running = false;
    try {
      const server = await this.launch((reason) => {
        ended = reason;
        if (running) this.crashed(reason);
      });
      if (this.isClosed()) {
        await server.stop();
      } else if (ended !== undefined) {
        this.crashed(ended);
      } else {
        running = true;
        this.hasRun = true;
        this.startedAt = this.time.now();
        this.become({ kind: "running", server });
      }
    } catch (failure) {
      this.refused(failure);
    }
  }

  private refused(failure: unknown): void {
    if (failure instanceof LaunchRefused) {
      this.become(failure.kind === "failed" ? { kind: "failed", reason: failure.message } : { kind: failure.kind });
    } else {
      this.startedAt = this.time.now();
      this.crashed(failure instanceof Error ? failure.message : String(failure));
    }
  }

  private crashed(reason: string): void {
    if (this.isClosed() || this.current.kind === "retrying") return;
    if (this.current.kind === "running" && this.time.now() - this.startedAt >= HEALTHY_MS) this.attempts = 0;
    this.attempts += 1;
    if (this.attempts > (this.hasRun ? MOST_ATTEMPTS : MOST_FIRST_ATTEMPTS)) return this.become({ kind: "failed", reason });
    const delayMs = backoff(this.attempts);
    const attempt = this.attempts;
    this.become({ kind: "retrying", attempt, delayMs, reason });
    this.cancelRetry = this.time.after(delayMs, () => void this.begin());
  }

  private async stopServer(): Promise<void> {
    if (this.current.kind !== "running") return;
    const { server } = this.current;
    this.become({ kind: "starting" });
    await server.stop().catch(() => undefined);
  }

  private isAskedAgain(): boolean {
    return this.again && !this.closed;
  }

  private isClosed(): boolean {
    return this.closed;
  }

  private become(state: ServerState): void {
    this.current = state;
    for (const listener of [...this.listeners]) listener(state);
  }
}
