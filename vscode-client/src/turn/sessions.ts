/**
 * The chat sessions of this workspace as the client knows them: their ids, their last messages and which commands were
 * used. The server keeps what is worth keeping; this is only what it is told along with a turn.
 */

import { randomUUID } from "node:crypto";
import type { Message, RecentSession } from "../wire";

/** A place that survives a restart of the editor (the editor's state of a workspace, or of all of them). */
export interface Shelf {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface KeptSession {
  id: string;
  title: string;
  timestamp: string;
  messages: Message[];
  /** Whether the server was told that it is over. */
  ended: boolean;
}

const SESSIONS = "memserver.sessions";
const COMMANDS = "memserver.recentCommands";
const FORGOTTEN = "memserver.sessionsForgotten";
const MOST_SESSIONS = 6;
const MOST_MESSAGES = 40;
const MOST_CHARACTERS = 4_000;
const MOST_COMMANDS = 10;
const TITLE_CHARACTERS = 60;

export class Sessions {
  constructor(
    private readonly shelf: Shelf,
    /** Shared by all workspaces: what was deleted in one must not come back from another. */
    private readonly everywhere: Shelf,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Begins a session and returns its id. */
  begin(): string {
    return randomUUID();
  }

  /** Adds what was asked and answered to a session. */
  async add(id: string, prompt: string, answer: string): Promise<void> {
    const sessions = this.all();
    let session = sessions.find((each) => each.id === id);
    if (session === undefined) {
      session = { id, title: prompt.slice(0, TITLE_CHARACTERS), timestamp: "", messages: [], ended: false };
      sessions.unshift(session);
    }
    session.timestamp = this.now().toISOString();
    session.messages.push(
      { role: "user", content: prompt.slice(0, MOST_CHARACTERS), timestamp: session.timestamp },
      { role: "assistant", content: answer.slice(0, MOST_CHARACTERS), timestamp: session.timestamp },
    );
    session.messages = session.messages.slice(-MOST_MESSAGES);
    await this.shelf.update(SESSIONS, sessions.slice(0, MOST_SESSIONS));
  }

  /** Sessions that are over but of which the server was not told: all but the current one. */
  async takeEnded(current: string): Promise<{ id: string; title: string; messages: Message[] }[]> {
    const sessions = this.all();
    const over = sessions.filter((each) => each.id !== current && !each.ended);
    for (const each of over) each.ended = true;
    if (over.length > 0) await this.shelf.update(SESSIONS, sessions);
    return over;
  }

  /** Earlier sessions, the latest first. */
  recent(current: string): RecentSession[] {
    return this.all()
      .filter((each) => each.id !== current)
      .map(({ id, title, messages, timestamp }) => ({ id, title, history: messages, timestamp }));
  }

  /** Remembers that a command such as `/task` was used. */
  async used(command: string): Promise<void> {
    const commands = [command, ...this.recentCommands().filter((each) => each !== command)];
    await this.shelf.update(COMMANDS, commands.slice(0, MOST_COMMANDS));
  }

  /** Commands that were used, the latest first. */
  recentCommands(): string[] {
    return [...this.shelf.get<string[]>(COMMANDS, [])];
  }

  /** Forgets everything; what other workspaces keep of an earlier time does not count from now on. */
  async forget(): Promise<void> {
    await this.everywhere.update(FORGOTTEN, this.now().toISOString());
    await this.shelf.update(SESSIONS, undefined);
    await this.shelf.update(COMMANDS, undefined);
  }

  private all(): KeptSession[] {
    const forgotten = this.everywhere.get(FORGOTTEN, "");
    return structuredClone(this.shelf.get<KeptSession[]>(SESSIONS, [])).filter((each) => each.timestamp > forgotten);
  }
}
