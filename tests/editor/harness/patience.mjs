// How long to wait, and how to try again: what a person does who looks once more before calling a thing broken.

/** A machine that builds other things beside may be ten times slower than a quiet one; only a failure waits that long. */
export const PATIENCE_MS = 90_000;
const PAUSE_MS = 100;

/** Waits until something holds, and returns what was found. `what` says it in words for whoever reads a failure. */
export async function until(what, look, patienceMs = PATIENCE_MS) {
  const found = await within(look, patienceMs);
  if (!found) throw new Error(`it did not come true within ${patienceMs / 1000} s: ${what}`);
  return found;
}

/** Looks again and again for some time; returns what was found, or false. */
export async function within(look, patienceMs) {
  const giveUp = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() >= giveUp) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Whether something succeeds: for a step that is tried again when it does not. */
export async function succeeds(promise) {
  return promise.then(
    () => true,
    () => false,
  );
}
