/** Reads the editor's chat history: the messages for the server, and the session that this chat belongs to. */

import { ChatRequestTurn, ChatResponseMarkdownPart, ChatResponseTurn, type ChatContext, type ChatResult } from "vscode";
import type { Message } from "../wire";

/** What an answer of ours carries for the next turn of the same chat. */
export interface TurnMetadata {
  readonly sessionId: string;
  readonly turnId?: string;
  readonly answer?: string;
}

export function messagesOf(context: ChatContext): Message[] {
  return context.history.map((turn) => (turn instanceof ChatRequestTurn ? { role: "user", content: turn.prompt } : answerOf(turn)));
}

/** The session of this chat; undefined when it begins now. */
export function sessionOf(context: ChatContext): string | undefined {
  for (const turn of [...context.history].reverse()) {
    const found = turn instanceof ChatResponseTurn ? metadataOf(turn.result)?.sessionId : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

export function metadataOf(result: ChatResult): TurnMetadata | undefined {
  return result.metadata as TurnMetadata | undefined;
}

function answerOf(turn: ChatResponseTurn): Message {
  const texts = turn.response.map((part) => (part instanceof ChatResponseMarkdownPart ? part.value.value : ""));
  return { role: "assistant", content: texts.join("") };
}
