/**
 * `@memory` in the chat view: answers from memory with its sources, remembers, and shows what it would inject. What the
 * model is told comes from the server; this file only carries it there and back.
 */

import {
  ChatResultFeedbackKind,
  LanguageModelChatMessage,
  MarkdownString,
  chat,
  l10n,
  type CancellationToken,
  type ChatContext,
  type ChatRequest,
  type ChatResponseStream,
  type ChatResult,
  type ExtensionContext,
} from "vscode";
import type { TurnResult } from "../wire";
import { memoryIcon } from "../icons";
import { editorLanguage } from "../language";
import { log } from "../log";
import { uriOf } from "../memories/files";
import { layerName, statusName } from "../memories/labels";
import type { MemoryService } from "../server/service";
import { lineOf, slashCommand } from "../slash/lines";
import { here, workspaceUri } from "../turn/gathering";
import type { Turns } from "../turn/turns";
import { messagesOf, metadataOf, sessionOf, type TurnMetadata } from "./history";

const ID = "memserver.memory";
const MOST_SOURCES = 6;
const OPEN_MEMORY = "memserver.openMemory";

export class Participant {
  constructor(
    private readonly service: MemoryService,
    private readonly turns: Turns,
  ) {}

  register(context: ExtensionContext): void {
    const participant = chat.createChatParticipant(ID, (request, history, stream, token) => this.handle(request, history, stream, token));
    participant.iconPath = memoryIcon(context);
    participant.onDidReceiveFeedback(({ result, kind }) => void this.feedback(metadataOf(result), kind));
    context.subscriptions.push(participant);
  }

  private async handle(
    request: ChatRequest,
    context: ChatContext,
    stream: ChatResponseStream,
    token: CancellationToken,
  ): Promise<ChatResult> {
    const sessionId = sessionOf(context) ?? this.turns.sessions.begin();
    void this.endEarlier(sessionId);
    if (request.command) await this.turns.sessions.used(`/${request.command}`);
    try {
      if (request.command === "remember") return await this.remember(request.prompt, stream, { sessionId });
      const slash = slashCommand(request.command ?? "", editorLanguage());
      if (slash !== undefined) return await this.run(lineOf(slash, request.prompt), stream, { sessionId }, token);
      if (request.command === "search") return await this.search(request.prompt, stream, { sessionId }, token);
      const history = messagesOf(context);
      const turn = await this.turns.build(request.prompt, { sessionId, history }, token);
      if (request.command === "context") return this.show(turn, stream, { sessionId, turnId: turn.turnId });
      return await this.answer(request, turn, stream, sessionId, token);
    } catch (failure) {
      const message = failure instanceof Error ? failure.message : String(failure);
      log().error(message);
      return { errorDetails: { message }, metadata: { sessionId } };
    }
  }

  private async answer(
    request: ChatRequest,
    turn: TurnResult,
    stream: ChatResponseStream,
    sessionId: string,
    token: CancellationToken,
  ): Promise<ChatResult> {
    let answer = "";
    try {
      const messages = [turn.prompt, request.prompt].filter(Boolean).map((text) => LanguageModelChatMessage.User(text));
      const response = await request.model.sendRequest(messages, {}, token);
      for await (const piece of response.text) {
        answer += piece;
        stream.markdown(piece);
      }
    } catch (failure) {
      log().warn(`the chat model did not answer: ${failure instanceof Error ? failure.message : String(failure)}`);
      stream.markdown(l10n.t("No chat model answered, so this is what memory itself knows:"));
      return this.show(turn, stream, { sessionId, turnId: turn.turnId });
    }
    const judged = await this.turns.complete({ turnId: turn.turnId, answer }, token);
    this.cite(turn, stream);
    if (judged.footer) stream.markdown(`\n\n${judged.footer}`);
    await this.turns.sessions.add(sessionId, request.prompt, answer);
    const metadata: TurnMetadata = { sessionId, turnId: turn.turnId, answer };
    return { metadata };
  }

