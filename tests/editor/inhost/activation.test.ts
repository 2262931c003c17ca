import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { busySince, mark } from "../../../vscode-client/src/began";
import { extension, memory } from "./extension";

const MOST_MS = 50;

describe("activation", () => {
  it("adds less than 50 ms to the extension host", async () => {
    const api = await extension().activate();
    // eslint-disable-next-line no-console -- the figure is what the test reports
    console.log(`activation took ${api.activationMs.toFixed(1)} ms`);
    assert.ok(api.activationMs < MOST_MS, `${api.activationMs} ms`);
  });

  it("loads its code in less than 50 ms, and not the language client", () => {
    const file = path.join(extension().extensionPath, "dist/extension.js");
    const took = Array.from({ length: 3 }, () => {
      forget(path.dirname(file));
      const start = mark();
      nodeRequire(file);
      return busySince(start);
    });
    const loaded = Object.keys(nodeCache()).filter((name) => name.startsWith(path.dirname(file)));
    assert.ok(loaded.includes(file), "it was loaded anew");
    assert.ok(Math.min(...took) < MOST_MS, `${took.join()} ms`);
    assert.ok(!loaded.some((name) => name.endsWith("connection.js")), loaded.join());
  });

  it("starts the server by itself", async () => {
    const api = await memory();
    const status = await api.requests.status();
    assert.equal(status.ready.store, true);
  });

  it("registers every command of its manifest", async () => {
    const manifest = extension().packageJSON as { contributes: { commands: { command: string }[] } };
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(manifest.contributes.commands.map((each) => each.command).filter((id) => !registered.has(id)), []);
  });
});

function nodeCache(): Record<string, unknown> {
  return require.cache;
}

/** Makes Node load the modules of a folder again when they are asked for; those who have them keep them. */
function forget(folder: string): void {
  for (const name of Object.keys(nodeCache())) if (name.startsWith(folder)) Reflect.deleteProperty(nodeCache(), name);
}

/** Node's own require: the bundler must not follow it. */
function nodeRequire(file: string): unknown {
  return (module.require as (name: string) => unknown)(file);
}
