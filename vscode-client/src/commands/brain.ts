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

/** The address of a note, named as the server names it: relative to the brain. */
export async function noteUri(parts: Parts, name: string): Promise<Uri> {
  const { brainPath } = await parts.service.facade.status();
  return Uri.file(path.resolve(brainPath, name));
}

/** Opens a file of the brain; one that is not there yet is begun with its heading. */
async function openInBrain(parts: Parts, name: string, beginning: string): Promise<string> {
  const file = await noteUri(parts, name);
  const isThere = await workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await workspace.fs.writeFile(file, Buffer.from(beginning));
  await window.showTextDocument(await workspace.openTextDocument(file));
  return file.fsPath;
}
