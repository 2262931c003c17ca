// Installs the packaged extension and uses it as a person would: palette, tree, inspector, log; takes the pictures.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { until } from "../harness/patience.mjs";
import { environmentOf, serversOf } from "../harness/processes.mjs";
import { seed, writeNotes } from "../harness/seeding.mjs";
import { suite } from "../harness/suite.mjs";
import { FILES, MEMORIES, NOTES, QUESTION } from "../harness/webshop.mjs";

const OFFERED = [
  "Remember…", "Search", "Show Context for Prompt…", "Distill Now", "Delete All Data…", "Run Worker…", "Growth Report",
  "Learning Queue", "Staleness Check", "Evaluate…", "Run Research", "Calendar…", "Add Calendar Event…", "Morning", "Task…", "Help",
];

await suite("ui", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX], files: FILES });
  writeNotes(state.editor.brain, NOTES);
  await seed(state.editor, MEMORIES, { verified: [0] });
  // A memory speaks about this file: it is stale from now on.
  writeFileSync(path.join(state.editor.workspace, "src/release.ts"), "export const releaseDay = 'Tuesday';\n");
  const { browser, context, outside } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));
  const { page } = window;

  await step("the server starts by itself and the status item says so", () => window.untilReady());

  await step("the palette shows what the server offers, and nothing else", async () => {
    for (const title of OFFERED) {
      assert.ok(await window.quick.offers(`Memory: ${title}`), title);
    }
    for (const title of ["Memory: Verify", "Memory: Set Up", "Memory: Download Language Model"]) {
      assert.ok(!(await window.quick.offers(title)), title);
    }
  });

  await step("Remember… stores a sentence", async () => {
    await window.run("Memory: Remember…");
    await window.answer("The warehouse closes at six on Fridays.", "Remember");
    await window.notification("Remembered.").waitFor();
    await window.dismissNotifications();
  });

  await step("the tree shows memories by layer, with inline actions", async () => {
    await window.showMemories();
    await window.expand("Project");
    await window.row("The warehouse closes at six").waitFor();
    await window.expand("Long-term");
    await window.row("short pull requests").waitFor();
    await window.row("We release on Thursdays").hover();
    const actions = window.row("The warehouse closes at six").locator(".action-label");
    await window.row("The warehouse closes at six").hover();
    assert.ok((await actions.count()) <= 3);
  });

  await step("a memory opens as a text that can be edited", async () => {
    await window.clickFor(window.row("We release on Thursdays"), page.locator(".editor-container .view-line", { hasText: "title:" }).first());
    await window.widenSideBar(460);
    await window.picture("memories");
    await window.widenSideBar(300);
  });

  await step("verifying moves a memory on", async () => {
    await window.pressInTree("The warehouse closes at six", "Verify");
    await page.locator('.part.sidebar .monaco-list-row[aria-label*="The warehouse"][aria-label*="Verified"]').waitFor();
  });

  await step("the filter leaves what was asked for", async () => {
    await window.run("Memory: Filter Memories…");
    await window.answer("Verified", "Filter memories");
    await page.locator(".part.sidebar", { hasText: "Only Verified" }).waitFor();
    await window.run("Memory: Show All Memories");
    await window.row("Long-term").waitFor();
  });

  await step("Search finds by meaning as one types", async () => {
    await window.run("Memory: Search");
    await window.quick.type("revert a faulty version", "Search memories");
    await window.choice("rolled back").waitFor();
    await window.picture("search");
    await window.quick.leave();
  });

  await step("the inspector shows what a prompt would get, and why", async () => {
    await window.run("Memory: Show Context for Prompt…");
    await window.answer(QUESTION, "Show Context for Prompt");
    const view = window.webview();
    await view.locator("blockquote", { hasText: QUESTION }).waitFor();
    await view.locator("tbody button", { hasText: "We release on Thursdays" }).first().waitFor();
    await view.locator("tr.is-stale", { hasText: "The release day is set in" }).waitFor();
    await view.locator(".pair", { hasText: "two approvals → one approval" }).waitFor();
    assert.match(await view.locator("svg.bar").getAttribute("aria-label"), /Tokens by layer: /);
    await page.locator(".activitybar .action-label[aria-label^='Explorer']").first().click();
    await window.run("View: Toggle Primary Side Bar Visibility");
    await window.picture("inspector");
    await view.locator(".pair").scrollIntoViewIfNeeded();
    await view.locator("h2", { hasText: "Contradictions" }).evaluate((heading) => heading.scrollIntoView());
    await window.picture("contradictions");
  });

  await step("the inspector works by keyboard", async () => {
    const view = window.webview();
    const first = view.locator("tbody button.link").first();
    await first.press("Enter");
    await page.locator(".tab[aria-selected='true']", { hasText: ".md" }).waitFor();
  });

  await step("the inspector follows a dark theme", async () => {
    await window.clickFor(page.locator(".tab", { hasText: "Turn Inspector" }).first(), page.locator(".tab[aria-selected='true']", { hasText: "Turn Inspector" }));
    await window.run("Preferences: Toggle between Light/Dark Themes");
    await window.webview().locator("body.vscode-dark blockquote").waitFor();
    await window.picture("inspector-dark");
    await window.run("Preferences: Toggle between Light/Dark Themes");
    await window.webview().locator("body.vscode-light blockquote").waitFor();
  });

  await step("the status item tells of the last turn", async () => {
    await window.status().hover();
    await page.locator(".monaco-hover", { hasText: "Last turn" }).waitFor();
    await window.pictureNow("status", { clip: { x: 0, y: 580, width: 420, height: 220 } });
  });

  await step("Delete… asks before it deletes", async () => {
    await window.run("Memory: Delete…");
    await window.quick.type("warehouse closes", "Delete");
    await window.quick.choose("The warehouse closes");
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    await dialog.locator(".monaco-button", { hasText: "Delete" }).first().click();
    await dialog.waitFor({ state: "hidden" });
    await window.showMemories();
    await window.row("Project").waitFor();
    await page.locator(".part.sidebar .monaco-list-row", { hasText: "The warehouse closes" }).waitFor({ state: "detached" });
  });

  await step("the log has one channel", async () => {
    await window.run("Memory: Show Log");
    await page.locator(".part.panel .view-lines", { hasText: "server: running" }).first().waitFor();
    await window.run("View: Toggle Panel Visibility");
  });

  await step("the walkthrough opens, and ticks what was done", async () => {
    await window.openWalkthrough();
    await window.untilTicked("Set up"); // the server ran before
    await window.run("View: Toggle Primary Side Bar Visibility");
    await window.run("Memory: Remember…");
    await window.answer("Gift wrapping costs two euros.", "Remember");
    await window.notification("Remembered.").waitFor();
    await window.dismissNotifications();
    await window.untilTicked("Remember something");
    await page.locator(".getting-started-step", { hasText: "See what your agent is told" }).first().click();
    await window.picture("walkthrough");
  });

  await step("a key goes into secret storage and to the server, and into no file of settings", async () => {
    await window.run("Memory: Set Key of Embedding Endpoint…");
    await window.answer("key-for-tests", "Key of the embedding endpoint");
    await until("the server has the key", () => serversOf(state.editor.pid).some((pid) => environmentOf(pid).includes("MEMSERVER_EMBEDDING_KEY=key-for-tests")));
    await window.untilReady();
    assert.ok(!readFileSync(path.join(state.editor.user, "User/settings.json"), "utf8").includes("key-for-tests"));
  });

  await step("Delete All Data… asks with a modal dialog and deletes everything", async () => {
    await window.run("Memory: Delete All Data…");
    const dialog = page.locator(".monaco-dialog-box");
    await dialog.locator(".monaco-button", { hasText: "Delete Everything" }).click();
    await window.notification("Memories deleted:").waitFor();
    await window.showMemories();
    await page.locator(".part.sidebar", { hasText: "Nothing is remembered yet" }).waitFor();
  });

  await step("the extension's own page says what is stored, and has no picture that cannot be shown", async () => {
    await window.run("Extensions: Show Installed Extensions");
    const entry = page.locator(".part.sidebar .extension-list-item", { hasText: "Memory for Chat Agents" }).first();
    await window.clickFor(entry, page.locator(".extension-editor .name", { hasText: "Memory for Chat Agents" }));
    await window.webview().locator("h2", { hasText: "What is stored, where, and how to delete it" }).waitFor();
    assert.equal(await window.webview().locator("img").count(), 0);
  });

  await step("nothing of ours has left the machine", () => {
    assert.deepEqual([...outside].filter((host) => !/open-vsx|github|vscode|microsoft|visualstudio|exp-tas/.test(host)), []);
  });
});
