// After a month of use: the growth page, workers, the learning queue, research, the staleness check and slash commands.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { VSIX } from "../harness/paths.mjs";
import { succeeds, until } from "../harness/patience.mjs";
import { liveThroughAMonth, makeRepository, seed, writeNotes } from "../harness/seeding.mjs";
import { suite } from "../harness/suite.mjs";
import { FILES, MEMORIES, NOTES } from "../harness/webshop.mjs";

const DECIDED_BY = "Mina Park";
/** Code that an audit complains about. */
const CARELESS = {
  "tools/labels.py":
    'import subprocess\n\n\ndef print_label(name: str) -> int:\n    """Print the label of a parcel."""\n    return subprocess.call("lp " + name, shell=True)\n',
};

await suite("growth", async (step, state) => {
  state.editor = await startEditor({ vsix: [VSIX], files: { ...FILES, ...CARELESS } });
  writeNotes(state.editor.brain, NOTES);
  makeRepository(state.editor, ["Cart: totals in cents", "Checkout: one page less", "Labels: printed from the warehouse"]);
  liveThroughAMonth(state.editor);
  await seed(state.editor, MEMORIES);
  // A memory speaks about this file: it is stale from now on.
  writeFileSync(path.join(state.editor.workspace, "src/release.ts"), "export const releaseDay = 'Tuesday';\n");
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));
  const { page } = window;
  await window.untilReady();

  await step("the growth page shows figures and plots", async () => {
    await window.run("Memory: Growth Report");
    const view = window.webview();
    await view.locator("h1", { hasText: "How your agent's memory grows" }).waitFor();
    for (const title of ["Memories over time", "Confidence of the answers", "What needs learning most", "Learned routes"]) {
      await view.locator("h2", { hasText: title }).waitFor();
    }
    assert.equal(await view.locator(".plot > svg[role='img']").count(), 2);
    await view.locator("th", { hasText: "Meeting minutes" }).first().waitFor();
    await until("the page tells of learned routes", async () => {
      // Routes are learned after the start, while nobody waits.
      await view.locator("button", { hasText: "30 days" }).click();
      return succeeds(view.locator("th", { hasText: "webshop" }).first().waitFor({ timeout: 2_000 }));
    });
    await window.run("View: Toggle Primary Side Bar Visibility");
    await window.picture("growth");
    await view.locator("h2", { hasText: "What needs learning most" }).evaluate((heading) => heading.scrollIntoView());
    await window.picture("growth-needs");
  });

  await step("each plot has its figures as a table, and everything works by keyboard", async () => {
    const view = window.webview();
    await view.locator("summary", { hasText: "As a table" }).first().press("Enter");
    await view.locator(".plot details[open] td").first().waitFor();
    await view.locator("button", { hasText: "90 days" }).press("Enter");
    await view.locator("button[aria-pressed='true']:focus", { hasText: "90 days" }).waitFor();
  });

  await step("a page that is drawn anew leaves the focus where the user is by now", async () => {
    const view = window.webview();
    await view.locator("button", { hasText: "7 days" }).click();
    // Whoever goes on before the figures are there must not lose what he has begun.
    await page.keyboard.press("F1");
    await until("the palette is open", () => window.quick.holds(">"));
    await view.locator("button[aria-pressed='true']", { hasText: "7 days" }).waitFor();
    await page.keyboard.type("Memory: Morn");
    assert.equal((await window.quick.shown())?.text, ">Memory: Morn");
    await window.quick.leave();
  });

  await step("the growth page follows a dark theme", async () => {
    await window.run("Preferences: Toggle between Light/Dark Themes");
    await window.webview().locator("body.vscode-dark .tiles").waitFor();
    await window.webview().locator("button", { hasText: "30 days" }).click();
    await window.webview().locator("button[aria-pressed='true']", { hasText: "30 days" }).waitFor();
    await window.picture("growth-dark");
    await window.run("Preferences: Toggle between Light/Dark Themes");
    await window.webview().locator("body.vscode-light .tiles").waitFor();
    await window.closeEditors();
  });

  await step("Run Worker… offers the workers and shows what one found", async () => {
    await window.run("Memory: Run Worker…");
    await window.answer("audit", "Run a worker");
    const view = window.webview();
    await view.locator("h1", { hasText: "Worker: audit" }).waitFor();
    await window.picture("worker-result");
    const place = view.locator("button[data-kind='open-place']", { hasText: "labels.py:" }).first();
    await window.clickFor(place, page.locator(".tab[aria-selected='true']", { hasText: "labels.py" }));
    await page.locator(".statusbar-item", { hasText: "Ln 6" }).waitFor();
    await window.closeEditors();
    await window.run("Memory: Run Worker…");
    await window.choice("audit").waitFor();
    await window.picture("run-worker");
    await window.quick.leave();
  });

  await step("workers are switched off and on", async () => {
    await window.run("Memory: Switch Workers On or Off…");
    await window.choice("audit").locator(".label-name", { hasText: "audit" }).click();
    await page.locator(".quick-input-widget .monaco-button", { hasText: "OK" }).click();
    await window.notification("Switched off: audit.").waitFor();
    await window.dismissNotifications();
  });

  await step("the learning queue waits for a person, whose name is recorded", async () => {
    await window.run("Memory: Learning Queue");
    await window.choice("Breaking changes").waitFor();
    await window.picture("learning-queue");
    await window.quick.pressInRow("Breaking changes", "Approve");
    await window.answer(DECIDED_BY, "Approve");
    await window.quick.rows.filter({ hasText: "Breaking changes" }).filter({ hasText: DECIDED_BY }).waitFor();
    await window.quick.leave();
  });

  await step("a person asks for something to be learned", async () => {
    await window.run("Memory: Ask for Something to Be Learned…");
    await window.answer("Who may roll back a release?", "One question that research could answer");
    await window.answer(DECIDED_BY, "Who decides?");
    await window.notification("The question is in the learning queue.").waitFor();
    await window.dismissNotifications();
  });

  await step("Run Research drafts what was approved, and a person accepts it", async () => {
    await window.run("Memory: Run Research");
    await window.notification("1 draft was written.").waitFor();
    await page.locator(".tab[aria-selected='true']", { hasText: ".md" }).waitFor();
    await page.locator(".editor-container .view-line span[class^='mtk']:not(.mtk1)").first().waitFor(); // its colours
    await window.picture("draft");
    await window.run("Memory: Review Drafts");
    await window.choice("Breaking changes").waitFor();
    await window.quick.leave();
    await window.pressInNotification("1 draft was written.", "Accept");
    await window.answer(DECIDED_BY, "Accept");
    await window.notification("The draft is now the note").waitFor();
    await window.dismissNotifications();
    await window.closeEditors();
  });

  await step("Staleness Check lists what moved on; verifying and opening are one key away", async () => {
    await window.run("Memory: Staleness Check");
    await window.choice("The release day is set in").waitFor();
    await window.quick.pressInRow("The release day is set in", "Open");
    await page.locator(".tab[aria-selected='true']", { hasText: "The release day is set in" }).waitFor();
    await window.closeEditors();
    await window.run("Memory: Staleness Check");
    await window.choice("The release day is set in").waitFor();
    await window.quick.pressInRow("The release day is set in", "Verify");
    await window.quick.rows.filter({ hasText: "The release day is set in" }).waitFor({ state: "detached" });
    await window.quick.leave();
    await window.dismissNotifications();
  });

  await step("Evaluate… scores the text in the editor against a golden case", async () => {
    await window.run("File: New Untitled Text File");
    await page.locator(".editor-container .view-line").first().click();
    const line = page.locator(".editor-container .view-line", { hasText: "version 2.4 ships on 19 June" });
    await page.keyboard.type("# Minutes\n\nAttendees: Amelia Hart, Jonas Weber. Date: 8 June. Decision: version 2.4 ships on 19 June.");
    await line.waitFor();
    await window.run("Memory: Evaluate…");
    await window.choice("meeting-minutes.en").waitFor();
    await window.answer("meeting-minutes.en", "Which golden set?");
    await window.answer("The file in the editor", "What is to be scored?");
    await window.answer("en-release-planning", "Which case does it answer?");
    const view = window.webview();
    await view.locator("th", { hasText: "en-release-planning" }).waitFor();
    await view.locator("li", { hasText: "facts left out" }).waitFor();
    await window.picture("evaluation");
    await window.run("View: Close Editor");
    await window.run("View: Revert and Close Editor");
  });

  await step("a slash command is rendered", async () => {
    await window.run("Memory: Morning");
    await window.webview().locator("h2", { hasText: "Morning" }).waitFor();
    await window.picture("morning");
    await window.closeEditors();
  });

  await step("a slash command with words shows how to call it, and takes them", async () => {
    await window.run("Memory: Task…");
    await window.choice("/task add").waitFor();
    await window.picture("task");
    await window.choice("/task add").click();
    await until("the words of the command are asked for", () => window.quick.holds("add "));
    await window.quick.box.fill("add Order more atlases @mina");
    await window.quick.choose("/task add Order more atlases @mina");
    await window.webview().locator("body", { hasText: "Order more atlases" }).waitFor();
    await window.closeEditors();
  });

  await step("an event is planned, and one over another only with a person's name", async () => {
    await plan(window, "Design review", "tomorrow 9:30-10:30");
    await window.notification("Planned: Design review").waitFor();
    await plan(window, "Call with the printer", "tomorrow 10:00");
    const dialog = page.locator(".monaco-dialog-box", { hasText: "overlaps what is planned already" });
    await dialog.filter({ hasText: "Design review" }).waitFor();
    await dialog.locator(".monaco-button", { hasText: "Add Anyway" }).click();
    await window.answer(DECIDED_BY, "Let it overlap");
    await window.notification("Planned: Call with the printer").waitFor();
    await window.dismissNotifications();
    await window.run("Memory: Calendar…");
    await window.quick.rows.filter({ hasText: "Call with the printer" }).filter({ hasText: `approved by ${DECIDED_BY}` }).waitFor();
    await window.picture("calendar", { clip: { x: 320, y: 0, width: 640, height: 160 } });
    await window.quick.pressInRow("Design review", "Remove");
    await page.locator(".monaco-dialog-box .monaco-button", { hasText: "Remove" }).click();
    await window.choice("Call with the printer").waitFor();
    await window.choice("Design review").waitFor({ state: "detached" });
    await window.quick.leave();
  });

  await step("the tree by project loads each project when it is opened", async () => {
    await window.run("View: Toggle Primary Side Bar Visibility");
    await window.showMemories();
    await window.run("Memory: Group Memories By…");
    await window.answer("By project", "Group memories");
    await window.row("Everywhere").waitFor();
    await window.expand("webshop");
    await window.row("delivers").waitFor();
  });
});

async function plan(window, title, when) {
  await window.run("Memory: Add Calendar Event…");
  await window.answer(title, "What is it?");
  await window.answer(when, "When?");
}
