/** Memories as files of the scheme `memserver:`: opening reads one, saving changes it. Nothing is kept here. */

import { EventEmitter, FileSystemError, FileType, Uri, type FileChangeEvent, type FileStat, type FileSystemProvider } from "vscode";
import type { Memory } from "../wire";
import type { MemoryService } from "../server/service";
import { changesOf, fileName, writeMemory } from "./document";

export const SCHEME = "memserver";

/** The address of a memory: its id, and its title for the tab. */
export function uriOf(memory: { id: string; title: string }): Uri {
  return Uri.from({ scheme: SCHEME, path: `/${memory.id}/${fileName(memory.title)}` });
}

export class MemoryFiles implements FileSystemProvider {
  private readonly changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;

  constructor(private readonly service: MemoryService) {}

  watch(): { dispose(): void } {
    return { dispose: () => undefined };
  }

  async stat(uri: Uri): Promise<FileStat> {
    const memory = await this.read(uri);
    return {
      type: FileType.File,
      ctime: Date.parse(memory.createdAt),
      mtime: Date.parse(memory.updatedAt),
      size: Buffer.byteLength(writeMemory(memory)),
    };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return Buffer.from(writeMemory(await this.read(uri)));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const changes = changesOf(await this.read(uri), Buffer.from(content).toString("utf8"));
    if (changes === undefined) return;
    await this.service.facade.memoryUpdate(changes);
    this.service.memoriesChanged();
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(): void {
    throw FileSystemError.NoPermissions();
  }

  async delete(uri: Uri): Promise<void> {
    await this.service.facade.memoryDelete({ id: idOf(uri) });
    this.service.memoriesChanged();
  }

  rename(): void {
    throw FileSystemError.NoPermissions();
  }

  private async read(uri: Uri): Promise<Memory> {
    try {
      return await this.service.facade.memoryGet({ id: idOf(uri) });
    } catch (failure) {
      const kind = (failure as { kind?: string }).kind;
      throw kind === "not-found" ? FileSystemError.FileNotFound(uri) : failure;
    }
  }
}

function idOf(uri: Uri): string {
  return uri.path.split("/")[1] ?? "";
}
