// A server that cannot start: one message with the ways out, no endless retries, and the editor goes on.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { succeeds, until } from "../harness/patience.mjs";
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
    for (const way of ["Set Up Again", "Settings", "Show Log", "Do Not Show Again"]) await message.locator(".monaco-button", { hasText: way }).waitFor();
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

  await step("whoever does not want to hear of it again does not", async () => {
    const message = window.notification("Memory is not running");
    await until("the message stays away", async () => {
      if (await message.isVisible()) await window.pressInNotification("Memory is not running", "Do Not Show Again");
      await window.page.waitForTimeout(1_000); // the editor writes the choice down a moment later
      await window.page.reload();
      await window.status("not running").waitFor({ state: "attached" });
      return !(await succeeds(message.waitFor({ timeout: 2_000 })));
    });
  });
});
