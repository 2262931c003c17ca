/**
 * The server as the rest of the extension sees it: a state, what it offers, and a facade that waits until it can
 * answer. Owns the starting of it; knows no view and no command.
 */

import { EventEmitter, l10n, workspace, type CancellationToken, type ExtensionContext } from "vscode";
import { createFacade, type Ask, type Facade } from "../generated/facade";
import { log } from "../log";
import { secretEnvironment } from "../secrets";
import { SECTION, serverSettings } from "../settings";
import type * as connection from "./connection";
import { locateServer } from "./locate";
import type { ServerProgress } from "./progress";
import { LaunchRefused, Supervisor, type RunningServer, type ServerState } from "./supervisor";

/** A message for the user instead of an answer: there is no server to ask. */
export class Unavailable extends Error {}

const CHANGES_THE_COMMAND = ["memserver.server.path", "memserver.server.interpreter", "memserver.dataDir"];

export class MemoryService {
  private readonly events = new EventEmitter<Record<string, unknown>>();
  private readonly progress = new EventEmitter<ServerProgress>();
  private readonly states = new EventEmitter<ServerState>();
  private readonly supervisor = new Supervisor((onEnd) => this.launch(onEnd));
  /** Fires when memories may have changed: by this window or by what the server tells. */
  private readonly changes = new EventEmitter<void>();

  readonly onEvent = this.events.event;
  readonly onProgress = this.progress.event;
  readonly onDidChangeState = this.states.event;
  readonly onDidChangeMemories = this.changes.event;
  readonly facade: Facade = createFacade(((method, params, token) => this.ask(method, params, token)) as Ask);

  constructor(private readonly context: ExtensionContext) {
    this.supervisor.onDidChange((state) => {
      log().info(`server: ${state.kind}${"reason" in state ? ` (${state.reason})` : ""}`);
      this.states.fire(state);
    });
    context.subscriptions.push(
      this.events,
      this.progress,
      this.states,
      this.changes,
      workspace.onDidChangeConfiguration((change) => {
        if (CHANGES_THE_COMMAND.some((name) => change.affectsConfiguration(name))) void this.restart();
        else if (change.affectsConfiguration(SECTION)) void this.sendSettings();
      }),
      workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
    );
  }

  get state(): ServerState {
    return this.supervisor.state;
  }

  /** Whether the running server answers a method. */
  offers(method: string): boolean {
    return this.state.kind === "running" && this.state.server.offers.has(method);
  }

  restart(): Promise<void> {
    return this.supervisor.restart();
  }

  close(): Promise<void> {
    return this.supervisor.close();
  }

  /** Tells the views that memories have changed. */
  memoriesChanged(): void {
    this.changes.fire();
  }

  private async ask(method: string, params: unknown, token?: CancellationToken): Promise<unknown> {
    const server = await this.supervisor.ready().catch((failure: unknown) => {
      throw new Unavailable(unavailableText(failure instanceof Error ? failure.message : ""));
    });
    return server.ask(method, params, token);
  }

  private async launch(onEnd: (reason: string) => void): Promise<RunningServer> {
    if (!workspace.isTrusted) throw new LaunchRefused("untrusted", "untrusted");
    const command = await locateServer(this.context, await secretEnvironment(this.context));
    log().info(`starting ${command.program} ${command.args.join(" ")}`);
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- a bundle of its own, loaded only when needed
    const { connect } = require("./connection.js") as typeof connection;
    return connect(command, {
      log: log(),
      settings: serverSettings,
      onEnd,
      onEvent: (event) => this.events.fire(event),
      onProgress: (progress) => this.progress.fire(progress),
    });
  }

  private async sendSettings(): Promise<void> {
    if (this.state.kind !== "running") return;
    const settings = { [SECTION]: serverSettings() };
    await this.state.server.notify("workspace/didChangeConfiguration", { settings });
  }
}

function unavailableText(reason: string): string {
  if (reason === "untrusted") return l10n.t("Memory starts once you trust this workspace.");
  if (reason === "not-set-up") return l10n.t("Memory is not set up yet. Run “Memory: Set Up”.");
  return l10n.t("Memory is not running: {0}", reason);
}
