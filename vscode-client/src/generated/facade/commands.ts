// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const commandsFunctions = (ask: Ask) => ({
  /** Run a slash command. */
  commandsRun(params: wire.CommandsRunParams, token?: CancellationToken): Promise<wire.CommandsRunResult> {
    return ask("commands/run", params, token);
  },

  /** The slash commands. */
  commandsList(token?: CancellationToken): Promise<wire.CommandsCommandListResult> {
    return ask("commands/list", {}, token);
  },
});
