/** The settings as the server wants them: those of the editor without prefix, and whether the workspace is trusted. */

import { workspace } from "vscode";

export const SECTION = "memserver";

/** Settings that only the extension reads. */
const EXTENSION_ONLY = new Set(["server", "trace", "outcomes"]);

/** What the server is told. The key of an endpoint is not among it: it travels in the server's environment. */
export function serverSettings(): Record<string, unknown> {
  const all = workspace.getConfiguration(SECTION) as unknown as Record<string, unknown>;
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(all)) {
    // A plain copy: the editor's own objects cannot be sent.
    if (!EXTENSION_ONLY.has(name) && typeof value !== "function") settings[name] = JSON.parse(JSON.stringify(value));
  }
  settings.workspaceTrusted = workspace.isTrusted;
  return settings;
}

/** A setting that only the extension reads. */
export function extensionSetting(name: "server.path" | "server.interpreter"): string {
  return workspace.getConfiguration(SECTION).get<string>(name, "").trim();
}

/** Whether the server is told what became of the work that followed an answer. */
export function reportsOutcomes(): boolean {
  return workspace.getConfiguration(SECTION).get<boolean>("outcomes.report", true);
}
