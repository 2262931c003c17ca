/** The tree of memories: groups, pages of memories in them, and a filter. Reads through the facade; keeps no memory. */

import {
  EventEmitter,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  commands,
  env,
  l10n,
  window,
  type ExtensionContext,
  type TreeDataProvider,
  type TreeView,
} from "vscode";
import type { Memory } from "../wire";
import type { MemoryService } from "../server/service";
import { workspaceUri } from "../turn/gathering";
import { uriOf } from "./files";
import { groupsBy, isFiltered, type Filter, type Group, type Grouping } from "./grouping";
import { categoryName, day, layerIcon, layerName, memoryTooltip, statusIcon, statusName } from "./labels";
import { rowContext } from "./links";

export const VIEW = "memserver.memories";
const GROUPING = "memserver.grouping";

/** A row: a group, a memory, or the way to more of a group. */
export type Row =
  | { readonly kind: "group"; readonly group: Group; readonly grouping: Grouping }
  | { readonly kind: "memory"; readonly memory: Memory }
  | { readonly kind: "more"; readonly parent: Row & { kind: "group" } };

interface Pages {
  memories: Memory[];
  cursor: string | undefined;
}

export class MemoryTree implements TreeDataProvider<Row> {
  private readonly changes = new EventEmitter<Row | undefined>();
  private readonly pages = new Map<string, Pages>();
  private filter: Filter = {};
  private view: TreeView<Row> | undefined;
  readonly onDidChangeTreeData = this.changes.event;

  constructor(
    private readonly context: ExtensionContext,
    private readonly service: MemoryService,
  ) {}

  /** Shows the tree and keeps it up to date. */
  show(): void {
    this.view = window.createTreeView(VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.context.subscriptions.push(
      this.view,
      this.changes,
      this.service.onDidChangeMemories(() => this.refresh()),
      this.service.onDidChangeState((state) => {
        if (state.kind === "running") this.refresh();
      }),
    );
  }

  get grouping(): Grouping {
    return this.context.globalState.get<Grouping>(GROUPING, "layer");
  }

  async groupBy(grouping: Grouping): Promise<void> {
    await this.context.globalState.update(GROUPING, grouping);
    this.refresh();
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    if (this.view) this.view.message = isFiltered(filter) ? filterText(filter) : "";
    void commands.executeCommand("setContext", "memserver.filtered", isFiltered(filter));
    this.refresh();
  }

  refresh(): void {
    this.pages.clear();
    this.changes.fire(undefined);
  }

  async more(row: Row & { kind: "more" }): Promise<void> {
    await this.nextPage(row.parent.group);
    this.changes.fire(row.parent);
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (this.service.state.kind !== "running") return [];
    if (row === undefined) return this.groups();
    if (row.kind !== "group") return [];
    const { memories, cursor } = this.pages.get(row.group.key) ?? (await this.nextPage(row.group));
    const rows: Row[] = memories.map((memory) => ({ kind: "memory", memory }));
    return cursor === undefined ? rows : [...rows, { kind: "more", parent: row }];
  }

  getTreeItem(row: Row): TreeItem {
    if (row.kind === "group") return groupItem(row);
    if (row.kind === "memory") return memoryItem(row.memory);
    const item = new TreeItem(l10n.t("Show more…"));
    item.iconPath = new ThemeIcon("ellipsis");
    item.command = { command: "memserver.tree.more", title: l10n.t("Show more…"), arguments: [row] };
    return item;
  }

  private async groups(): Promise<Row[]> {
    const { grouping, filter } = this;
    const stats = await this.service.facade.memoryStats();
    const groups = groupsBy(grouping, stats, filter, workspaceUri());
    return groups.map((group) => ({ kind: "group", group, grouping }));
  }

  private async nextPage(group: Group): Promise<Pages> {
    const known = this.pages.get(group.key) ?? { memories: [], cursor: undefined };
    const after = known.cursor === undefined ? {} : { cursor: known.cursor };
    const { items, cursor } = await this.service.facade.memoryList({ ...group.ask, ...after });
    const pages = { memories: [...known.memories, ...items], cursor };
    this.pages.set(group.key, pages);
    return pages;
  }
}

function groupItem(row: Row & { kind: "group" }): TreeItem {
  const { grouping, group } = row;
  const names = { layer: layerName, status: statusName, project: (id: string) => (id === "" ? l10n.t("Everywhere") : (group.name ?? id)) };
  const item = new TreeItem(names[grouping](group.key), TreeItemCollapsibleState.Collapsed);
  item.id = `${grouping}:${group.key}`;
  if (group.count !== undefined) item.description = String(group.count);
  item.iconPath = grouping === "layer" ? layerIcon(group.key) : grouping === "status" ? statusIcon(group.key, false) : new ThemeIcon(group.key ? "repo" : "globe");
  item.contextValue = "group";
  return item;
}

function memoryItem(memory: Memory): TreeItem {
  const item = new TreeItem(memory.title, TreeItemCollapsibleState.None);
  item.id = memory.id;
  item.description = [memory.stale ? l10n.t("stale") : "", memory.category ? categoryName(memory.category) : "", day(memory.timestamp, env.language)].filter(Boolean).join(" · ");
  item.iconPath = statusIcon(memory.status, memory.stale ?? false);
  item.tooltip = memoryTooltip(memory, env.language);
  item.contextValue = rowContext(memory);
  item.accessibilityInformation = {
    label: [memory.title, layerName(memory.layer), statusName(memory.status), memory.stale ? l10n.t("stale") : ""].filter(Boolean).join(", "),
  };
  item.command = { command: "vscode.open", title: l10n.t("Open"), arguments: [uriOf(memory)] };
  return item;
}

function filterText(filter: Filter): string {
  const parts = [
    filter.layer ? layerName(filter.layer) : "",
    filter.status ? statusName(filter.status) : "",
    filter.tag ? `#${filter.tag}` : "",
    filter.here ? l10n.t("this workspace") : "",
  ];
  return l10n.t("Only {0}", parts.filter(Boolean).join(", "));
}
