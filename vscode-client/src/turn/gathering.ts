/** What a turn is told of the editor: the workspace, the active and open files, recent commands and sessions. */

import { TabInputText, window, workspace, type Uri } from "vscode";
import type { TurnParams } from "../wire";
import type { Sessions } from "./sessions";

const MOST_OPEN_FILES = 20;

/** The part of `context/build` that comes from the editor. */
export function gather(sessions: Sessions, currentSession: string): Partial<TurnParams> {
  const active = window.activeTextEditor?.document.uri;
  const found: Partial<TurnParams> = {
    openFiles: openFiles(),
    recentCommands: sessions.recentCommands(),
    recentSessions: sessions.recent(currentSession),
  };
  if (active?.scheme === "file") found.activeFile = active.toString();
  const folder = workspaceUri();
  if (folder !== undefined) found.workspaceUri = folder;
  return found;
}

/** The folder that memories of the project belong to: the one of the active file, else the first. */
export function workspaceUri(file: Uri | undefined = window.activeTextEditor?.document.uri): string | undefined {
  const own = file && workspace.getWorkspaceFolder(file);
  return (own ?? workspace.workspaceFolders?.[0])?.uri.toString();
}

/** The same as a part of a request: nothing when no folder is open. */
export function here(): { workspaceUri?: string } {
  const folder = workspaceUri();
  return folder === undefined ? {} : { workspaceUri: folder };
}

function openFiles(): string[] {
  const files = new Set<string>();
  for (const group of window.tabGroups.all) {
    for (const tab of group.tabs) {
      if (tab.input instanceof TabInputText && tab.input.uri.scheme === "file") files.add(tab.input.uri.toString());
    }
  }
  return [...files].slice(0, MOST_OPEN_FILES);
}
