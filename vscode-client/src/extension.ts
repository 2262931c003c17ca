/** The extension's entrance: puts the parts together and starts the server. What they do stands elsewhere. */

import { began, busySince, mark } from "./began";
import { EventEmitter, workspace, type ExtensionContext } from "vscode";
import { createApi, type MemoryApi } from "./api";
import { Participant } from "./chat/participant";
import { registerTools } from "./chat/tools";
import { registerCommands } from "./commands";
import { GrowthPanel } from "./growth/panel";
import { Inspector } from "./inspector/panel";
import { MemoryFiles, SCHEME } from "./memories/files";
import { MemoryTree } from "./memories/tree";
import { keepContextKeys } from "./offers";
import { OutputDocuments } from "./output/documents";
import { tellOfFailures } from "./server/failures";
import { LanguageModel } from "./server/languageModel";
import { MemoryService } from "./server/service";
import { offerSetUp } from "./server/setup";
import { StatusItem } from "./statusItem";
import { Outcomes } from "./turn/outcomes";
import { Sessions } from "./turn/sessions";
import { Turns } from "./turn/turns";
import { tickWhatIsDone } from "./walkthrough";
import { PagePanel } from "./webview/panel";

let service: MemoryService | undefined;
const loadMs = busySince(began);

export function activate(context: ExtensionContext): MemoryApi {
  const activated = mark();
  const memory = (service = new MemoryService(context));
  const turns = new Turns(memory, new Sessions(context.workspaceState, context.globalState));
  const tree = new MemoryTree(context, memory);
  const inspector = new Inspector(context, memory);
  const growth = new GrowthPanel(context, memory);
  const results = new PagePanel(context, memory, "memserver.result");
  const output = new OutputDocuments();
  const languageModel = new LanguageModel(context, memory);
  const running = new EventEmitter<boolean>();
  context.subscriptions.push(
    running,
    keepContextKeys(memory),
    tickWhatIsDone(memory),
    tellOfFailures(context, memory),
    memory.onDidChangeState((state) => running.fire(state.kind === "running")),
    workspace.registerFileSystemProvider(SCHEME, new MemoryFiles(memory), { isCaseSensitive: true }),
  );
  output.register(context);
  registerCommands({ context, service: memory, turns, tree, inspector, growth, results, output, languageModel });
  registerTools(context, memory);
  new Participant(memory, turns).register(context);
  new Outcomes(memory, turns).register(context);
  new StatusItem(memory, turns, languageModel).show(context);
  tree.show();
  void start(context, memory);
  const activationMs = loadMs + busySince(activated);
  return createApi(memory, turns, running.event, () => activationMs);
}

export async function deactivate(): Promise<void> {
  await service?.close();
}

/** Starts the server; where there is none yet, asks once whether to set it up. */
async function start(context: ExtensionContext, memory: MemoryService): Promise<void> {
  await memory.restart();
  if (memory.state.kind === "not-set-up" && (await offerSetUp(context))) await memory.restart();
}
