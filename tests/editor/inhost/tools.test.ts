import assert from "node:assert/strict";
import * as vscode from "vscode";
import { memory } from "./extension";

async function invoke(name: string, input: object): Promise<Record<string, unknown>> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  const [part] = result.content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Record<string, unknown>;
}

describe("language-model tools", () => {
  it("are listed with their schemas", async () => {
    await memory();
    const tools = vscode.lm.tools.filter((tool) => tool.name.startsWith("memserver_"));
    assert.deepEqual(tools.map((tool) => tool.name).sort().slice(0, 2), ["memserver_recall", "memserver_remember"]);
    for (const tool of tools) assert.ok(JSON.stringify(tool.inputSchema).includes('"required"'), tool.name);
  });

  it("remember, and say what became of it", async () => {
    const api = await memory();
    const stored = await invoke("memserver_remember", { content: "Gift cards never expire.", layer: "project" });
    assert.equal((await api.requests.memoryGet({ id: String(stored.id) })).source.type, "agent_execution");
  });

  it("route a task, where the server offers it", async function () {
    const api = await memory();
    if (!api.offers("route")) return this.skip();
    const routed = await invoke("memserver_route", { task: "write unit tests for the cart" });
    assert.equal(typeof routed.agent, "string");
    assert.deepEqual(await vscode.commands.executeCommand("memserver.routeTask", "write unit tests for the cart"), routed);
  });

  it("recall what was remembered", async () => {
    const api = await memory();
    await api.remember("The mobile app talks to the API over gRPC.");
    const found = await invoke("memserver_recall", { query: "how does the mobile app reach the API", limit: 3 });
    assert.match(JSON.stringify(found.results), /gRPC/);
  });
});
