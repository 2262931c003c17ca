/**
 * What became of the work that followed an answer, put together from what the editor saw: files that changed, tests that
 * ran, diagnostics, a commit, an undo. Knows nothing of the editor and sends nothing.
 */

import type { TrajectoryParams } from "../wire";

type Step = TrajectoryParams["steps"][number];

const MOST_TASK_CHARACTERS = 500;
const MOST_ANSWER_CHARACTERS = 500;
const MOST_FILES = 10;
const MOST_STEPS = 50;

const RUNNER = /(?:^|[\s/\\])(?:pytest|py\.test|tox|nox|jest|vitest|mocha|rspec|phpunit|ctest|unittest)(?=\s|$)/;
const TOOL_TEST = /(?:^|[\s/\\])(?:npm|pnpm|yarn|bun|deno|cargo|go|dotnet|swift|mix|make|just|mvnw?|gradlew?|rake|flutter|dart|bazel)\s(?:\S+\s)*tests?(?::\S+)?(?=\s|$)/;
/** `npm install jest` names a runner and runs nothing. */
const INSTALL = /\s(?:install|add|i|uninstall|remove|upgrade|update|init)(?=\s|$)/;

/** Whether a command line runs tests. */
export function runsTests(commandLine: string): boolean {
  return (RUNNER.test(commandLine) || TOOL_TEST.test(commandLine)) && !INSTALL.test(commandLine);
}

/** The work after one answer, from the first change to a commit or the next answer. */
export class Work {
  private readonly steps: Step[] = [];
  private readonly files = new Set<string>();
  private readonly happened: Record<string, number | boolean> = {};
  private answer: string;

  constructor(
    private readonly turnId: string,
    private readonly task: string,
    answer: string,
    /** How many errors the editor showed when it began. */
    private readonly errorsBefore: number,
    private readonly began: number,
  ) {
    this.answer = answer.trim().slice(0, MOST_ANSWER_CHARACTERS);
  }

  /** A file of the workspace was changed; `takenBack` when all that had changed since it was saved was undone. */
  changed(file: string, takenBack: boolean): void {
    this.files.add(file);
    if (takenBack) this.happened.undone = true;
    else delete this.happened.undone;
  }

  /** Tests ended. Those that ran before anything was changed say nothing about the answer. */
  tested(commandLine: string, exitCode: number): void {
    if (this.untouched) return;
    this.step(`${commandLine} ended with ${exitCode}`, exitCode === 0 ? 1 : 0);
    this.happened.testExitCode = exitCode;
  }

  /** A commit was made; returns whether the work is over with it. */
  committed(message: string): boolean {
    const reverted = /^revert\b/i.test(message);
    if (this.untouched && !reverted) return false;
    const [subject = ""] = message.split("\n");
    this.step(`${reverted ? "Reverted" : "Committed"}: ${subject}`, reverted ? 0 : 1);
    this.happened[reverted ? "reverted" : "committed"] = true;
    return true;
  }

  /** What to report: nothing when nothing happened that shows how it ended. */
  report(errorsAfter: number, now: number): TrajectoryParams | undefined {
    const fewerErrors = errorsAfter < this.errorsBefore && !this.untouched;
    if (Object.keys(this.happened).length === 0 && !fewerErrors) return undefined;
    if (this.steps.length === 0) this.step(this.happened.undone ? "Undone" : `${errorsAfter} errors are left`, this.happened.undone ? 0 : 1);
    // The same number of errors as before says nothing: they may be anybody's.
    const diagnostics = errorsAfter === this.errorsBefore ? {} : { diagnosticsBefore: this.errorsBefore, diagnosticsAfter: errorsAfter };
    return {
      steps: this.steps.slice(-MOST_STEPS),
      durationMs: Math.max(now - this.began, 0),
      metadata: { task: this.task.slice(0, MOST_TASK_CHARACTERS), turnId: this.turnId, ...this.happened, ...diagnostics },
    };
  }

  private get untouched(): boolean {
    return this.files.size === 0 && this.steps.length === 0;
  }

  private step(observation: string, reward: number): void {
    const changed = this.files.size > 0 ? `Changed ${[...this.files].slice(0, MOST_FILES).join(", ")}` : "";
    this.steps.push({ action: [this.answer, changed].filter(Boolean).join("\n") || "Nothing was changed", observation, reward });
    this.answer = "";
    this.files.clear();
  }
}
