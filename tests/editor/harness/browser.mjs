// A browser in front of the editor, and the few things a person does there.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { DRIVER, PICTURES } from "./paths.mjs";
import { PATIENCE_MS, succeeds, until, within } from "./patience.mjs";
import { QuickInput } from "./quick.mjs";

const { chromium } = createRequire(DRIVER)("playwright-core");
const BRIEFLY_MS = 3_000;
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

/** With THROTTLE=6 the page is that many times slower, to find what only happens on slow machines. */
async function slowDown(context, page) {
  const rate = Number(process.env.THROTTLE ?? 1);
  if (rate > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate });
}

/** One window of the editor. */
export class Window {
  constructor(page) {
    this.page = page;
    this.quick = new QuickInput(page);
    page.setDefaultTimeout(PATIENCE_MS);
  }

  static async open(context, url) {
    const window = new Window(await context.newPage());
    await slowDown(context, window.page);
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
  run(title) {
    return this.quick.run(title);
  }

  /** Answers the question with this title or placeholder. */
  answer(text, title) {
    return this.quick.answer(text, title);
  }

  /** Clicks until something shows: what is drawn anew meanwhile may lose a click. Only where clicking twice does no harm. */
  async clickFor(target, result) {
    await until(`a click on ${target} brought up ${result}`, async () => {
      if (await result.isVisible()) return true;
      await target.click({ timeout: BRIEFLY_MS }).catch(() => {});
      return succeeds(result.waitFor({ timeout: BRIEFLY_MS }));
    });
  }

  notification(text) {
    return this.page.locator(".notification-list-item", { hasText: text }).first();
  }

  /** Presses a button of a message, also of one that has gone from the screen to the list of messages meanwhile. */
  async pressInNotification(text, button) {
    const wanted = this.notification(text).locator(".monaco-button", { hasText: button }).first();
    await until(`"${button}" is pressed in the message "${text}"`, async () => {
      if (await succeeds(wanted.click({ timeout: BRIEFLY_MS }))) return true;
      if (!(await wanted.isVisible())) await this.run("Notifications: Show Notifications");
      return false;
    });
  }

  async dismissNotifications() {
    await this.run("Notifications: Clear All Notifications");
  }

  row(text) {
    return this.page.locator(".part.sidebar .monaco-list-row", { hasText: text }).first();
  }

  /** Opens a row of the tree; one that is open already stays so. */
  async expand(text) {
    const isOpen = async () => (await this.row(text).getAttribute("aria-expanded")) === "true";
    await this.row(text).waitFor();
    await until(`the row "${text}" is open`, async () => {
      if (await isOpen()) return true;
      return (await succeeds(this.row(text).click({ timeout: BRIEFLY_MS }))) && within(isOpen, BRIEFLY_MS);
    });
  }

  /** Presses a button of a row of the tree, as shown when the mouse is over it. */
  async pressInTree(text, button) {
    await until(`"${button}" is pressed in the row "${text}"`, async () => {
      if (!(await succeeds(this.row(text).hover({ timeout: BRIEFLY_MS })))) return false;
      return succeeds(this.row(text).locator(`.action-label[aria-label="${button}"]`).click({ timeout: BRIEFLY_MS }));
    });
  }

  async showMemories(name = "Memory") {
    const icon = this.page.locator(".activitybar .action-item", { has: this.page.locator(`.action-label[aria-label^="${name}"]`) }).first();
    const isShown = async () => (await icon.getAttribute("class")).includes("checked") && (await this.page.locator(".part.sidebar").isVisible());
    await until("the view of memories is shown", async () => {
      if (await isShown()) return true; // a second click would hide it
      return (await succeeds(icon.click({ timeout: BRIEFLY_MS }))) && within(isShown, BRIEFLY_MS);
    });
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

  /** The page inside the webview that is shown; those of hidden tabs do not count. */
  webview() {
    return this.page.locator("iframe.webview.ready").filter({ visible: true }).contentFrame().frameLocator("iframe#active-frame");
  }

  /** Closes everything that is open, so that the next page is the only one. */
  async closeEditors() {
    await this.run("View: Close All Editors");
    await this.page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
    await this.page.locator("iframe.webview").first().waitFor({ state: "detached" });
  }

  /** A row of the quick pick that is open. */
  choice(text) {
    return this.quick.row(text);
  }

  /** A picture for the guide. */
  async picture(name, options = {}) {
    await this.page.mouse.move(640, 795);
    await this.page.waitForTimeout(400); // nothing is asserted about it: it only should not show things that move
    await this.pictureNow(name, options);
  }

  /** A picture of what the mouse has brought up. */
  async pictureNow(name, options = {}) {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: path.join(PICTURES, `${name}.png`), scale: "css", ...options });
  }
}
