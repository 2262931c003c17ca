// The palette and the questions that commands ask. Both are one widget of the editor, which closes when something else
// takes the focus and may be filled anew while it is being used: so whatever is done here is looked at afterwards, and
// done again when it had no effect.
import { succeeds, until, within } from "./patience.mjs";

const WIDGET = ".quick-input-widget";
const BRIEFLY_MS = 2_000;
const LOOK_MS = 10_000;
/** A command that every editor has and that is like none of ours. */
const ALWAYS_THERE = "Developer: Reload Window";

export class QuickInput {
  constructor(page) {
    this.page = page;
    this.box = page.locator(`${WIDGET} .quick-input-box input`).first();
    this.rows = page.locator(`${WIDGET} .quick-input-list .monaco-list-row`);
  }

  /** What it shows now; undefined while it is closed. */
  shown() {
    return this.page.evaluate((selector) => {
      const widget = document.querySelector(selector);
      if (!widget || getComputedStyle(widget).display === "none") return undefined;
      const isSeen = (element) => element.getClientRects().length > 0;
      const textOf = (element) => (element.getAttribute("aria-label") ?? element.textContent).replace(/\s+/g, " ").trim();
      const box = widget.querySelector(".quick-input-box input");
      return {
        title: widget.querySelector(".quick-input-title")?.textContent ?? "",
        placeholder: box?.placeholder ?? "",
        text: box?.value ?? "",
        message: widget.querySelector(".quick-input-message")?.textContent ?? "",
        rows: [...widget.querySelectorAll(".quick-input-list .monaco-list-row")].filter(isSeen).map(textOf),
      };
    }, WIDGET);
  }

  async holds(text) {
    return (await this.shown())?.text === text;
  }

  /** Runs a command by its title in the palette. */
  async run(title) {
    const text = `>${title}`;
    await until(`the palette ran "${title}"`, async () => {
      if (!(await this.findRow(text, this.titled(title)))) return false;
      // A click hits the row or nothing; Enter would go to whatever has the focus by then.
      return (await succeeds(this.titled(title).click({ timeout: LOOK_MS }))) && within(async () => !(await this.holds(text)), LOOK_MS);
    });
    await this.restMouse();
  }

  /** Whether the palette offers a command. */
  async offers(title) {
    const isOffered = await until(`the palette answered to "${title}"`, async () => {
      if (!(await this.findRow(`>${ALWAYS_THERE}`, this.titled(ALWAYS_THERE)))) return undefined;
      // Once the other command is gone, the palette has looked for this one.
      await this.box.fill(`>${title}`, { timeout: BRIEFLY_MS }).catch(() => {});
      const looked = async () => (await this.holds(`>${title}`)) && !(await this.titled(ALWAYS_THERE).isVisible());
      if (!(await within(looked, BRIEFLY_MS))) return undefined;
      const isSeen = await this.titled(title).isVisible();
      return (await looked()) ? { isSeen } : undefined;
    });
    await this.leave();
    return isOffered.isSeen;
  }

  /** Opens the palette, types, and waits for a row; false when it closed, lost its text or has no such row. */
  async findRow(text, row) {
    await this.leave();
    await this.page.keyboard.press("F1");
    const isOpen = await within(async () => (await this.shown())?.text.startsWith(">"), BRIEFLY_MS);
    if (!isOpen) {
      // A webview that is being loaded swallows the key: take the focus from it.
      await this.page.locator(".part.statusbar").click({ position: { x: 640, y: 8 } });
      return false;
    }
    if (!(await succeeds(this.box.fill(text, { timeout: BRIEFLY_MS })))) return false;
    let isThere = false;
    await within(async () => (isThere = await row.isVisible()) || !(await this.holds(text)), LOOK_MS);
    return isThere && this.holds(text);
  }

  titled(title) {
    return this.rows.filter({ has: this.page.getByText(title, { exact: true }) }).first();
  }

  row(text) {
    return this.rows.filter({ hasText: text }).first();
  }

  /** Waits for the question with this title or placeholder. */
  async asked(title) {
    await until(`the question "${title}" is asked`, () => this.asks(title));
  }

  async asks(title) {
    const { title: heading, placeholder, message } = (await this.shown()) ?? { title: "", placeholder: "", message: "" };
    return [heading, placeholder, message].some((each) => each.toLowerCase().includes(title.toLowerCase()));
  }

  /** Types into the question with this title and leaves it open. */
  async type(text, title) {
    await until(`"${text}" is typed into "${title}"`, async () => {
      if (!(await this.asks(title)) || !(await succeeds(this.box.fill(text, { timeout: BRIEFLY_MS })))) return false;
      return (await this.asks(title)) && this.holds(text);
    });
  }

  /** Answers the question with this title or placeholder: with a row when it has some, otherwise with the text. */
  async answer(text, title) {
    await this.type(text, title);
    const isLeft = async () => !(await this.asks(title)) || !(await this.holds(text));
    await until(`"${title}" took the answer "${text}"`, async () => {
      if (await isLeft()) return true;
      const isChoice = await this.page.locator(`${WIDGET} .quick-input-list`).isVisible();
      const isDone = isChoice ? this.choose(text) : this.box.press("Enter", { timeout: BRIEFLY_MS });
      return (await succeeds(isDone)) && within(isLeft, BRIEFLY_MS);
    });
    await this.restMouse();
  }

  /** Clicks on the row that says this, or else on the first that has it in it. */
  async choose(text) {
    const exact = this.titled(text);
    await until(`there is a row "${text}"`, async () => (await exact.isVisible()) || this.row(text).isVisible());
    await ((await exact.isVisible()) ? exact : this.row(text)).click({ timeout: LOOK_MS });
  }

  /** Presses a button of a row, as shown when the mouse is over it. */
  async pressInRow(text, button) {
    await until(`"${button}" is pressed in the row "${text}"`, async () => {
      if (!(await succeeds(this.row(text).hover({ timeout: LOOK_MS })))) return false;
      return succeeds(this.row(text).locator(`.action-label[aria-label="${button}"]`).click({ timeout: BRIEFLY_MS }));
    });
    await this.restMouse();
  }

  /** Leaves whatever is open. */
  async leave() {
    await until("the quick input is closed", async () => {
      if ((await this.shown()) === undefined) return true;
      await this.box.press("Escape", { timeout: BRIEFLY_MS }).catch(() => {});
      return within(async () => (await this.shown()) === undefined, BRIEFLY_MS);
    });
  }

  /** Takes the mouse away: what opens next must not open below it. */
  async restMouse() {
    await this.page.mouse.move(640, 795);
  }
}
