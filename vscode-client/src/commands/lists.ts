/** A list in a quick pick whose rows have actions: the list stays open until the user leaves it or opens something. */

import { ThemeIcon, window, type QuickInputButton, type QuickPickItem } from "vscode";

/** Something that can be done with a row. */
export interface RowAction<T> {
  readonly icon: string;
  readonly label: string;
  /** Returns whether the list stays: it is then read anew. */
  run(row: T): Promise<boolean>;
}

/** A row, or the heading of those that follow. */
export interface ListRow<T> extends QuickPickItem {
  readonly row?: T;
  readonly actions?: readonly RowAction<T>[];
  /** What choosing the row does; without it, the choice of its actions is offered. */
  readonly open?: RowAction<T>;
}

interface Button<T> extends QuickInputButton {
  readonly action: RowAction<T>;
}

/** Shows rows until the user leaves; `read` brings them, anew after each action that changed something. */
export async function showList<T>(title: string, placeholder: string, read: () => Promise<readonly ListRow<T>[]>): Promise<void> {
  for (;;) {
    const chosen = await choose(title, placeholder, await read());
    if (chosen === undefined) return;
    const action = chosen.action ?? (await chooseAction(chosen.item));
    if (action === undefined) continue;
    if (chosen.item.row === undefined || !(await action.run(chosen.item.row))) return;
  }
}

interface Choice<T> {
  readonly item: ListRow<T>;
  readonly action: RowAction<T> | undefined;
}

function choose<T>(title: string, placeholder: string, rows: readonly ListRow<T>[]): Promise<Choice<T> | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<ListRow<T>>();
    let choice: Choice<T> | undefined;
    pick.title = title;
    pick.placeholder = placeholder;
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    pick.items = rows.map((row) => ({ ...row, buttons: (row.actions ?? []).map(buttonOf) }));
    const take = (item: ListRow<T> | undefined, action: RowAction<T> | undefined): void => {
      if (item?.row === undefined) return;
      choice = { item, action };
      pick.hide();
    };
    pick.onDidAccept(() => take(pick.selectedItems[0], pick.selectedItems[0]?.open));
    pick.onDidTriggerItemButton(({ item, button }) => take(item, (button as Button<T>).action));
    pick.onDidHide(() => {
      pick.dispose();
      resolve(choice);
    });
    pick.show();
  });
}

/** The actions of a row as a list of their own: what a mouse finds as buttons, the keyboard finds here. */
async function chooseAction<T>(item: ListRow<T>): Promise<RowAction<T> | undefined> {
  const items = (item.actions ?? []).map((action) => ({ label: `$(${action.icon}) ${action.label}`, action }));
  return (await window.showQuickPick(items, { title: item.label }))?.action;
}

function buttonOf<T>(action: RowAction<T>): Button<T> {
  return { iconPath: new ThemeIcon(action.icon), tooltip: action.label, action };
}
