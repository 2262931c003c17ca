// Runs the unit tests that stand beside the sources (src/**/*.test.ts) on node's own test runner.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.dirname(import.meta.dirname);
const out = path.join(root, "out", "unit");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const entryPoints = readdirSync(path.join(root, "src"), { recursive: true })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => path.join("src", name));

await esbuild.build({
  absWorkingDir: root,
  entryPoints,
  outdir: out,
  outbase: "src",
  outExtension: { ".js": ".cjs" },
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
  define: { "process.env.CLIENT_ROOT": JSON.stringify(root) },
});

const files = readdirSync(out, { recursive: true })
  .filter((name) => name.endsWith(".test.cjs"))
  .map((name) => path.join(out, name));
const run = spawnSync(process.execPath, ["--enable-source-maps", "--test", "--test-reporter=spec", ...files], { stdio: "inherit" });
process.exit(run.status ?? 1);
