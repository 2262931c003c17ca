// The first start: it asks once, makes its private environment, and says what to do when that cannot be.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { suite } from "../harness/suite.mjs";

const NOT_SET_UP = "not set up yet";
const INSTALL_MS = 480_000;

await suite("first-start", async (step, state) => {
  const begin = async (env) => {
    // Otherwise the editor would ask the user's shell for its PATH.
    const args = ["--vscode-option", "force-disable-user-env"];
    state.editor = await startEditor({ vsix: [VSIX], machine: {}, env, args });
    const { browser, context } = await openBrowser();
    state.browser = browser;
    state.window = await Window.open(context, state.editor.pageFor());
    return state.window;
  };
  const end = async () => {
    await state.browser.close();
    await state.editor.stop();
    state.editor = state.window = state.browser = undefined;
  };

  await step("without Python: one message with ways out, and the editor goes on", async () => {
    const empty = path.join(process.env.TMPDIR ?? "/tmp", `no-python-${process.pid}`);
    mkdirSync(empty, { recursive: true });
    const window = await begin({ PATH: empty });
    await window.status(NOT_SET_UP).waitFor({ state: "attached" });
    await window.pressInNotification("Set it up now?", "Set Up");
    const message = window.notification("Memory needs Python 3.11 or newer, and found none");
    await message.waitFor();
    for (const way of ["Try Again", "Choose Python…", "Get Python"]) await message.locator(".monaco-button", { hasText: way }).waitFor();
    await window.run("Memory: Show Log");
    await window.page.locator(".part.panel").waitFor();
    await end();
  });

  await step("without a network: one message with ways out", async () => {
    const window = await begin({ PIP_INDEX_URL: "http://127.0.0.1:9/simple", PIP_RETRIES: "0", PIP_NO_INDEX: "1", PIP_FIND_LINKS: "" });
    await window.pressInNotification("Set it up now?", "Set Up");
    const message = window.notification("Memory could not download what it needs");
    await message.waitFor({ timeout: INSTALL_MS });
    await window.pressInNotification("Memory could not download what it needs", "Show Log");
    await window.page.locator(".part.panel .view-lines", { hasText: "pip install" }).first().waitFor();
    await end();
  });

  await step("it asks once, shows progress, and runs from its private environment", async () => {
    const window = await begin({});
    await window.notification("Set it up now?").waitFor();
    await window.picture("set-up");
    await window.openWalkthrough();
    await window.pressInNotification("Set it up now?", "Set Up");
    await window.notification("Setting up Memory").waitFor();
    await window.status("ready").waitFor({ state: "attached", timeout: INSTALL_MS });
    await window.untilTicked("Set up");
    await window.page.reload();
    await window.untilReady();
    assert.equal(await window.notification("Set it up now?").count(), 0);
  });
});
