// What a window shows, in words: a failure on a machine that nobody can look at has to tell its cause itself.

const PATIENCE_MS = 10_000;

/** Describes a window; never fails and never hangs, whatever state the window is in. */
export async function describe(window) {
  const late = new Promise((resolve) => setTimeout(() => resolve("the window does not answer"), PATIENCE_MS).unref());
  return Promise.race([look(window).catch((failure) => `the window cannot be read: ${failure.message}`), late]);
}

async function look({ page, quick }) {
  const shown = await quick.shown();
  const rest = await page.evaluate(() => {
    const isSeen = (element) => element.getClientRects().length > 0;
    const texts = (selector) =>
      [...document.querySelectorAll(selector)].filter(isSeen).map((each) => (each.getAttribute("aria-label") ?? each.textContent).replace(/\s+/g, " ").trim().slice(0, 160));
    const focus = document.activeElement;
    return {
      "messages": texts(".notification-list-item"),
      "dialog": texts(".monaco-dialog-box"),
      "tabs": texts(".tabs-container .tab"),
      "status item": texts('.statusbar-item[id^="memserver"] a'),
      "side bar": texts(".part.sidebar .monaco-list-row"),
      "focus": focus ? `${focus.tagName.toLowerCase()}.${focus.className}` : "nowhere",
    };
  });
  const pages = await Promise.all(page.frames().slice(1).map((frame) => frame.evaluate(() => document.querySelector("main, body.vscode-body")?.innerText.slice(0, 240)).catch(() => undefined)));
  const lines = { "quick input": shown ?? "closed", ...rest, "pages": pages.filter(Boolean) };
  return Object.entries(lines)
    .map(([name, value]) => `  ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n");
}
