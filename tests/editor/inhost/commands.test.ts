import assert from "node:assert/strict";
import { mkdtemp, readFile, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { memory, until, workspaceFile } from "./extension";

function run<T>(id: string, ...args: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(id, ...args);
}

describe("commands", () => {
  it("Remember…", async () => {
    const api = await memory();
    const { id } = await run<{ id: string }>("memserver.rememberText", "The staging database is reset every night.");
    assert.equal((await api.requests.memoryGet({ id })).layer, "project");
  });

  it("Remember Selection keeps the file, the lines and the hash of the file", async () => {
    const api = await memory();
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(workspaceFile("src/cart.ts")));
    editor.selection = new vscode.Selection(0, 0, 2, 0);
    const { id } = await run<{ id: string }>("memserver.rememberSelection", "Totals are in cents");
    const stored = await api.requests.memoryGet({ id });
    assert.equal(stored.title, "Totals are in cents");
    assert.deepEqual([stored.metadata.startLine, stored.metadata.endLine], [1, 3]);
    assert.equal(stored.relatedFiles.length, 1);
    assert.match(stored.relatedFiles[0]?.path ?? "", /cart\.ts$/);
  });

  it("Search finds and opens", async () => {
    const picked = run<string | undefined>("memserver.searchMemories", "staging database");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await run("workbench.action.acceptSelectedQuickOpenItem");
    const id = await picked;
    assert.ok(id);
    const shown = await until(() => vscode.window.activeTextEditor?.document.uri.toString().includes(id) ? vscode.window.activeTextEditor : undefined);
    assert.match(shown.document.getText(), /staging database/);
  });

  it("Show Context for Prompt… and Explain Last Turn open the inspector", async () => {
    const turnId = await run<string>("memserver.showContext", "What happens to the staging database?");
    assert.ok(turnId);
    const hasTab = (): boolean | undefined =>
      vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.includes("memserver.inspector"))) || undefined;
    await until(hasTab);
    assert.equal(await run("memserver.explainLastTurn"), turnId);
  });

  it("Distill Now reports", async () => {
    const report = await run<{ ageThresholdDays: number }>("memserver.distillNow");
    assert.ok(report.ageThresholdDays > 0);
  });

  it("Open Glossary and Open Organisation Rules open files of the brain", async () => {
    for (const [command, name] of [["memserver.openGlossary", "glossary.md"], ["memserver.openOrganisationRules", "organization.md"]] as const) {
      const file = await run<string>(command);
      assert.ok(file.endsWith(path.join(".astra", name)), file);
      assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file);
      assert.match(await readFile(file, "utf8"), /^# /);
    }
  });

  it("Export… writes what Import… reads back", async () => {
    const api = await memory();
    const folder = await mkdtemp(path.join(tmpdir(), "memserver-export-"));
    const exported = await run<{ memories: number; path: string }>("memserver.exportMemories", vscode.Uri.file(folder));
    assert.equal(exported.memories, (await api.requests.memoryStats()).memories);
    assert.ok((await readdir(exported.path)).length > 0);
    const imported = await run<{ added: number; duplicates: number; failed: unknown[] }>("memserver.importMemories", vscode.Uri.file(exported.path));
    assert.equal(imported.failed.length, 0);
    assert.equal(imported.added, 0, "what is known already is not stored twice");
  });

  it("Run Slash Command… shows what it said", async function () {
    const api = await memory();
    if (!api.offers("commands/run")) return this.skip();
    const { markdown } = await run<{ markdown: string }>("memserver.runSlashCommand", "/help");
    assert.equal(vscode.window.activeTextEditor?.document.getText().trim(), markdown.trim());
  });

  it("the tree's commands group, filter and show all", async () => {
    await run("memserver.tree.groupBy", "status");
    await run("memserver.tree.filter", { layer: "project" });
    await run("memserver.tree.clearFilter");
    await run("memserver.tree.groupBy", "layer");
    await run("memserver.tree.refresh");
  });

  it("the tree's commands verify, publish, archive", async () => {
    const api = await memory();
    const { id } = await api.remember("Prices are shown with tax.");
    const row = { kind: "memory", memory: { id, title: "Prices" } };
    for (const [command, status] of [["verify", "verified"], ["publish", "published"], ["archive", "archived"]] as const) {
      await run(`memserver.tree.${command}`, row);
      assert.equal((await api.requests.memoryGet({ id })).status, status);
    }
  });

  it("Restart Server: many at once, and it answers again", async () => {
    const api = await memory();
    await Promise.all([1, 2, 3, 4].map(() => run("memserver.restartServer")));
    assert.equal((await api.requests.status()).ready.store, true);
  });

  it("Show Log opens the log", async () => {
    await run("memserver.showLog");
  });
});
