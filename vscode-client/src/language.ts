/** The editor's language, as far as the server speaks it. */

import { env } from "vscode";

export function editorLanguage(): "en" | "ko" {
  return env.language.startsWith("ko") ? "ko" : "en";
}
