/** The user's own files in the brain folder: the glossary and the organisation's rules. */

import path from "node:path";
import { Uri, l10n, window, workspace } from "vscode";
import { SECTION } from "../settings";
import type { CommandHandler, Parts } from "./tools";

const ORGANISATION_RULES = ".astra/organization.md";

/** Memory: Open Glossary. */
export const openGlossary: CommandHandler = (parts) =>
  openInBrain(parts, workspace.getConfiguration(SECTION).get("glossaryPath", ".astra/glossary.md"), `# ${l10n.t("Glossary")}\n`);

/** Memory: Open Organisation Rules. */
export const openOrganisationRules: CommandHandler = (parts) =>
  openInBrain(parts, ORGANISATION_RULES, `# ${l10n.t("Organisation rules")}\n`);

/** Memory: Run Slash Command… */
export const runSlashCommand: CommandHandler = async (parts, given) => {
  const line = typeof given === "string" ? given : await pickLine(parts);
  if (!line) return undefined;
  const result = await parts.service.facade.commandsRun({ line });
  await parts.turns.sessions.used(line.split(/\s/)[0] ?? line);
  const document = await workspace.openTextDocument({ language: "markdown", content: result.markdown });
  await window.showTextDocument(document, { preview: true });
  return result;
};

/** Opens a file of the brain; one that is not there yet is begun with its heading. */
async function openInBrain(parts: Parts, name: string, beginning: string): Promise<string> {
  const { brainPath } = await parts.service.facade.status();
  const file = Uri.file(path.resolve(brainPath, name));
  const isThere = await workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await workspace.fs.writeFile(file, Buffer.from(beginning));
  await window.showTextDocument(await workspace.openTextDocument(file));
  return file.fsPath;
}

async function pickLine(parts: Parts): Promise<string | undefined> {
  const { commands } = await parts.service.facade.commandsList();
  const items = commands.map((each) => ({ label: each.name, description: each.category, detail: each.summary, usage: each.usage }));
  const chosen = await window.showQuickPick(items, { title: l10n.t("Run Slash Command"), matchOnDetail: true });
  if (chosen === undefined) return undefined;
  const start = chosen.label.startsWith("/") ? chosen.label : `/${chosen.label}`;
  return window.showInputBox({ title: start, prompt: chosen.usage, value: `${start} `, valueSelection: [start.length + 1, start.length + 1] });
}
