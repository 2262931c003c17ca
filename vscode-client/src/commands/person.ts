/** Asks who decides: a decision about what is learned is only ever a person's, and their name is recorded with it. */

import { userInfo } from "node:os";
import { l10n, window, type ExtensionContext } from "vscode";

const NAME = "memserver.personName";

/** The name of the person who decides; undefined when they think better of it. */
export async function askForName(context: ExtensionContext, decision: string): Promise<string | undefined> {
  const name = await window.showInputBox({
    title: decision,
    prompt: l10n.t("Who decides? The name is recorded with the decision."),
    value: context.globalState.get<string>(NAME) ?? userInfo().username,
    validateInput: (text) => (text.trim() ? undefined : l10n.t("A name is needed.")),
    ignoreFocusOut: true,
  });
  if (!name?.trim()) return undefined;
  await context.globalState.update(NAME, name.trim());
  return name.trim();
}
