/** Words that the server writes into a turn's record, in the user's language; those it does not know stay as they are. */

import type { Translate } from "../statusText";

/** A name of the wire as words: `filesRead` is "files read". */
export function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[-_]/g, " ").toLowerCase();
}

export function serverWords(t: Translate): (word: string) => string {
  const known: Record<string, string> = {
    "too little to do with the prompt": t("too little to do with the prompt"),
    "did not fit into the token budget": t("did not fit into the token budget"),
    "enough brain files are in already": t("enough brain files are in already"),
    match: t("match"),
    words: t("words"),
    coverage: t("coverage"),
    nearness: t("nearness"),
    similarity: t("similarity"),
    actionability: t("actionability"),
    level: t("level"),
    layer: t("layer"),
    validation: t("validation"),
    confidence: t("confidence"),
    recency: t("recency"),
    period: t("period"),
    staleness: t("staleness"),
    "knowledge mix": t("knowledge mix"),
    stale: t("stale"),
  };
  return (word) => known[word] ?? word;
}