  /** Shows what a turn adds, item by item. */
  private show(turn: TurnResult, stream: ChatResponseStream, metadata: TurnMetadata): ChatResult {
    const text = new MarkdownString();
    if (turn.items.length === 0) text.appendText(l10n.t("Memory has nothing to add to this."));
    else text.appendMarkdown(`\n\n${l10n.t("Items: {0}, tokens: {1} of {2}", turn.items.length, turn.usage.used, turn.usage.budget)}\n\n`);
    for (const item of turn.items) {
      const facts = [layerName(item.layer ?? item.source), item.status ? statusName(item.status) : "", item.stale ? l10n.t("stale") : ""];
      text.appendMarkdown("- ").appendText(item.title).appendMarkdown(" — *").appendText(facts.filter(Boolean).join(", ")).appendMarkdown("*\n");
    }
    stream.markdown(text);
    for (const item of turn.items) if (item.path === undefined) stream.reference(uriOf(item));
    stream.button({ command: "memserver.explainLastTurn", title: l10n.t("Open in Inspector"), arguments: [turn.turnId] });
    return { metadata };
  }

  private async remember(content: string, stream: ChatResponseStream, metadata: TurnMetadata): Promise<ChatResult> {
    if (!content.trim()) {
      stream.markdown(l10n.t("Say what to remember: `/remember we release on Thursdays`."));
      return { metadata };
    }
    const layer = workspaceUri() === undefined ? "long-term" : "project";
    const result = await this.service.facade.memoryAdd({ layer, content, ...here() });
    this.service.memoriesChanged();
    stream.markdown(result.duplicateOf === undefined ? l10n.t("Remembered.") : l10n.t("This was known already."));
    if (result.conflictsWith.length > 0) stream.markdown(` ${l10n.t("Memories it contradicts: {0}.", result.conflictsWith.length)}`);
    stream.reference(uriOf({ id: result.id, title: content }));
    return { metadata };
  }

  private async search(query: string, stream: ChatResponseStream, metadata: TurnMetadata, token: CancellationToken): Promise<ChatResult> {
    const { results } = await this.service.facade.memorySearch({ query, ...here() }, token);
    const text = new MarkdownString();
    if (results.length === 0) text.appendText(l10n.t("Nothing was found."));
    for (const hit of results) {
      text.appendMarkdown("- **").appendText(hit.title).appendMarkdown("** — *").appendText(layerName(hit.layer)).appendMarkdown("*\n");
      stream.reference(uriOf(hit));
    }
    stream.markdown(text);
    return { metadata };
  }

  /** Runs a slash command and shows what it said. */
  private async run(line: string, stream: ChatResponseStream, metadata: TurnMetadata, token: CancellationToken): Promise<ChatResult> {
    const { markdown } = await this.service.facade.commandsRun({ line, ...here() }, token);
    this.service.memoriesChanged();
    stream.markdown(markdown);
    return { metadata };
  }

  /** Names the sources of an answer, to be opened. Files of the brain are named by their path. */
  private cite(turn: TurnResult, stream: ChatResponseStream): void {
    if (turn.items.length === 0) return;
    const text = new MarkdownString(`\n\n**${l10n.t("Sources")}**\n\n`);
    text.isTrusted = { enabledCommands: [OPEN_MEMORY] };
    for (const item of turn.items.slice(0, MOST_SOURCES)) {
      const name = escapeMarkdown(item.path ?? item.title);
      const link = `command:${OPEN_MEMORY}?${encodeURIComponent(JSON.stringify([item.id]))}`;
      text.appendMarkdown(item.path === undefined ? `- [${name}](${link})` : `- ${name}`);
      if (item.stale) text.appendMarkdown(` *${l10n.t("stale")}*`);
      text.appendMarkdown("\n");
    }
    stream.markdown(text);
  }

  /** Tells the server of chats that are over: the editor has no event for that, so it is known at the next one. */
  private async endEarlier(current: string): Promise<void> {
    for (const { id, title, messages } of await this.turns.sessions.takeEnded(current)) {
      await this.turns.endSession(id, messages, title).catch((failure: unknown) => log().warn(String(failure)));
    }
  }

  private async feedback(metadata: TurnMetadata | undefined, kind: ChatResultFeedbackKind): Promise<void> {
    if (metadata?.turnId === undefined || metadata.answer === undefined) return;
    const feedback = kind === ChatResultFeedbackKind.Helpful ? "up" : "down";
    await this.turns.rate(metadata.turnId, feedback).catch((failure: unknown) => log().warn(String(failure)));
  }
}

/** Text from memories must not become markup. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>|~]/g, "\\$&").replace(/\s+/gu, " ");
}
