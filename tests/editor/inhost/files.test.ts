import assert from "node:assert/strict";
import * as vscode from "vscode";
import { memory } from "./extension";

describe("memories as files", () => {
  it("open, are edited and saved", async () => {
    const api = await memory();
    const { id } = await api.remember("Invoices are numbered by year.", { title: "Invoice numbers" });
    const uri = vscode.Uri.from({ scheme: "memserver", path: `/${id}/Invoice numbers.md` });
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    const start = document.positionAt(document.getText().indexOf("by year"));
    await editor.edit((edit) => edit.replace(new vscode.Range(start, start.translate(0, 7)), "by month"));
    assert.equal(await document.save(), true);
    assert.equal((await api.requests.memoryGet({ id })).content, "Invoices are numbered by month.");
  });

  it("are gone when the memory is deleted", async () => {
    const api = await memory();
    const { id } = await api.remember("A thing that will be forgotten.");
    const uri = vscode.Uri.from({ scheme: "memserver", path: `/${id}/gone.md` });
    await vscode.workspace.fs.delete(uri);
    await assert.rejects(async () => vscode.workspace.fs.readFile(uri));
  });
});
