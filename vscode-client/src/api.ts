/**
 * What other extensions get from `extensions.getExtension("memserver.memserver").activate()`: memory for their own chat.
 * Everything takes a cancellation token and waits until the server can answer.
 */

import type { CancellationToken, Event } from "vscode";
import type { AddParams, AddResult, CompleteParams, CompleteResult, Message, RouteResult, SearchParams, SearchResult, SessionEndResult, TurnParams, TurnResult } from "./wire";
import type { Facade } from "./generated/facade";
import { route } from "./routing";
import type { ServerProgress } from "./server/progress";
import type { MemoryService } from "./server/service";
import { here, workspaceUri } from "./turn/gathering";
import type { Turns } from "./turn/turns";

/** What a chat extension may say of its turn beside the prompt; files and workspace are gathered when left out. */
export type ContextOptions = Partial<Omit<TurnParams, "prompt">>;

export interface MemoryApi {
  readonly version: 1;
  /** How long the loading and the activation of this extension kept the extension host busy, in milliseconds. */
  readonly activationMs: number;
  /** Whether the server runs, and the event of its changes. */
  isRunning(): boolean;
  readonly onDidChangeRunning: Event<boolean>;
  /** Whether the server answers a request, such as `route`. */
  offers(method: string): boolean;
  /** Asks what matters for a prompt: put the `prompt` of the result in front of your model. */
  getContext(prompt: string, options?: ContextOptions, token?: CancellationToken): Promise<TurnResult>;
  /** Tells what the model answered to a turn; the result says how far the answer can be relied upon. */
  completeTurn(params: CompleteParams, token?: CancellationToken): Promise<CompleteResult>;
  /** Tells that a session is over, so that what it taught is kept. */
  endSession(sessionId: string, messages: Message[], token?: CancellationToken): Promise<SessionEndResult>;
  remember(content: string, options?: Partial<AddParams>, token?: CancellationToken): Promise<AddResult>;
  search(query: string, options?: Partial<SearchParams>, token?: CancellationToken): Promise<SearchResult>;
  /** Which agent should do a task. Rejects when the server does not offer it: ask `offers("route")` first. */
  route(task: string, token?: CancellationToken): Promise<RouteResult>;
  /** Fires as a request goes on that brought a `workDoneToken`. */
  readonly onProgress: Event<ServerProgress>;
  /** Every request of the server, one function each. */
  readonly requests: Facade;
}

/** The API over a service. */
export function createApi(service: MemoryService, turns: Turns, running: Event<boolean>, activationMs: () => number): MemoryApi {
  const { facade } = service;
  return {
    version: 1,
    get activationMs() {
      return activationMs();
    },
    isRunning: () => service.state.kind === "running",
    onDidChangeRunning: running,
    offers: (method) => service.offers(method),
    getContext: (prompt, options, token) => turns.build(prompt, options, token),
    completeTurn: (params, token) => turns.complete(params, token),
    endSession: (sessionId, messages, token) => turns.endSession(sessionId, messages, undefined, token),
    remember: async (content, options, token) => {
      const layer = options?.layer ?? (workspaceUri() === undefined ? "long-term" : "project");
      const result = await facade.memoryAdd({ ...here(), ...options, layer, content }, token);
      service.memoriesChanged();
      return result;
    },
    search: (query, options, token) => facade.memorySearch({ ...here(), ...options, query }, token),
    route: (task, token) => route(service, task, token),
    onProgress: service.onProgress,
    requests: facade,
  };
}
