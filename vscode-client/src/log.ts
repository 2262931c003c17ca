/** The one log channel. It never holds the text of a memory, unless the user turns the trace on. */

import { window, type LogOutputChannel } from "vscode";

let channel: LogOutputChannel | undefined;

export function log(): LogOutputChannel {
  channel ??= window.createOutputChannel("Memory", { log: true });
  return channel;
}
