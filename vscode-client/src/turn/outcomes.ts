/**
 * Watches what becomes of the work that follows an answer, and reports it when it is over: at a commit, at the next
 * answer, or after half an hour. Listens to the editor only while there is such work.
 */

import {
  DiagnosticSeverity,
  Disposable,
  TaskGroup,
  TextDocumentChangeReason,
  extensions,
  languages,
  tasks,
  window,
  workspace,
  type ExtensionContext,
  type TextDocumentChangeEvent,
} from "vscode";
import { log } from "../log";
import type { MemoryService } from "../server/service";
import { reportsOutcomes } from "../settings";
import { here } from "./gathering";
import type { CompletedTurn, Turns } from "./turns";
import { Work, runsTests } from "./work";

const METHOD = "trajectories/record";
const LONGEST_MS = 30 * 60 * 1_000;

/** What is used of the editor's own Git extension. */
interface Repository {
  readonly state: { readonly HEAD: { readonly commit?: string } | undefined };
  readonly onDidCommit: (listener: () => void) => Disposable;
  getCommit(ref: string): Promise<{ message: string }>;
}

interface GitExports {
  getAPI(version: 1): { readonly repositories: Repository[] };
}

export class Outcomes {
  private work: Work | undefined;
  private listening: Disposable | undefined;

  constructor(
    private readonly service: MemoryService,
    private readonly turns: Turns,
  ) {}

  register(context: ExtensionContext): void {
    context.subscriptions.push(
      this.turns.onDidComplete((turn) => this.begin(turn)),
      this.turns.onDidForget(() => this.drop()),
      { dispose: () => this.drop() },
    );
  }

  private begin(turn: CompletedTurn): void {
    this.finish();
    if (!reportsOutcomes() || workspace.workspaceFolders === undefined || !this.service.offers(METHOD)) return;
    const work = (this.work = new Work(turn.turnId, turn.prompt, turn.answer, errors(), Date.now()));
    const timer = setTimeout(() => this.finish(), LONGEST_MS);
    this.listening = Disposable.from(
      { dispose: () => clearTimeout(timer) },
      workspace.onDidChangeTextDocument((event) => noteChange(work, event)),
      tasks.onDidEndTaskProcess(({ execution: { task }, exitCode }) => {
        if (exitCode !== undefined && (task.group?.id === TaskGroup.Test.id || runsTests(task.name))) work.tested(task.name, exitCode);
      }),
      window.onDidEndTerminalShellExecution(({ execution: { commandLine }, exitCode }) => {
        if (exitCode !== undefined && runsTests(commandLine.value)) work.tested(commandLine.value, exitCode);
      }),
      ...repositories().map((repository) => repository.onDidCommit(() => void this.noteCommit(work, repository))),
    );
  }

  private async noteCommit(work: Work, repository: Repository): Promise<void> {
    const { HEAD } = repository.state;
    const message = HEAD?.commit === undefined ? "" : await repository.getCommit(HEAD.commit).then(({ message }) => message, () => "");
    if (work.committed(message) && work === this.work) this.finish();
  }

  /** Reports what there is to report. */
  private finish(): void {
    const params = this.work?.report(errors(), Date.now());
    this.drop();
    if (params === undefined || !this.service.offers(METHOD)) return;
    this.service.facade
      .trajectoriesRecord({ ...params, ...here() })
      .catch((failure: unknown) => log().warn(`what became of an answer could not be reported: ${String(failure)}`));
  }

  private drop(): void {
    this.listening?.dispose();
    this.listening = this.work = undefined;
  }
}

function noteChange(work: Work, { document, contentChanges, reason }: TextDocumentChangeEvent): void {
  if (contentChanges.length === 0 || document.uri.scheme !== "file" || workspace.getWorkspaceFolder(document.uri) === undefined) return;
  work.changed(workspace.asRelativePath(document.uri, false), reason === TextDocumentChangeReason.Undo && !document.isDirty);
}

/** How many errors the editor shows in files of the workspace. */
function errors(): number {
  let count = 0;
  for (const [uri, diagnostics] of languages.getDiagnostics()) {
    if (uri.scheme === "file" && workspace.getWorkspaceFolder(uri) !== undefined) {
      count += diagnostics.filter(({ severity }) => severity === DiagnosticSeverity.Error).length;
    }
  }
  return count;
}

/** The repositories that the Git extension has open; it is not woken for this. */
function repositories(): Repository[] {
  const git = extensions.getExtension<GitExports>("vscode.git");
  if (git?.isActive !== true) return [];
  try {
    return git.exports.getAPI(1).repositories;
  } catch {
    // Git is switched off in the settings.
    return [];
  }
}
