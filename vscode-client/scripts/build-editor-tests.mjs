// Builds what the editor tests load: the tests that run inside the extension host, and the extensions for tests only.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.dirname(import.meta.dirname);
const tests = path.resolve(root, "../tests/editor");
mkdirSync(path.join(root, "out"), { recursive: true });

await esbuild.build({
  absWorkingDir: root,
  entryPoints: [path.join(tests, "inhost/index.ts")],
  outfile: "out/inhost/index.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  logLevel: "warning",
  sourcemap: "inline",
  external: ["vscode", "mocha"],
});

const vsce = path.join(root, "node_modules/@vscode/vsce/vsce");
for (const name of ["fake-model", "korean-pack"]) {
  const args = [vsce, "package", "--no-dependencies", "--skip-license", "--allow-missing-repository", "--out", path.join(root, `out/${name}.vsix`)];
  const packed = spawnSync(process.execPath, args, { cwd: path.join(tests, name), stdio: ["ignore", "ignore", "inherit"] });
  if (packed.status !== 0) process.exit(1);
}
