// Starts a real VS Code (code-server) with fresh folders, and stops it with everything it has started.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CODE_SERVER, NODE, PYTHON } from "./paths.mjs";

const START_TIMEOUT_MS = 120_000;
const INSTALL_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 5_000;

const QUIET_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Default Light Modern",
  "telemetry.telemetryLevel": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "update.mode": "none",
  "git.openRepositoryInParentFolders": "never",
  "chat.agentHost.enabled": false,
  "chat.setupFromDialog": false,
  "editor.minimap.enabled": false,
  "breadcrumbs.enabled": false,
};

/**
 * Starts an editor.
 *   vsix      extensions to install
 *   settings  settings of the user, beside the quiet ones
 *   machine   settings of the machine: paths and programs are read from there
 *   files     files of the workspace, by name
 *   trust     whether the editor asks before it trusts a workspace
 */
export async function startEditor(options = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "memserver-editor-"));
  try {
    return await start(folder, options);
  } catch (failure) {
    remove(folder);
    throw failure;
  }
}

async function start(folder, { vsix = [], settings = {}, machine, files = {}, env = {}, args = [], trust = false }) {
  const place = layOut(folder, { settings, machine, files, trust });
  const environment = cleanEnvironment({ HOME: place.home, XDG_DATA_HOME: path.join(place.home, "data"), ...env });
  const base = ["--config", place.config, "--user-data-dir", place.user, "--extensions-dir", place.extensions];
  for (const file of vsix) {
    const install = [CODE_SERVER, ...base, "--install-extension", file];
    execFileSync(NODE, install, { env: cleanEnvironment({ HOME: place.home }), stdio: "pipe", timeout: INSTALL_TIMEOUT_MS });
  }
  const port = await freePort();
  const logFile = path.join(folder, "code-server.log");
  const log = openSync(logFile, "w");
  const all = [CODE_SERVER, ...base, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry"];
  all.push("--disable-update-check", "--disable-getting-started-override", "--disable-proxy", ...args);
  if (!trust) all.push("--disable-workspace-trust");
  // A process group of its own: stopping it stops the extension hosts and the servers too.
  const child = spawn(NODE, all, { env: environment, stdio: ["ignore", log, log], detached: true });
  const url = `http://127.0.0.1:${port}`;
  await untilUp(child, url, logFile);
  return {
    ...place,
    url,
    port,
    pid: child.pid,
    pageFor: (workspace = place.workspace) => `${url}/?folder=${encodeURIComponent(workspace)}`,
    log: () => readFileSync(logFile, "utf8"),
    extensionLog: () => extensionLog(place.user),
    stop: async () => {
      await stop(child);
      remove(folder);
    },
  };
}

function layOut(folder, { settings, machine, files, trust }) {
  const place = {
    folder,
    user: path.join(folder, "user"),
    extensions: path.join(folder, "extensions"),
    workspace: path.join(folder, "webshop"),
    home: path.join(folder, "home"),
    config: path.join(folder, "config.yaml"),
    data: path.join(folder, "memory-data"),
    brain: path.join(folder, "brain"),
  };
  for (const each of [path.join(place.user, "User"), path.join(place.user, "Machine"), place.extensions, place.workspace]) {
    mkdirSync(each, { recursive: true });
  }
  for (const each of [place.home, place.brain]) mkdirSync(each, { recursive: true });
  writeFileSync(place.config, "auth: none\n"); // without it code-server writes one into the user's home
  const user = { ...QUIET_SETTINGS, "security.workspace.trust.enabled": trust, ...settings };
  writeFileSync(path.join(place.user, "User/settings.json"), JSON.stringify(user));
  const paths = machine ?? { "memserver.server.interpreter": PYTHON };
  const folders = { "memserver.dataDir": place.data, "memserver.brainPath": place.brain };
  writeFileSync(path.join(place.user, "Machine/settings.json"), JSON.stringify({ ...folders, ...paths }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place.workspace, name)), { recursive: true });
    writeFileSync(path.join(place.workspace, name), content);
  }
  return place;
}

/** What the extension wrote into its log, in every window. */
function extensionLog(user) {
  const folder = path.join(user, "logs");
  if (!existsSync(folder)) return "";
  const files = readdirSync(folder, { recursive: true }).filter((name) => /memserver\.memserver.*\.log$/.test(name));
  return files.map((name) => readFileSync(path.join(folder, name), "utf8")).join("\n");
}

/** The variables of a surrounding VS Code make code-server act as its command line. */
function cleanEnvironment(extra) {
  const environment = { ...process.env, ...extra };
  for (const name of Object.keys(environment)) {
    if (name.startsWith("VSCODE_") || ["NODE_OPTIONS", "PORT", "PASSWORD"].includes(name)) delete environment[name];
  }
  return environment;
}

async function untilUp(child, url, logFile) {
  let failed;
  child.on("error", (failure) => (failed = failure));
  const giveUp = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUp) {
    if (failed) throw failed;
    if (child.exitCode !== null) throw new Error(`code-server ended: ${readFileSync(logFile, "utf8")}`);
    const up = await fetch(`${url}/healthz`).then((answer) => answer.ok, () => false);
    if (up) return;
    await sleep(100);
  }
  kill(child.pid, "SIGKILL");
  throw new Error("code-server did not come up");
}

async function stop(child) {
  const gone = child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
  kill(child.pid, "SIGTERM");
  const timer = setTimeout(() => kill(child.pid, "SIGKILL"), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
  kill(child.pid, "SIGKILL"); // what is left of the group
}

function kill(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // it is gone
  }
}

function remove(folder) {
  if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
