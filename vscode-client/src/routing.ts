/** Which agent should do a task: asked only of a server that offers it. */

import { l10n, type CancellationToken } from "vscode";
import { Unavailable, type MemoryService } from "./server/service";

export const ROUTE = "route";

export interface RouteResult {
  agent: string;
  confidence: number;
  reasoning: string;
  alternatives: { agent: string; confidence: number }[];
  decidedBy: "keywords" | "patterns" | "default";
}

export async function route(service: MemoryService, task: string, token?: CancellationToken): Promise<RouteResult> {
  if (!service.offers(ROUTE)) throw new Unavailable(l10n.t("This server does not route tasks yet."));
  return (await service.ask(ROUTE, { task }, token)) as RouteResult;
}
