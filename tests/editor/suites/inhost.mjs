// Runs the tests of tests/editor/inhost inside the real extension host, through VS Code's own hook for such tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openBrowser } from "../harness/browser.mjs";
import { startEditor } from "../harness/editor.mjs";
import { CLIENT, INHOST_TESTS } from "../harness/paths.mjs";
import { suite } from "../harness/suite.mjs";

const TIMEOUT_MS = 400_000;
const FILES = { "src/cart.ts": "// Totals are in cents, never in floats.\nexport const total = (items: number[]): number =>\n  items.reduce((sum, cents) => sum + cents, 0);\n" };

await suite("inhost", async (step, state) => {
  const results = path.join(mkdtempSync(path.join(tmpdir(), "memserver-inhost-")), "results.json");
  // Without the flag a built VS Code ignores the payload below.
  state.editor = await startEditor({ args: ["--vscode-option", "enable-smoke-test-driver"], env: { INHOST_RESULTS: results }, files: FILES });
  const { browser, context } = await openBrowser();
  state.browser = browser;
  const page = await context.newPage();
  let finish;
  const finished = new Promise((resolve) => (finish = resolve));
  await page.exposeFunction("codeAutomationExit", (code) => finish(code));
  await page.exposeFunction("codeAutomationLog", () => {});
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  const remote = (file) => `vscode-remote://127.0.0.1:${state.editor.port}${file}`;
  const payload = [["extensionDevelopmentPath", remote(CLIENT)], ["extensionTestsPath", remote(INHOST_TESTS)], ["skipWelcome", "true"]];
  await page.goto(`${state.editor.pageFor()}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
  const timer = setTimeout(() => finish("timeout"), TIMEOUT_MS);
  const code = await finished;
  clearTimeout(timer);
  const outcomes = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")) : [];
  rmSync(path.dirname(results), { recursive: true, force: true });
  for (const each of outcomes) {
    if (each.state === "failed") console.error(`FAIL inhost: ${each.title}\n${each.error}`);
    else await step(`${each.title}${each.state === "skipped" ? " (skipped)" : ` took ${each.ms} ms`}`, async () => {});
  }
  for (const line of said.filter((each) => each.includes("activation took"))) console.log(line);
  if (code !== 0 || outcomes.length === 0) throw new Error(`the host ended with ${code}\n${outcomes.length ? "" : said.slice(-30).join("\n")}`);
});
