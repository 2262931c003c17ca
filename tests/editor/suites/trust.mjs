// In a workspace that is not trusted nothing is started; trusting it starts the server.
import assert from "node:assert/strict";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { serversOf } from "../harness/processes.mjs";
import { suite } from "../harness/suite.mjs";

// A workspace that wants to choose what is run: it must not be heard before it is trusted.
const FILES = { ".vscode/settings.json": JSON.stringify({ "memserver.server.path": "/bin/true" }), "a.txt": "hello\n" };

await suite("trust", async (step, state) => {
  const settings = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };
  state.editor = await startEditor({ vsix: [VSIX], files: FILES, trust: true, settings });
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));

  await step("the status item waits for trust", () => window.status("waits until you trust").waitFor({ state: "attached" }));

  await step("no server runs", () => assert.deepEqual(serversOf(state.editor.pid), []));

  await step("the palette offers no command that needs the server", async () => {
    assert.ok(!(await window.quick.offers("Memory: Remember…")));
  });

  await step("the view says what to do", async () => {
    await window.showMemories();
    await window.page.locator(".part.sidebar", { hasText: "Memory starts once you trust this workspace" }).waitFor();
    await window.picture("untrusted");
  });

  await step("once trusted, the workspace's own setting is obeyed and its failure told", async () => {
    await window.page.locator(".part.sidebar .monaco-button", { hasText: "Manage Workspace Trust" }).click();
    await window.page.locator(".workspace-trust-editor .monaco-button", { hasText: "Trust" }).first().click();
    await window.notification("Memory is not running").waitFor();
    await window.status("not running").waitFor({ state: "attached" });
  });
});
