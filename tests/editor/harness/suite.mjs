// Runs the steps of a suite one after the other, prints each, keeps a picture of a failure, and ends with 0 or 1.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { describe } from "./description.mjs";
import { CLIENT } from "./paths.mjs";

const FAILURES = path.join(CLIENT, "out/failures");
const MOST_LOG = 3_000;
/** Everything has its own time-out; this one ends what hangs in spite of that. */
const WHOLE_MS = 20 * 60_000;

/** `body` gets `step(title, action)`; it sets `window` and the others on the state, so that a failure can be told. */
export async function suite(name, body) {
  const state = { window: undefined, editor: undefined, browser: undefined };
  const began = Date.now();
  let passed = 0;
  let failure;
  let current = "before the first step";
  const step = async (title, action) => {
    const from = Date.now();
    current = title;
    await action();
    passed += 1;
    current = `after "${title}"`;
    console.log(`ok   ${name}: ${title} (${Date.now() - from} ms)`);
  };
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the suite takes too long")), WHOLE_MS).unref());
  try {
    await Promise.race([body(step, state), late]);
  } catch (error) {
    failure = error;
    console.error(`FAIL ${name}: ${current}\n${error.stack ?? error}`);
    await tell(name, state);
  } finally {
    await state.browser?.close().catch(() => {});
    await state.editor?.stop();
  }
  console.log(`${name}: ${passed} passed, ${failure ? 1 : 0} failed, ${Math.round((Date.now() - began) / 1000)} s`);
  process.exit(failure ? 1 : 0);
}

/** Says what could be seen and what the extension wrote, and keeps a picture. */
async function tell(name, { window, editor }) {
  if (window) {
    console.error(`what the window showed:\n${await describe(window)}`);
    mkdirSync(FAILURES, { recursive: true });
    await window.page.screenshot({ path: path.join(FAILURES, `${name}-${Date.now()}.png`), timeout: 10_000 }).catch(() => {});
  }
  if (editor) console.error(`the extension's log ends:\n${editor.extensionLog().slice(-MOST_LOG)}`);
  if (editor && process.env.DEBUG) console.error(editor.log().slice(-MOST_LOG));
}
