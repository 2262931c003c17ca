// A server that cannot start: one message with the ways out, no endless retries, and the editor goes on.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { suite } from "../harness/suite.mjs";

await suite("broken", async (step, state) => {
  const program = path.join(mkdtempSync(path.join(tmpdir(), "memserver-broken-")), "memserver");
  writeFileSync(program, "#!/bin/sh\necho 'ModuleNotFoundError: No module named numpy' >&2\nexit 1\n");
  chmodSync(program, 0o755);
  state.editor = await startEditor({ vsix: [VSIX], machine: { "memserver.server.path": program } });
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));

  await step("the message gives the server's own reason and the ways out", async () => {
    const message = window.notification("Memory is not running: ModuleNotFoundError: No module named numpy");
    await message.waitFor();
    for (const way of ["Set Up Again", "Settings", "Show Log"]) await message.locator(".monaco-button", { hasText: way }).waitFor();
    assert.equal(await window.page.locator(".notification-list-item").count(), 1);
  });

  await step("the status item leads to the ways out", async () => {
    await window.clickFor(window.status("not running"), window.choice("Restart Server"));
    await window.quick.leave();
  });

  await step("the view says so", async () => {
    await window.showMemories();
    await window.page.locator(".part.sidebar", { hasText: "The memory server is not running" }).waitFor();
  });
});
