// A small world to show: the files of a web shop and what its people would remember, in English and Korean.

export const FILES = {
  "src/cart.ts":
    "// Totals are in cents, never in floats.\nexport function total(items: readonly { cents: number; count: number }[]): number {\n  return items.reduce((sum, item) => sum + item.cents * item.count, 0);\n}\n",
  "src/release.ts": "export const releaseDay = 'Thursday';\n",
  "README.md": "# Web shop\n\nA shop for books and records.\n",
};

export const NOTES = {
  ".astra/glossary.md": "# Glossary\n\n- **GMV**: gross merchandise value, before returns.\n- **장바구니**: the cart, before checkout.\n",
  "notes/releases.md":
    "# Releases\n\nWe release on Thursdays, after the smoke tests are green. The release manager writes the notes and tells support.\n\n## Roll back\n\nA release is rolled back with one click when the error rate doubles within ten minutes.\n",
};

/** What is remembered before a picture is taken: layer, content, and whether a person has verified it. */
export const MEMORIES = [
  { layer: "project", content: "We release on Thursdays, after the smoke tests are green.", category: "decision", tags: ["release"] },
  { layer: "project", content: "Releases are rolled back when the error rate doubles within ten minutes.", category: "rule", tags: ["release"] },
  { layer: "project", content: "The cart keeps totals in cents; floats lost a cent per thousand orders.", category: "bug", tags: ["cart"] },
  { layer: "project", content: "배포 담당자는 배포 전에 고객 지원팀에 알린다.", category: "rule", tags: ["배포"] },
  { layer: "project", content: "Payments are captured when the parcel leaves the warehouse.", category: "architecture", tags: ["payments"] },
  { layer: "long-term", content: "I prefer short pull requests with one idea each.", category: "preference", tags: [] },
  { layer: "long-term", content: "나는 회의록을 불릿 세 개로 요약하는 것을 좋아한다.", category: "preference", tags: [] },
  { layer: "project", content: "Releases need two approvals.", category: "rule", tags: ["release"] },
  { layer: "project", content: "Releases need one approval.", tags: ["release"], source: { type: "agent_execution", author: "claude-code" } },
  { layer: "project", content: "The release day is set in src/release.ts.", category: "convention", tags: ["release"], relatedFiles: ["src/release.ts"] },
  { layer: "procedural", content: "To roll back a release: open the pipeline, choose the last green build, press Roll back, tell support.", category: "lesson", tags: ["release"] },
];

export const QUESTION = "On which day do we release, and how many approvals does a release need?";
