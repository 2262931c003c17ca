// Two windows share one data folder: each has its server, and what one remembers the other finds.
import assert from "node:assert/strict";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { serversOf } from "../harness/processes.mjs";
import { suite } from "../harness/suite.mjs";

await suite("windows", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX] });
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const first = (state.window = await Window.open(context, state.editor.pageFor()));
  const second = await Window.open(context, state.editor.pageFor());

  await step("both are ready", async () => {
    await Promise.all([first.untilReady(), second.untilReady()]);
    assert.equal(serversOf(state.editor.pid).length, 2);
  });

  await step("both write at the same time", async () => {
    const told = [];
    for (const [window, text] of [[first, "Window one keeps the release notes."], [second, "Window two keeps the design sketches."]]) {
      await window.page.bringToFront();
      await window.run("Memory: Remember…");
      told.push(window.notification("Remembered.").waitFor()); // looked for before it can be gone again
      await window.answer(text, "Remember");
    }
    await Promise.all(told);
  });

  await step("each finds what the other has remembered", async () => {
    for (const [window, query, text] of [[first, "design sketches", "Window two"], [second, "release notes", "Window one"]]) {
      state.window = window;
      await window.page.bringToFront();
      await window.run("Memory: Search");
      await window.quick.type(query, "Search memories");
      await window.choice(text).waitFor();
      await window.quick.leave();
    }
  });

  await step("closing one leaves the other alone", async () => {
    state.window = first;
    await second.page.close();
    await first.page.bringToFront();
    await first.untilReady();
  });
});
