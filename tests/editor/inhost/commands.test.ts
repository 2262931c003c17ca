import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { memory, until, workspaceFile } from "./extension";

function run<T>(id: string, ...args: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(id, ...args);
}

/** Whether a page of the extension is open. */
function hasPage(kind: string): boolean | undefined {
  const isIt = (tab: vscode.Tab): boolean => tab.input instanceof vscode.TabInputWebview && tab.input.viewType.includes(kind);
  return vscode.window.tabGroups.all.some((group) => group.tabs.some(isIt)) || undefined;
}

/** So much that a worker is still busy when it is stopped. */
async function writeMuchCode(folder: vscode.Uri): Promise<void> {
  await mkdir(folder.fsPath, { recursive: true });
  const body = Array.from({ length: 60 }, (_, line) => `def part_${line}(value):\n    if value > ${line}:\n        return value * ${line}\n    return value\n`).join("\n");
  for (let file = 0; file < 1_200; file++) await writeFile(path.join(folder.fsPath, `module_${file}.py`), body);
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
    const picked = { id: undefined as string | undefined };
    void run<string | undefined>("memserver.searchMemories", "staging database").then((id) => (picked.id = id));
    // Accepting before the results are there does nothing: a hasty Enter loses no question.
    const id = await until(async () => {
      await run("workbench.action.acceptSelectedQuickOpenItem");
      return picked.id;
    });
    const shown = await until(() => vscode.window.activeTextEditor?.document.uri.toString().includes(id) ? vscode.window.activeTextEditor : undefined);
    assert.match(shown.document.getText(), /staging database/);
  });

  it("Show Context for Prompt… and Explain Last Turn open the inspector", async () => {
    const turnId = await run<string>("memserver.showContext", "What happens to the staging database?");
    assert.ok(turnId);
    await until(() => hasPage("memserver.inspector"));
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
    const shown = await until(() => vscode.workspace.textDocuments.find((each) => each.uri.path === "/help.md"));
    assert.equal(shown.getText().trim(), markdown.trim());
  });

  it("every slash command is in the palette and answers", async () => {
    const api = await memory();
    const { commands } = await api.requests.commandsList();
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const { name } of commands) {
      const id = `memserver.slash.${name.replace(/^\//, "")}`;
      assert.ok(registered.has(id), id);
      const result = await run<{ markdown: string } | undefined>(id, "");
      assert.ok(result?.markdown.trim(), id);
    }
  });

  it("Growth Report opens its page, Export Growth Report… writes a file", async () => {
    const report = await run<{ data: { days: number; totalMemories: number } }>("memserver.growthReport", 90);
    assert.equal(report.data.days, 90);
    assert.ok(report.data.totalMemories > 0);
    await until(() => hasPage("memserver.growth"));
    const file = vscode.Uri.file(path.join(await mkdtemp(path.join(tmpdir(), "memserver-growth-")), "growth.md"));
    await run("memserver.exportGrowthReport", file);
    assert.match(await readFile(file.fsPath, "utf8"), /^# /);
  });

  it("Run Worker… shows the result, Switch Workers On or Off… keeps the choice", async () => {
    const api = await memory();
    const { workers } = await api.requests.workersStatus();
    const result = await run<{ worker: string; success: boolean }>("memserver.runWorker", "map");
    assert.deepEqual([result.worker, result.success], ["map", true]);
    await until(() => hasPage("memserver.result"));
    const wanted = workers.filter((each) => each.enabled).map((each) => each.worker);
    assert.deepEqual(await run("memserver.switchWorkers", wanted.filter((each) => each !== "map")), ["map"]);
    assert.equal((await api.requests.workersStatus()).workers.find((each) => each.worker === "map")?.enabled, false);
    assert.deepEqual(await run("memserver.switchWorkers", wanted), ["map"]);
  });

  it("a worker is stopped from its progress, and can be run again", async () => {
    const api = await memory();
    await writeMuchCode(workspaceFile("much"));
    await run("notifications.clearAll"); // so that the newest message with a button is that of the worker
    const state = { isOver: false, result: undefined as unknown };
    const isRunning = async (): Promise<boolean> => (await api.requests.workersStatus()).running.includes("audit");
    void run("memserver.runWorker", "audit").then((result) => Object.assign(state, { isOver: true, result }));
    await until(async () => (await isRunning()) || undefined);
    await until(async () => {
      if (!state.isOver) await run("notification.acceptPrimaryAction"); // "Cancel" of the newest message
      return state.isOver || undefined;
    });
    assert.equal(state.result, undefined);
    await until(async () => !(await isRunning()) || undefined);
    await vscode.workspace.fs.delete(workspaceFile("much"), { recursive: true });
    assert.equal((await run<{ success: boolean }>("memserver.runWorker", "audit")).success, true);
  });

  it("Ask for Something to Be Learned… and Run Research: only what a person approved is drafted", async () => {
    const api = await memory();
    const { item } = await api.requests.growthQueuePropose({ question: "When is the staging database reset?", by: "Mina" });
    const before = await run<{ drafted: unknown[]; message: string }>("memserver.runResearch");
    assert.deepEqual(before.drafted, []);
    assert.ok(before.message);
    const approved = await api.requests.growthQueueApprove({ id: item.id, by: "Mina" });
    assert.equal(approved.decisions.at(-1)?.by, "Mina");
    const after = await run<{ drafted: { path: string }[] }>("memserver.runResearch", item.id);
    const [draft] = after.drafted;
    assert.ok(draft);
    await until(() => (vscode.window.activeTextEditor?.document.uri.path.endsWith(draft.path) ? true : undefined));
  });

  it("Evaluate… scores answers and shows them", async () => {
    const answers = { "en-release-planning": "# Minutes\n\nAttendees: Amelia Hart." };
    const result = await run<{ runs: { score: number; cases: unknown[] }[] }>("memserver.evaluate", { set: "meeting-minutes.en", answers });
    assert.equal(result.runs[0]?.cases.length, 1);
    assert.ok((result.runs[0]?.score ?? 100) < 100);
  });

  it("Add Calendar Event… plans where the time is free", async () => {
    const api = await memory();
    const start = new Date(Date.now() + 3_600_000).toISOString();
    const end = new Date(Date.now() + 7_200_000).toISOString();
    const event = await run<{ id: string; source: string }>("memserver.addCalendarEvent", { title: "Design review", start, end });
    assert.equal(event.source, "added");
    assert.ok((await api.requests.calendarList({})).events.some((each) => each.id === event.id && each.title === "Design review"));
    assert.equal((await api.requests.calendarRemove({ id: event.id })).removed, true);
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
