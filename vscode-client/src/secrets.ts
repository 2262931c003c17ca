/** The key of the embedding endpoint: kept in the editor's secret storage, handed over in the server's environment. */

import { l10n, window, type ExtensionContext } from "vscode";

const NAME = "memserver.embeddingKey";
const VARIABLE = "MEMSERVER_EMBEDDING_KEY";

/** What the server's environment needs: nothing, when no key is kept. */
export async function secretEnvironment(context: ExtensionContext): Promise<Record<string, string>> {
  const key = await context.secrets.get(NAME);
  return key ? { [VARIABLE]: key } : {};
}

/** Asks for the key; an empty answer forgets it. Returns whether anything changed. */
export async function askForKey(context: ExtensionContext): Promise<boolean> {
  const key = await window.showInputBox({
    title: l10n.t("Key of the embedding endpoint"),
    prompt: l10n.t("Kept in the editor's secret storage. Leave it empty to forget the key."),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return false;
  if (key) await context.secrets.store(NAME, key);
  else await context.secrets.delete(NAME);
  window.setStatusBarMessage(key ? l10n.t("The key is kept.") : l10n.t("The key is forgotten."), 4_000);
  return true;
}
