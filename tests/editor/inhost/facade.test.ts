import assert from "node:assert/strict";
import * as vscode from "vscode";
import { memory, until } from "./extension";

describe("the API for other extensions", () => {
  it("remembers and finds again, in English and Korean", async () => {
    const api = await memory();
    await api.remember("Payments are captured when the parcel leaves the warehouse.", { tags: ["payments"] });
    await api.remember("고객 문의는 하루 안에 답한다.", { layer: "long-term" });
    await until(async () => ((await api.requests.status()).ready.vectors ? true : undefined));
    const english = await api.search("when are payments captured");
    assert.match(english.results[0]?.content ?? "", /captured when the parcel/);
    const korean = await api.search("문의에 언제까지 답하나");
    assert.match(korean.results[0]?.content ?? "", /하루 안에/);
  });

  it("gives the context of a turn, judges the answer, ends the session", async () => {
    const api = await memory();
    await until(async () => ((await api.requests.status()).ready.vectors ? true : undefined));
    const turn = await api.getContext("When do we capture payments for an order?", { sessionId: "inhost" });
    assert.ok(turn.items.some((item) => item.title.includes("Payments are captured")), JSON.stringify(turn.dropped));
    assert.ok(turn.usage.used <= turn.usage.budget);
    assert.ok(turn.prompt.includes("warehouse"));
    const judged = await api.completeTurn({ turnId: turn.turnId, answer: "When the parcel leaves the warehouse." });
    assert.ok(judged.confidence.score >= 0 && judged.confidence.score <= 100);
    const ended = await api.endSession("inhost", [
      { role: "user", content: "Remember: we always use conventional commits." },
      { role: "assistant", content: "Noted." },
    ]);
    assert.ok(ended.extracted !== undefined);
  });

  it("honours cancellation", async () => {
    const api = await memory();
    const source = new vscode.CancellationTokenSource();
    const asked = api.getContext("anything", {}, source.token);
    source.cancel();
    await assert.rejects(asked);
    assert.equal((await api.requests.status()).ready.store, true);
  });

  it("tells how far a long request is, to whoever brought a token", async () => {
    const api = await memory();
    const told: { token: string | number; percentage: number; message: string }[] = [];
    const listening = api.onProgress((progress) => told.push(progress));
    await api.requests.workersDispatch({ worker: "optimize", workDoneToken: "inhost-progress" });
    await api.requests.workersDispatch({ worker: "map" });
    listening.dispose();
    assert.deepEqual([...new Set(told.map((each) => each.token))], ["inhost-progress"]);
    assert.ok(told.some((each) => each.message && each.percentage > 0), JSON.stringify(told));
  });

  it("tells of a request that is wrong, with its kind", async () => {
    const api = await memory();
    await assert.rejects(api.requests.memoryGet({ id: "mem_none" }), { kind: "not-found" });
  });

  it("says what the server offers", async () => {
    const api = await memory();
    assert.equal(api.offers("memory/search"), true);
    assert.equal(api.offers("no/such/method"), false);
    if (!api.offers("route")) await assert.rejects(api.route("write a test"));
  });
});
