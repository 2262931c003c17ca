// Runs the steps of a suite one after the other, prints each, keeps a picture of a failure, and ends with 0 or 1.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { CLIENT } from "./paths.mjs";

const FAILURES = path.join(CLIENT, "out/failures");

/** Waits until something holds. */
export async function until(look, patienceMs = 45_000) {
  for (const giveUp = Date.now() + patienceMs; Date.now() < giveUp; ) {
    if (await look()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`it did not come true: ${look}`);
}

/** `body` gets `step(title, action)`; `window` is set on the returned object by the body to get a picture of a failure. */
export async function suite(name, body) {
  const state = { window: undefined, editor: undefined, browser: undefined };
  const began = Date.now();
  let passed = 0;
  let failure;
  const step = async (title, action) => {
    const from = Date.now();
    await action();
    passed += 1;
    console.log(`ok   ${name}: ${title} (${Date.now() - from} ms)`);
  };
  try {
    await body(step, state);
  } catch (error) {
    failure = error;
    console.error(`FAIL ${name}: ${error.stack ?? error}`);
    mkdirSync(FAILURES, { recursive: true });
    await state.window?.page.screenshot({ path: path.join(FAILURES, `${name}.png`) }).catch(() => {});
    if (state.editor && process.env.DEBUG) console.error(state.editor.log().slice(-2_000));
  } finally {
    await state.browser?.close().catch(() => {});
    await state.editor?.stop();
  }
  console.log(`${name}: ${passed} passed, ${failure ? 1 : 0} failed, ${Math.round((Date.now() - began) / 1000)} s`);
  process.exit(failure ? 1 : 0);
}
