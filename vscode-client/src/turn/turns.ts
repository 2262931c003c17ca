/** One chat turn as the client drives it: ask for context, tell the answer, end sessions. Remembers the last turn. */

import { EventEmitter, type CancellationToken } from "vscode";
import type { CompleteResult, Feedback, Message, SessionEndResult, TurnParams, TurnResult } from "../wire";
import type { MemoryService } from "../server/service";
import { gather, here } from "./gathering";
import type { Sessions } from "./sessions";

/** The last turn, for the status item and the inspector. */
export interface LastTurn {
  readonly turnId: string;
  readonly prompt: string;
  readonly items: number;
  readonly tokens: number;
}

export class Turns {
  private readonly changes = new EventEmitter<LastTurn>();
  readonly onDidBuild = this.changes.event;
  last: LastTurn | undefined;

  constructor(
    private readonly service: MemoryService,
    readonly sessions: Sessions,
  ) {}

  /** Asks what matters for a prompt, with what the editor knows; `options` win over what was gathered. */
  async build(
    prompt: string,
    options: Partial<TurnParams> = {},
    token?: CancellationToken,
  ): Promise<TurnResult> {
    const sessionId = options.sessionId ?? this.sessions.begin();
    const params = { ...gather(this.sessions, sessionId), ...options, prompt, sessionId };
    const result = await this.service.facade.contextBuild(params, token);
    this.last = { turnId: result.turnId, prompt, items: result.items.length, tokens: result.usage.used };
    this.changes.fire(this.last);
    return result;
  }

  /** Forgets the last turn. */
  forget(): void {
    this.last = undefined;
  }

  /** Tells what the model answered. */
  complete(turnId: string, answer: string, token?: CancellationToken): Promise<CompleteResult> {
    return this.service.facade.turnComplete({ turnId, answer }, token);
  }

  /** Tells what the user thinks of an answer. */
  rate(turnId: string, feedback: "up" | "down"): Promise<Feedback> {
    return this.service.facade.growthFeedback({ turnId, feedback });
  }

  /** Tells that a session is over. */
  async endSession(
    sessionId: string,
    messages: Message[],
    title?: string,
    token?: CancellationToken,
  ): Promise<SessionEndResult> {
    const named = title === undefined ? {} : { title };
    const result = await this.service.facade.sessionEnd({ sessionId, messages, ...here(), ...named }, token);
    this.service.memoriesChanged();
    return result;
  }
}
