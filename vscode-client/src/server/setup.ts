/**
 * Sets the private environment up, with the user: asks once, shows progress, can be stopped, and says what to do when
 * it does not work. The editor goes on in every case.
 */

import { rm } from "node:fs/promises";
import { ProgressLocation, Uri, commands, env, l10n, window, type ExtensionContext, type Progress } from "vscode";
import { log } from "../log";
import { extensionSetting } from "../settings";
import { EnvironmentFailure, EnvironmentStopped, makeEnvironment, removeOthers, type Step } from "./environment";
import { bundledWheel, environmentFolder } from "./locate";
import { probe, runToEnd } from "./processes";
import { examine, findPython, isNewEnough, type Interpreter, type Shortfall } from "./python";

const ASKED = "memserver.setUpAsked";
const PYTHON_DOWNLOADS = "https://www.python.org/downloads/";

/** Asks once, ever, whether to set up; returns whether the environment now exists. */
export async function offerSetUp(context: ExtensionContext): Promise<boolean> {
  if (context.globalState.get<boolean>(ASKED)) return false;
  const yes = l10n.t("Set Up");
  const answer = await window.showInformationMessage(
    l10n.t(
      "Memory keeps what your chat agent should know, on this machine. It needs a private Python environment (about 300 MB, in the extension's own folder). Set it up now?",
    ),
    yes,
    l10n.t("Not Now"),
  );
  if (answer !== undefined) await context.globalState.update(ASKED, true);
  return answer === yes && setUp(context);
}

/** Makes the environment; returns whether it now exists. */
export async function setUp(context: ExtensionContext): Promise<boolean> {
  const python = await choosePython();
  if (typeof python === "string") {
    void explainNoPython(python);
    return false;
  }
  const options = { location: ProgressLocation.Notification, cancellable: true, title: l10n.t("Setting up Memory") };
  return window.withProgress(options, async (progress, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    try {
      await make(context, python, progress, stop.signal);
      return true;
    } catch (failure) {
      if (!(failure instanceof EnvironmentStopped)) void explainFailure(failure);
      else log().info("setting up was stopped");
      return false;
    }
  });
}

/** Removes the private environment, so that it is made anew. */
export async function removeEnvironment(context: ExtensionContext): Promise<void> {
  await rm(await environmentFolder(context), { recursive: true, force: true, maxRetries: 3 });
}

async function make(
  context: ExtensionContext,
  python: Interpreter,
  progress: Progress<{ message?: string }>,
  stop: AbortSignal,
): Promise<void> {
  const folder = await environmentFolder(context);
  log().info(`setting up with Python ${python.major}.${python.minor} at ${python.path} in ${folder}`);
  const workshop = {
    run: runToEnd,
    log: (line: string) => log().info(line),
    report: (step: Step, detail: string) => progress.report({ message: stepText(step, detail) }),
    platform: process.platform,
  };
  await makeEnvironment(folder, python.path, await bundledWheel(context), workshop, stop);
  await removeOthers(context.globalStorageUri.fsPath, folder);
  log().info("set up");
}

function stepText(step: Step, detail: string): string {
  switch (step) {
    case "waiting":
      return l10n.t("waiting for another window…");
    case "creating":
      return l10n.t("creating the environment…");
    case "installing":
      return detail ? l10n.t("installing {0}…", detail) : l10n.t("installing the server…");
    case "checking":
      return l10n.t("checking…");
  }
}

async function choosePython(): Promise<Interpreter | Shortfall> {
  const configured = extensionSetting("server.interpreter");
  if (configured) {
    const interpreter = await examine([configured], probe);
    if (interpreter === undefined) return "none";
    if (!isNewEnough(interpreter)) return "too-old";
    return interpreter.makesEnvironments ? interpreter : "no-venv";
  }
  const search = await findPython(process.platform, probe);
  return "found" in search ? search.found : search.shortfall;
}

async function explainNoPython(shortfall: Shortfall): Promise<void> {
  const messages: Record<Shortfall, string> = {
    none: l10n.t("Memory needs Python 3.11 or newer, and found none on this machine."),
    "too-old": l10n.t("Memory needs Python 3.11 or newer; the one on this machine is older."),
    "no-venv": l10n.t("The Python on this machine cannot make environments. On Debian and Ubuntu, install the package python3-venv."),
  };
  await offerWaysOut(messages[shortfall], [l10n.t("Get Python"), () => void env.openExternal(Uri.parse(PYTHON_DOWNLOADS))]);
}

async function explainFailure(failure: unknown): Promise<void> {
  const problem = failure instanceof EnvironmentFailure ? failure.problem : "broken";
  log().error(failure instanceof Error ? failure.message : String(failure));
  const messages = {
    network: l10n.t("Memory could not download what it needs. Check the network or the proxy, then try again."),
    disk: l10n.t("There is not enough disk space to set up Memory."),
    "no-venv": l10n.t("The Python on this machine cannot make environments. On Debian and Ubuntu, install the package python3-venv."),
    broken: l10n.t("Memory could not be set up. The log says why."),
  };
  await offerWaysOut(messages[problem], [l10n.t("Show Log"), () => log().show()]);
}

/** One message with the ways out: something specific, another Python, or another try. */
async function offerWaysOut(message: string, specific: [string, () => void]): Promise<void> {
  const retry = l10n.t("Try Again");
  const choose = l10n.t("Choose Python…");
  const answer = await window.showErrorMessage(message, retry, choose, specific[0]);
  if (answer === specific[0]) specific[1]();
  else if (answer === choose) await commands.executeCommand("workbench.action.openSettings", "memserver.server");
  else if (answer === retry) await commands.executeCommand("memserver.setUp");
}
