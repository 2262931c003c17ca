// A browser in front of the editor, and the few things a person does there.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { DRIVER, PICTURES } from "./paths.mjs";

const { chromium } = createRequire(DRIVER)("playwright-core");
const PATIENCE_MS = 45_000;
const MOST_ROWS = 12;
const LOCAL = ["127.0.0.1", "localhost"];

/** Opens a browser that reaches nothing but this machine; `outside` collects what it was asked for elsewhere. */
export async function openBrowser({ locale = "en-US", viewport = { width: 1280, height: 800 } } = {}) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const context = await browser.newContext({ viewport, locale, deviceScaleFactor: 2 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const outside = new Set();
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && !LOCAL.includes(url.hostname),
    (route) => {
      outside.add(new URL(route.request().url()).hostname);
      return route.abort();
    },
  );
  return { browser, context, outside };
}

/** One window of the editor. */
export class Window {
  constructor(page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  static async open(context, url) {
    const window = new Window(await context.newPage());
    await window.page.goto(url);
    await window.page.locator(".monaco-workbench .part.statusbar").waitFor();
    return window;
  }

  /** Our item in the status bar; `spoken` is a part of what a screen reader says of it. */
  status(spoken = "Memory") {
    return this.page.locator(`.statusbar-item[id^="memserver"] [aria-label*="${spoken}"]`).first();
  }

  async untilReady(spoken = "ready") {
    await this.status(spoken).waitFor({ state: "attached" });
  }

  /** Runs a command by its title in the palette. */
  async run(title) {
    const rows = await this.typeInPalette(title);
    // Enter takes the row that has the focus: go down until that is the right one, not merely one that is like it.
    const wanted = rows.filter({ has: this.page.getByText(title, { exact: true }) });
    await wanted.first().waitFor();
    await this.page.locator(".quick-input-list .monaco-list-row.focused").waitFor();
    for (let moved = 0; moved < MOST_ROWS; moved++) {
      if ((await wanted.first().getAttribute("class")).includes("focused")) break;
      await this.page.keyboard.press("ArrowDown");
    }
    await this.page.keyboard.press("Enter");
  }

  /** The titles that the palette offers for a text. */
  async offered(text) {
    const rows = await this.typeInPalette(text);
    await this.page.waitForTimeout(600);
    const titles = await rows.allInnerTexts();
    await this.page.keyboard.press("Escape");
    return titles;
  }

  async typeInPalette(text) {
    const box = this.page.locator(".quick-input-widget input[type='text']").first();
    // A webview that is just being loaded swallows the key, and a palette that is just closing the text: try again.
    for (let attempt = 1; attempt <= 10; attempt++) {
      await this.page.keyboard.press("F1");
      const isTyped = await box.fill(`>${text}`, { timeout: 2_000 }).then(() => true, () => false);
      if (isTyped) return this.page.locator(".quick-input-list .monaco-list-row");
      await this.page.locator(".part.statusbar").click({ position: { x: 640, y: 8 } });
    }
    throw new Error("the palette did not open");
  }

  /** Answers the input box with this title or placeholder. */
  async answer(text, title) {
    const byTitle = this.page.locator(".quick-input-widget .quick-input-title", { hasText: title });
    const byPlaceholder = this.page.locator(`.quick-input-widget input[placeholder*="${title}"]`);
    await byTitle.or(byPlaceholder).first().waitFor();
    const box = this.page.locator(".quick-input-widget input[type='text'], .quick-input-widget input[type='password']").first();
    await box.waitFor({ state: "visible" });
    await box.fill(text);
    await this.page.keyboard.press("Enter");
  }

  notification(text) {
    return this.page.locator(".notification-list-item", { hasText: text }).first();
  }

  async dismissNotifications() {
    await this.run("Notifications: Clear All Notifications");
  }

  row(text) {
    return this.page.locator(".part.sidebar .monaco-list-row", { hasText: text }).first();
  }

  async showMemories(name = "Memory") {
    const icon = this.page.locator(".activitybar .action-item", { has: this.page.locator(`.action-label[aria-label^="${name}"]`) }).first();
    const isShown = (await icon.getAttribute("class")).includes("checked") && (await this.page.locator(".part.sidebar").isVisible());
    if (!isShown) await icon.click(); // a second click would hide it
  }

  /** Drags the border of the side bar to a width. */
  async widenSideBar(width) {
    const { x, width: now } = await this.page.locator(".part.sidebar").boundingBox();
    await this.page.mouse.move(x + now, 400);
    await this.page.mouse.down();
    await this.page.mouse.move(x + width, 400, { steps: 5 });
    await this.page.mouse.up();
  }

  async openWalkthrough() {
    await this.run("Welcome: Open Walkthrough...");
    await this.answer("Give your chat agent a memory", "Select a walkthrough");
    await this.page.locator(".getting-started-step", { hasText: "See what your agent is told" }).first().waitFor();
  }

  /** Waits until a step of the walkthrough is marked as done. */
  async untilTicked(step) {
    await this.page.locator(".getting-started-step", { hasText: step }).locator(".codicon-getting-started-step-checked").first().waitFor();
  }

  /** The page inside the webview that is shown. */
  webview() {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("iframe#active-frame");
  }

  /** Closes everything that is open, so that the next page is the only one. */
  async closeEditors() {
    await this.run("View: Close All Editors");
    await this.page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
    await this.page.locator("iframe.webview").first().waitFor({ state: "detached" });
  }

  /** A row of the quick pick that is open. */
  choice(text) {
    return this.page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first();
  }

  /** Presses a button of a row of the quick pick, as shown when the mouse is over it. */
  async pressInRow(text, button) {
    await this.choice(text).hover();
    await this.choice(text).locator(`.action-label[aria-label="${button}"]`).click();
  }

  /** A picture for the guide. */
  async picture(name, options = {}) {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.mouse.move(640, 795);
    await this.page.waitForTimeout(400);
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`), scale: "css", ...options });
  }
}
