/** Which agent should do a task: asked only of a server that offers it. */

import { l10n, type CancellationToken } from "vscode";
import type { RouteResult } from "./wire";
import { Unavailable, type MemoryService } from "./server/service";

export const ROUTE = "route";

export async function route(service: MemoryService, task: string, token?: CancellationToken): Promise<RouteResult> {
  if (!service.offers(ROUTE)) throw new Unavailable(l10n.t("This server does not route tasks."));
  return service.facade.route({ task }, token);
}
