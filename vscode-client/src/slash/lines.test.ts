import assert from "node:assert/strict";
import { test } from "node:test";
import { SLASH_COMMANDS } from "../generated/slashCommands";
import { beginningOf, lineOf, needsWords, slashCommand, takesWords } from "./lines";

const action = (usage: string): { usage: string; summary: string } => ({ usage, summary: "" });

test("a usage begins with what is certain of it", () => {
  assert.equal(beginningOf(action("add <what> [due <day>] [@who]")), "add ");
  assert.equal(beginningOf(action("목록 [전체|완료] [@담당]")), "목록 ");
  assert.equal(beginningOf(action("distill")), "distill ");
  assert.equal(beginningOf(action("<topic>")), "");
});

test("only what must be given has to be typed", () => {
  assert.ok(needsWords(action("add <what>")));
  assert.ok(!needsWords(action("list [all|done] [@who]")) && !needsWords(action("list [<day>]")) && !needsWords(action("")));
});

test("both languages have the same commands, each with its own name", () => {
  assert.deepEqual(SLASH_COMMANDS.en.map((each) => each.id), SLASH_COMMANDS.ko.map((each) => each.id));
  for (const command of SLASH_COMMANDS.ko) assert.match(command.name, /[가-힣]/u);
});

test("a line is the name and the words", () => {
  const task = slashCommand("task", "en");
  const korean = slashCommand("task", "ko");
  assert.ok(task && korean);
  assert.equal(lineOf(task, "add Ship the beta "), "/task add Ship the beta");
  assert.equal(lineOf(task, ""), "/task");
  assert.equal(lineOf(korean, "목록"), `/${korean.name} 목록`);
  assert.ok(takesWords(task) && !takesWords(slashCommand("help", "en") ?? task));
});
