/** The tools that an agent may call: recall, remember and, where the server offers it, route. Their schemas are generated. */

import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  l10n,
  lm,
  type CancellationToken,
  type Disposable,
  type ExtensionContext,
  type LanguageModelTool,
} from "vscode";
import type { AddParams, SearchParams } from "../wire";
import { ROUTE, route } from "../routing";
import type { MemoryService } from "../server/service";
import { here } from "../turn/gathering";

/** Registers the tools; route comes and goes with what the server offers. */
export function registerTools(context: ExtensionContext, service: MemoryService): void {
  context.subscriptions.push(
    lm.registerTool("memserver_recall", recall(service)),
    lm.registerTool("memserver_remember", remember(service)),
  );
  if (!isDeclared(context, "memserver_route")) return;
  let routing: Disposable | undefined;
  context.subscriptions.push(
    { dispose: () => void routing?.dispose() },
    service.onDidChangeState(() => {
      if (service.offers(ROUTE)) routing ??= lm.registerTool("memserver_route", routeTool(service));
    }),
  );
}

/** A tool that the manifest does not declare must not be registered. */
function isDeclared(context: ExtensionContext, name: string): boolean {
  const manifest = context.extension.packageJSON as { contributes: { languageModelTools: { name: string }[] } };
  return manifest.contributes.languageModelTools.some((tool) => tool.name === name);
}

function recall(service: MemoryService): LanguageModelTool<SearchParams> {
  return {
    prepareInvocation: ({ input }) => ({ invocationMessage: l10n.t("Recalling “{0}”", input.query) }),
    invoke: async ({ input }, token) => {
      const { results, mode } = await service.facade.memorySearch({ ...here(), ...input }, token);
      return answer({
        mode,
        results: results.map(({ id, title, content, layer, status, stale, timestamp, tags }) => ({ id, title, content, layer, status, stale, timestamp, tags })),
      });
    },
  };
}

function remember(service: MemoryService): LanguageModelTool<AddParams> {
  return {
    prepareInvocation: ({ input }) => ({
      invocationMessage: l10n.t("Remembering"),
      confirmationMessages: { title: l10n.t("Remember this?"), message: input.content },
    }),
    invoke: async ({ input }, token) => {
      const source = { type: "agent_execution", author: "claude-code" } as const;
      const result = await service.facade.memoryAdd({ ...here(), ...input, source }, token);
      service.memoriesChanged();
      return answer(result);
    },
  };
}

function routeTool(service: MemoryService): LanguageModelTool<{ task: string }> {
  return {
    prepareInvocation: () => ({ invocationMessage: l10n.t("Choosing an agent") }),
    invoke: async ({ input }, token: CancellationToken) => answer(await route(service, input.task, token)),
  };
}

function answer(value: unknown): LanguageModelToolResult {
  return new LanguageModelToolResult([new LanguageModelTextPart(JSON.stringify(value))]);
}
