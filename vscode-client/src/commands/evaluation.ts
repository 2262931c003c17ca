/** Scoring answers against golden sets: a set, then what is to be scored, then the result on a page. */

import { l10n, window } from "vscode";
import type { EvaluationParams, GoldenSet } from "../wire";
import { evaluationPage } from "../evaluation/page";
import { editorLanguage } from "../language";
import { pageNames } from "../webview/panel";
import { withProgress, type CommandHandler, type Parts } from "./tools";

/** Memory: Evaluate… */
export const evaluate: CommandHandler = async (parts, given) => {
  const params = isParams(given) ? given : await askForParams(parts);
  if (params === undefined) return undefined;
  const result = await withProgress(l10n.t("Scoring"), (token) => parts.service.facade.evaluationRun(params, token));
  parts.results.show(evaluationPage(result, pageNames()));
  return result;
};

async function askForParams(parts: Parts): Promise<EvaluationParams | undefined> {
  const { sets } = await parts.service.facade.evaluationSets();
  const own = editorLanguage();
  const items = [...sets]
    .sort((first, second) => Number(second.language === own) - Number(first.language === own))
    .map((set) => ({ label: set.title, description: [set.language, set.source === "own" ? l10n.t("your own") : "", l10n.t("{0} cases", set.cases.length)].filter(Boolean).join(" · "), detail: set.id, set }));
  const chosen = await window.showQuickPick(items, { title: l10n.t("Evaluate"), placeHolder: l10n.t("Which golden set?"), matchOnDetail: true });
  return chosen && askForAnswers(chosen.set);
}

async function askForAnswers(set: GoldenSet): Promise<EvaluationParams | undefined> {
  const text = editorText();
  const ways = [
    ...(text === undefined ? [] : [{ label: text.isSelection ? l10n.t("The selected text") : l10n.t("The file in the editor"), from: "editor" as const, description: l10n.t("as the answer to one case") }]),
    { label: l10n.t("A folder or file of answers…"), from: "path" as const, description: l10n.t("one file for each case, or one file with all") },
    { label: l10n.t("The configured chat model"), from: "model" as const, description: l10n.t("is asked every case now") },
    { label: l10n.t("The set itself"), from: "self-check" as const, description: l10n.t("does it tell good answers from bad ones?") },
  ];
  const way = await window.showQuickPick(ways, { title: set.title, placeHolder: l10n.t("What is to be scored?") });
  if (way === undefined) return undefined;
  if (way.from === "editor" && text !== undefined) return askForCase(set, text.content);
  if (way.from === "path") return askForPath(set);
  return { set: set.id, source: way.from === "model" ? "model" : "self-check" };
}

async function askForCase(set: GoldenSet, answer: string): Promise<EvaluationParams | undefined> {
  const [only, ...others] = set.cases;
  const chosen = others.length === 0 ? only : await window.showQuickPick(set.cases, { title: set.title, placeHolder: l10n.t("Which case does it answer?") });
  return chosen === undefined ? undefined : { set: set.id, answers: { [chosen]: answer } };
}

async function askForPath(set: GoldenSet): Promise<EvaluationParams | undefined> {
  const chosen = await window.showOpenDialog({ canSelectFiles: true, canSelectFolders: true, openLabel: l10n.t("Evaluate") });
  return chosen?.[0] && { set: set.id, path: chosen[0].fsPath };
}

function editorText(): { content: string; isSelection: boolean } | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const selected = editor.document.getText(editor.selection);
  return { content: selected || editor.document.getText(), isSelection: selected !== "" };
}

function isParams(given: unknown): given is EvaluationParams {
  return typeof given === "object" && given !== null && "set" in given;
}
