/** Searching: a quick pick whose results come from the server as one types. */

import { CancellationTokenSource, ThemeIcon, commands, env, l10n, window, type QuickPickItem } from "vscode";
import type { SearchHit, SearchResult } from "../wire";
import { uriOf } from "../memories/files";
import { contentBeyond } from "../memories/document";
import { day, layerIcon, layerName, statusName } from "../memories/labels";
import { here } from "../turn/gathering";
import type { CommandHandler, Parts } from "./tools";

const TYPING_PAUSE_MS = 180;
const MOST_RESULTS = 30;

type SearchMode = SearchResult["mode"];

interface HitItem extends QuickPickItem {
  readonly hit: SearchHit;
}

/** Memory: Search. */
export const searchMemories: CommandHandler = async (parts, given) => {
  const hit = await pickMemory(parts, l10n.t("Search memories"), typeof given === "string" ? given : "");
  if (hit !== undefined) await commands.executeCommand("vscode.open", uriOf(hit));
  return hit?.id;
};

/** Opens a memory by its id: behind the links of the chat. */
export const openMemory: CommandHandler = async (parts, id) => {
  if (typeof id !== "string") return;
  await commands.executeCommand("vscode.open", uriOf(await parts.service.facade.memoryGet({ id })));
};

/** Lets the user find one memory by meaning and words. */
export function pickMemory(parts: Parts, title: string, value: string): Promise<SearchHit | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<HitItem>();
    let running: CancellationTokenSource | undefined;
    let pause: NodeJS.Timeout | undefined;
    let chosen: SearchHit | undefined;
    pick.title = title;
    pick.placeholder = l10n.t("What do you want to recall?");
    pick.matchOnDetail = true;
    const look = (): void => {
      running?.cancel();
      clearTimeout(pause);
      if (!pick.value.trim()) {
        pick.items = [];
        pick.busy = false;
        return;
      }
      pick.busy = true;
      const source = (running = new CancellationTokenSource());
      // Words are looked up at once; meaning, which costs several times as much, when the typing pauses.
      void fill(parts, pick.value, "lexical", source).then((items) => {
        if (items !== undefined && items.length > 0 && pick.busy) pick.items = items;
      });
      pause = setTimeout(() => {
        void fill(parts, pick.value, "hybrid", source).then((items) => {
          if (items === undefined) return;
          pick.items = items;
          pick.busy = false;
        });
      }, TYPING_PAUSE_MS);
    };
    pick.onDidChangeValue(look);
    pick.onDidAccept(() => {
      chosen = pick.selectedItems[0]?.hit;
      if (chosen !== undefined) pick.hide(); // Enter before the results are there must not lose the question
    });
    pick.onDidHide(() => {
      running?.cancel();
      pick.dispose();
      resolve(chosen);
    });
    pick.value = value;
    pick.show();
    look();
  });
}

/** The items for a question; undefined when a later question has overtaken it. */
async function fill(
  parts: Parts,
  query: string,
  mode: SearchMode,
  source: CancellationTokenSource,
): Promise<HitItem[] | undefined> {
  try {
    const params = { query, mode, limit: MOST_RESULTS, ...here() };
    const { results } = await parts.service.facade.memorySearch(params, source.token);
    return source.token.isCancellationRequested ? undefined : results.map(itemOf);
  } catch {
    return source.token.isCancellationRequested ? undefined : [];
  }
}

function itemOf(hit: SearchHit): HitItem {
  const facts = [layerName(hit.layer), statusName(hit.status), day(hit.timestamp, env.language), hit.stale ? l10n.t("stale") : ""];
  const content = contentBeyond(hit);
  return {
    hit,
    label: hit.title,
    description: facts.filter(Boolean).join(" · "),
    ...(content === "" ? {} : { detail: content }),
    iconPath: hit.stale ? new ThemeIcon("warning") : layerIcon(hit.layer),
    alwaysShow: true, // the server has matched: by meaning, not by letters
  };
}
