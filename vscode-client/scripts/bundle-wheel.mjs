// Puts the server's wheel into server/, where the extension finds it: `node scripts/bundle-wheel.mjs`.
// Takes the wheel named by MEMSERVER_WHEEL, or builds one with the Python named by PYTHON (default: python3).
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const client = path.dirname(import.meta.dirname);
const folder = path.join(client, "server");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

if (process.env.MEMSERVER_WHEEL) {
  copyFileSync(process.env.MEMSERVER_WHEEL, path.join(folder, path.basename(process.env.MEMSERVER_WHEEL)));
} else {
  const python = process.env.PYTHON ?? "python3";
  const args = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, path.dirname(client)];
  const built = spawnSync(python, args, { stdio: "inherit" });
  if (built.status !== 0) {
    console.error(`${python} could not build the wheel.`);
    process.exit(1);
  }
}
console.log(`bundled ${readdirSync(folder).join(", ")}`);
