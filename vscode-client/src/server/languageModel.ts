/**
 * The weights of the built-in language model, where the system's package has none (Windows, Intel Macs): says once that
 * they are missing, and fetches them when the user says so. Until then, search goes by words.
 */

import { ProgressLocation, commands, l10n, window, type ExtensionContext } from "vscode";
import type { Status } from "../wire";
import { log } from "../log";
import { locateServer } from "./locate";
import { runToEnd } from "./processes";
import type { MemoryService } from "./service";

const ASKED = "memserver.languageModelAsked";
const MISSING = "memserver.languageModelMissing";
/** The server names this command when, and only when, it would help. */
const COMMAND = "install-model";

export class LanguageModel {
  private isMissing: boolean | undefined;

  constructor(
    private readonly context: ExtensionContext,
    private readonly service: MemoryService,
  ) {}

  /** Looks at what the server says of its model; asks once, ever, whether to fetch it. */
  look(status: Status): void {
    const isMissing = status.embedder.state === "failed" && (status.embedder.message ?? "").includes(COMMAND);
    if (isMissing === this.isMissing) return;
    this.isMissing = isMissing;
    void commands.executeCommand("setContext", MISSING, isMissing);
    if (isMissing && !this.context.globalState.get<boolean>(ASKED)) void this.offer();
  }

  /** Fetches the weights into the server's own environment and starts it anew; returns whether they are there. */
  async install(): Promise<boolean> {
    const options = { location: ProgressLocation.Notification, cancellable: true, title: l10n.t("Downloading the language model") };
    const done = await window.withProgress(options, async (_progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => stop.abort());
      return this.run(stop.signal);
    });
    if (done) await this.service.restart();
    return done;
  }

  private async offer(): Promise<void> {
    const yes = l10n.t("Download");
    const text = l10n.t("The language model for search by meaning has no package for this system. Memory can download it (66 MB, once). Until then it searches by words.");
    const answer = await window.showInformationMessage(text, yes, l10n.t("Not Now"));
    if (answer !== undefined) await this.context.globalState.update(ASKED, true);
    if (answer === yes) await this.install();
  }

  private async run(stop: AbortSignal): Promise<boolean> {
    const { program, args } = await locateServer(this.context, {});
    const code = await runToEnd(program, [...args.slice(0, -1), COMMAND], (line) => log().info(line), stop).catch((failure: unknown) => {
      log().error(String(failure));
      return 1;
    });
    if (code !== undefined && code !== 0) void this.explain();
    return code === 0;
  }

  private async explain(): Promise<void> {
    const [again, showLog] = [l10n.t("Try Again"), l10n.t("Show Log")];
    const answer = await window.showErrorMessage(l10n.t("The language model could not be downloaded. The log says why."), again, showLog);
    if (answer === again) await this.install();
    else if (answer === showLog) log().show();
  }
}
