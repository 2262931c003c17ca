import assert from "node:assert/strict";
import { test } from "node:test";
import { LaunchRefused, Supervisor, backoff, type RunningServer, type Timing } from "./supervisor";

/** Time that stands still until it is told to go on. */
class Clock implements Timing {
  private moment = 0;
  private waiting: { at: number; action: () => void }[] = [];

  now(): number {
    return this.moment;
  }

  after(delayMs: number, action: () => void): () => void {
    const entry = { at: this.moment + delayMs, action };
    this.waiting.push(entry);
    return () => (this.waiting = this.waiting.filter((each) => each !== entry));
  }

  async pass(ms: number): Promise<void> {
    this.moment += ms;
    const due = this.waiting.filter((each) => each.at <= this.moment);
    this.waiting = this.waiting.filter((each) => each.at > this.moment);
    for (const each of due) each.action();
    await settle();
  }
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function fleet(): { launched: number; stopped: number; crash: (reason?: string) => void; launch: (onEnd: (reason: string) => void) => Promise<RunningServer> } {
  const fleet = {
    launched: 0,
    stopped: 0,
    crash: (() => undefined) as (reason?: string) => void,
    launch: (onEnd: (reason: string) => void): Promise<RunningServer> => {
      fleet.launched += 1;
      fleet.crash = (reason = "killed") => onEnd(reason);
      const stop = (): Promise<void> => {
        fleet.stopped += 1;
        return Promise.resolve();
      };
      return Promise.resolve({ version: "1", offers: new Set<string>(), ask: () => Promise.resolve(), notify: () => Promise.resolve(), stop });
    },
  };
  return fleet;
}

test("many wishes for a restart become one more restart", async () => {
  const ships = fleet();
  const supervisor = new Supervisor(ships.launch, new Clock());
  await Promise.all([supervisor.restart(), supervisor.restart(), supervisor.restart(), supervisor.restart()]);
  assert.equal(ships.launched, 2);
  assert.equal(ships.stopped, 1);
  assert.equal(supervisor.state.kind, "running");
});

test("a crash is retried, later each time", async () => {
  const ships = fleet();
  const clock = new Clock();
  const supervisor = new Supervisor(ships.launch, clock);
  await supervisor.restart();
  const delays: number[] = [];
  supervisor.onDidChange((state) => {
    if (state.kind === "retrying") delays.push(state.delayMs);
  });
  for (let round = 0; round < 3; round++) {
    ships.crash("segmentation fault");
    assert.equal(supervisor.state.kind, "retrying");
    await clock.pass(60_000 - 1);
  }
  assert.deepEqual(delays, [1_000, 2_000, 4_000]);
  assert.equal(supervisor.state.kind, "running");
});

test("after too many crashes it gives up and says why", async () => {
  const ships = fleet();
  const clock = new Clock();
  const supervisor = new Supervisor(ships.launch, clock);
  await supervisor.restart();
  for (let round = 0; round < 7; round++) {
    ships.crash("no such table");
    await clock.pass(backoff(round + 1));
  }
  assert.deepEqual(supervisor.state, { kind: "failed", reason: "no such table" });
  await supervisor.restart();
  assert.equal(supervisor.state.kind, "running");
});

test("a long healthy run starts the count anew", async () => {
  const ships = fleet();
  const clock = new Clock();
  const supervisor = new Supervisor(ships.launch, clock);
  await supervisor.restart();
  ships.crash();
  await clock.pass(1_000);
  await clock.pass(120_000);
  ships.crash();
  assert.ok(supervisor.state.kind === "retrying" && supervisor.state.attempt === 1);
});

test("a refusal is not retried", async () => {
  const supervisor = new Supervisor(() => Promise.reject(new LaunchRefused("untrusted", "untrusted")), new Clock());
  await supervisor.restart();
  assert.equal(supervisor.state.kind, "untrusted");
  await assert.rejects(supervisor.ready(), /untrusted/);
});

test("a server that cannot even start is retried, but not for long", async () => {
  const clock = new Clock();
  let tries = 0;
  const supervisor = new Supervisor(() => Promise.reject(new Error(`try ${++tries}`)), clock);
  await supervisor.restart();
  await clock.pass(1_000);
  assert.ok(supervisor.state.kind === "retrying" && supervisor.state.attempt === 2);
  await clock.pass(2_000);
  assert.deepEqual(supervisor.state, { kind: "failed", reason: "try 3" });
});

test("a request waits for the server to come back", async () => {
  const ships = fleet();
  const clock = new Clock();
  const supervisor = new Supervisor(ships.launch, clock);
  await supervisor.restart();
  ships.crash();
  const ready = supervisor.ready();
  await clock.pass(1_000);
  assert.equal((await ready).version, "1");
});

test("closing stops the server and every retry", async () => {
  const ships = fleet();
  const clock = new Clock();
  const supervisor = new Supervisor(ships.launch, clock);
  await supervisor.restart();
  ships.crash();
  await supervisor.close();
  await clock.pass(100_000);
  assert.equal(ships.launched, 1);
  assert.equal(supervisor.state.kind, "stopped");
});
