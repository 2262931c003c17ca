/** The extension's icon where the editor does not colour it itself. */

import { Uri, type ExtensionContext } from "vscode";

export function memoryIcon(context: ExtensionContext): { light: Uri; dark: Uri } {
  const icon = (name: string): Uri => Uri.joinPath(context.extensionUri, "media", name);
  return { light: icon("memory-on-light.svg"), dark: icon("memory-on-dark.svg") };
}
