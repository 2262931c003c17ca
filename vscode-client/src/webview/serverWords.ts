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
    "said by another": t("said by another"),
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
    source: t("source"),
    score: t("score"),
    selected: t("selected"),
    why: t("why"),
    ...blockNames(t),
    ...confidenceParts(t),
    ...figureNames(t),
  };
  return (word) => known[word] ?? word;
}

function blockNames(t: Translate): Record<string, string> {
  return {
    "intent clarification": t("intent clarification"),
    "epistemic guard": t("epistemic guard"),
    "requirement graph": t("requirement graph"),
    "org memory": t("org memory"),
    terminology: t("terminology"),
    "conflict warnings": t("conflict warnings"),
    "cove checklist": t("cove checklist"),
    "citation trace": t("citation trace"),
  };
}

/** What the confidence of an answer is made of, and its bands. */
function confidenceParts(t: Translate): Record<string, string> {
  return {
    base: t("base"),
    evidence: t("evidence"),
    "top score": t("top score"),
    citation: t("citation"),
    hedges: t("hedges"),
    conflicts: t("conflicts"),
    ambiguity: t("ambiguity"),
    missing: t("missing"),
    "model only": t("model only"),
    "unknown citations": t("unknown citations"),
    high: t("high"),
    medium: t("medium"),
    low: t("low"),
    "very low": t("very low"),
  };
}

/** The figures that most workers give. */
function figureNames(t: Translate): Record<string, string> {
  return { files: t("files"), "files read": t("files read"), findings: t("findings"), critical: t("critical"), info: t("info") };
}
