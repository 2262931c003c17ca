// Bundles the extension: `node scripts/build.mjs [--watch]`.
// Two files: what activation needs, and the language client, which is loaded when the server is started.
import { rmSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.dirname(import.meta.dirname);
rmSync(path.join(root, "dist"), { recursive: true, force: true });

const options = {
  absWorkingDir: root,
  entryPoints: { extension: "src/extension.ts", connection: "src/server/connection.ts" },
  outdir: "dist",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  minify: !process.argv.includes("--watch"),
  sourcemap: process.argv.includes("--watch"),
  legalComments: "none",
  logLevel: "warning",
  external: ["vscode", "./connection.js"],
  // vscode-languageserver-types is published twice; the ES module one can be bundled.
  mainFields: ["module", "main"],
};

if (process.argv.includes("--watch")) {
  await (await esbuild.context(options)).watch();
} else {
  await esbuild.build(options);
}
