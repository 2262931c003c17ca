/** Decides what starts the server: the user's own installation, or the private environment. */

import { stat } from "node:fs/promises";
import path from "node:path";
import { Uri, l10n, workspace, type ExtensionContext } from "vscode";
import { extensionSetting } from "../settings";
import type { Command } from "./connection";
import { folderFor, isComplete, pythonIn } from "./environment";
import { environmentOf, probe } from "./processes";
import { examine, isNewEnough } from "./python";
import { LaunchRefused } from "./supervisor";

const SERVE = ["-m", "memserver", "serve"];

/** Returns what starts the server; refuses with a message for the user when there is nothing that could. */
export async function locateServer(context: ExtensionContext, secrets: Record<string, string>): Promise<Command> {
  const environment = environmentOf(secrets);
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const place = folder?.scheme === "file" ? { folder: folder.fsPath } : {};
  const executable = extensionSetting("server.path");
  if (executable) {
    await mustExist(executable, "memserver.server.path");
    return { program: executable, args: ["serve"], environment, ...place };
  }
  const own = await ownInterpreter();
  if (own !== undefined) return { program: own, args: SERVE, environment, ...place };
  const home = await environmentFolder(context);
  if (!(await isComplete(home, process.platform))) throw new LaunchRefused("not-set-up", "not-set-up");
  return { program: pythonIn(home, process.platform), args: SERVE, environment, ...place };
}

/** The folder of the private environment for the bundled server. */
export async function environmentFolder(context: ExtensionContext): Promise<string> {
  return folderFor(context.globalStorageUri.fsPath, await bundledWheel(context));
}

/** The server that came with this extension. */
export async function bundledWheel(context: ExtensionContext): Promise<string> {
  const folder = Uri.joinPath(context.extensionUri, "server");
  const entries = await workspace.fs.readDirectory(folder).then(
    (found) => found.map(([name]) => name).filter((name) => name.endsWith(".whl")),
    () => [],
  );
  const [wheel] = entries;
  if (wheel === undefined) {
    throw new LaunchRefused("failed", l10n.t("This build of the extension has no server in it. Set memserver.server.path."));
  }
  return path.join(folder.fsPath, wheel);
}

/** The configured Python, if memserver is installed in it. */
async function ownInterpreter(): Promise<string | undefined> {
  const configured = extensionSetting("server.interpreter");
  if (!configured) return undefined;
  const interpreter = await examine([configured], probe);
  if (interpreter === undefined) {
    throw new LaunchRefused("failed", l10n.t("memserver.server.interpreter is not a Python that runs: {0}", configured));
  }
  if (!isNewEnough(interpreter)) {
    const version = `${interpreter.major}.${interpreter.minor}`;
    throw new LaunchRefused("failed", l10n.t("memserver.server.interpreter is Python {0}; 3.11 or newer is needed.", version));
  }
  return interpreter.memserver === undefined ? undefined : configured;
}

async function mustExist(file: string, setting: string): Promise<void> {
  const found = await stat(file).then(
    () => true,
    () => false,
  );
  if (!found) throw new LaunchRefused("failed", l10n.t("{0} names a file that is not there: {1}", setting, file));
}
