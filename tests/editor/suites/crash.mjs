// A server that is killed comes back by itself, the status item says so, and nothing is lost.
import assert from "node:assert/strict";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { serversOf } from "../harness/processes.mjs";
import { suite } from "../harness/suite.mjs";

await suite("crash", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX] });
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));
  await window.untilReady();
  await window.run("Memory: Remember…");
  await window.answer("Backups run at three in the morning.", "Remember");
  await window.notification("Remembered.").waitFor();

  await step("a killed server is told of in the status item", async () => {
    const [server] = serversOf(state.editor.pid);
    assert.ok(server);
    const told = window.status("the server ended").waitFor({ state: "attached" }); // looked for before it can be over
    process.kill(server, "SIGKILL");
    await told;
  });

  await step("it comes back by itself", async () => {
    await window.untilReady();
    assert.equal(serversOf(state.editor.pid).length, 1);
  });

  await step("what was acknowledged is still there", async () => {
    await window.showMemories();
    await window.expand("Project");
    await window.row("Backups run at three").waitFor();
  });

  await step("no message was thrown at the user", async () => {
    assert.equal(await window.page.locator(".notification-list-item .codicon-error").count(), 0);
  });

  await step("closing the window ends the server", async () => {
    await window.page.close();
    state.window = undefined;
    await browser.close();
    await state.editor.stop();
    assert.deepEqual(serversOf(state.editor.pid), []);
    state.editor = undefined;
  });
});
