import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { MemoryApi } from "../../../vscode-client/src/api";
import { memory, until, workspaceFile } from "./extension";

describe("what becomes of an answer", () => {
  it("is reported: a file was changed, the tests failed, then they passed", async () => {
    const api = await memory();
    const before = await trajectories(api);
    await answer(api, "How do we round amounts on an invoice?");
    await runTests(0); // Nothing was changed yet: this says nothing about the answer.
    await change("rounding.txt", "half up\n");
    await runTests(3);
    await answer(api, "And on a receipt?");
    await until(async () => ((await trajectories(api)).failure === before.failure + 1 ? true : undefined));
    await change("rounding.txt", "half to even\n");
    await runTests(3);
    await change("rounding.txt", "by the tax office\n");
    await runTests(0);
    await answer(api, "Thank you");
    await until(async () => ((await trajectories(api)).success === before.success + 1 ? true : undefined));
  });

  it("is reported at once when it is committed", async () => {
    const api = await memory();
    const repository = await newRepository();
    const before = await trajectories(api);
    await answer(api, "How do we round amounts on an invoice?");
    await change("rounding.txt", "up\n");
    await repository.add([workspaceFile("rounding.txt").fsPath]);
    await repository.commit("Amounts are rounded up");
    await until(async () => ((await trajectories(api)).success === before.success + 1 ? true : undefined));
  });

  it("is not watched where the user switched that off", async () => {
    const api = await memory();
    const settings = vscode.workspace.getConfiguration("memserver");
    await settings.update("outcomes.report", false, vscode.ConfigurationTarget.Global);
    try {
      const before = await trajectories(api);
      await answer(api, "How do we round amounts on an invoice?");
      await change("rounding.txt", "down\n");
      await runTests(1);
      await answer(api, "And on a receipt?");
      assert.deepEqual(await trajectories(api), before);
    } finally {
      await settings.update("outcomes.report", undefined, vscode.ConfigurationTarget.Global);
    }
  });
});

interface Repository {
  setConfig(key: string, value: string): Promise<string>;
  add(paths: string[]): Promise<void>;
  commit(message: string): Promise<void>;
}

/** Makes the workspace a repository, by the editor's own Git extension. */
async function newRepository(): Promise<Repository> {
  const git = vscode.extensions.getExtension<{ getAPI(version: 1): { init(root: vscode.Uri): Promise<Repository> } }>("vscode.git");
  const exports = (await git?.activate()) ?? assert.fail("there is no Git extension");
  const repository = await exports.getAPI(1).init(workspaceFile(""));
  await repository.setConfig("user.name", "Amelia Hart");
  await repository.setConfig("user.email", "amelia@example.com");
  return repository;
}

async function trajectories(api: MemoryApi): Promise<{ success: number; failure: number }> {
  const { trajectories: counts } = await api.requests.learningStats();
  return { success: counts.success ?? 0, failure: counts.failure ?? 0 };
}

async function answer(api: MemoryApi, prompt: string): Promise<void> {
  const turn = await api.getContext(prompt, { sessionId: "outcomes" });
  await api.completeTurn({ turnId: turn.turnId, answer: "By the rule of the tax office." });
}

async function change(name: string, text: string): Promise<void> {
  const uri = workspaceFile(name);
  const there = await vscode.workspace.fs.stat(uri).then(() => true, () => false);
  if (!there) await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
  assert.ok(await document.save());
}

async function runTests(exitCode: number): Promise<void> {
  const task = new vscode.Task({ type: "process" }, vscode.TaskScope.Workspace, "unit tests", "outcomes", new vscode.ProcessExecution("sh", ["-c", `exit ${exitCode}`]));
  task.group = vscode.TaskGroup.Test;
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Never };
  const ended = new Promise<void>((resolve) => {
    const listening = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution.task.name !== task.name) return;
      listening.dispose();
      resolve();
    });
  });
  await vscode.tasks.executeTask(task);
  await ended;
}
