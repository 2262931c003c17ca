/** The extension under test, as another extension would reach it. */

import * as vscode from "vscode";
import type { MemoryApi } from "../../../vscode-client/src/api";

export const ID = "memserver.memserver";

export function extension(): vscode.Extension<MemoryApi> {
  const found = vscode.extensions.getExtension<MemoryApi>(ID);
  if (found === undefined) throw new Error(`${ID} is not installed`);
  return found;
}

/** The API, once the server runs. */
export async function memory(): Promise<MemoryApi> {
  const api = await extension().activate();
  if (!api.isRunning()) {
    await new Promise<void>((resolve) => {
      const subscription = api.onDidChangeRunning((running) => {
        if (!running) return;
        subscription.dispose();
        resolve();
      });
      if (api.isRunning()) resolve();
    });
  }
  return api;
}

/** Waits until something holds; a test's own time-out ends the waiting. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function workspaceFile(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error("no workspace is open");
  return vscode.Uri.joinPath(folder.uri, name);
}
