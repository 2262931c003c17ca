/** Looking into turns: what would be injected for a prompt, and what was. */

import { l10n, window } from "vscode";
import { ROUTE, route } from "../routing";
import { withProgress, type CommandHandler } from "./tools";

/** Memory: Show Context for Prompt… */
export const showContext: CommandHandler = async (parts, given) => {
  const prompt =
    typeof given === "string"
      ? given
      : await window.showInputBox({
          title: l10n.t("Show Context for Prompt"),
          prompt: l10n.t("What would you ask your chat agent?"),
          value: parts.turns.last?.prompt ?? "",
          ignoreFocusOut: true,
        });
  if (!prompt?.trim()) return undefined;
  const result = await withProgress(l10n.t("Asking memory"), (token) => parts.turns.build(prompt, {}, token));
  await parts.inspector.show(result.turnId);
  return result.turnId;
};

/** Memory: Explain Last Turn. */
export const explainLastTurn: CommandHandler = async (parts, given) => {
  const turnId = typeof given === "string" ? given : parts.turns.last?.turnId;
  if (turnId === undefined) {
    void window.showInformationMessage(l10n.t("There was no turn in this window yet. Ask @memory, or show the context for a prompt."));
    return undefined;
  }
  await parts.inspector.show(turnId);
  return turnId;
};

/** Memory: Rate Last Answer… The thumbs of the chat do the same, where the editor shows them. */
export const rateAnswer: CommandHandler = async (parts, given) => {
  const turnId = parts.turns.last?.turnId;
  if (turnId === undefined) {
    void window.showInformationMessage(l10n.t("There was no turn in this window yet. Ask @memory, or show the context for a prompt."));
    return undefined;
  }
  const thumbs = [
    { label: `$(thumbsup) ${l10n.t("Helpful")}`, feedback: "up" as const },
    { label: `$(thumbsdown) ${l10n.t("Not helpful")}`, feedback: "down" as const },
  ];
  const title = l10n.t("Rate the last answer");
  const feedback = given === "up" || given === "down" ? given : (await window.showQuickPick(thumbs, { title, placeHolder: parts.turns.last?.prompt ?? "" }))?.feedback;
  if (feedback === undefined) return undefined;
  const kept = await parts.turns.rate(turnId, feedback);
  window.setStatusBarMessage(l10n.t("Noted: it counts in the growth report."), 4_000);
  return kept;
};

/** Memory: Route Task… */
export const routeTask: CommandHandler = async (parts, given) => {
  const task = typeof given === "string" ? given : await window.showInputBox({ title: l10n.t("Route Task"), prompt: l10n.t("What is to be done?") });
  if (!task?.trim() || !parts.service.offers(ROUTE)) return undefined;
  const found = await route(parts.service, task);
  const others = found.alternatives.map((each) => `${each.agent} ${Math.round(each.confidence * 100)} %`).join(", ");
  const message = l10n.t("{0} ({1} % sure): {2}", found.agent, Math.round(found.confidence * 100), found.reasoning);
  void window.showInformationMessage(others ? `${message} ${l10n.t("Others: {0}", others)}` : message);
  return found;
};
