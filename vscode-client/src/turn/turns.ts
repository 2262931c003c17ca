/** One chat turn as the client drives it: ask for context, tell the answer, end sessions. Remembers the last turn. */

import { EventEmitter, type CancellationToken } from "vscode";
import type { CompleteParams, CompleteResult, Feedback, Message, SessionEndResult, TurnParams, TurnResult } from "../wire";
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

/** A turn that was answered. */
export interface CompletedTurn {
  readonly turnId: string;
  readonly prompt: string;
  readonly answer: string;
}

export class Turns {
  private readonly changes = new EventEmitter<LastTurn>();
  private readonly completions = new EventEmitter<CompletedTurn>();
  private readonly forgetting = new EventEmitter<void>();
  readonly onDidBuild = this.changes.event;
  readonly onDidComplete = this.completions.event;
  readonly onDidForget = this.forgetting.event;
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
    this.forgetting.fire();
  }

  /** Tells what the model answered. */
  async complete(params: CompleteParams, token?: CancellationToken): Promise<CompleteResult> {
    const result = await this.service.facade.turnComplete(params, token);
    const { turnId, answer } = params;
    if (this.last?.turnId === turnId) this.completions.fire({ turnId, answer, prompt: this.last.prompt });
    return result;
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
