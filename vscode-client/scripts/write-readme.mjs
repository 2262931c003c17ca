// Writes dist/README.md, the page of the packaged extension. The editor and the marketplace show pictures from https
// addresses only: with PICTURES_URL (the published folder of docs/guide/images) they are linked there, without it they
// are left out, so that no page has holes where its pictures should be.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const client = path.dirname(import.meta.dirname);
const published = process.env.PICTURES_URL?.replace(/\/$/, "");
const readme = readFileSync(path.join(client, "README.md"), "utf8");
const picture = /!\[([^\]]*)\]\(\.\.\/docs\/guide\/images\/([^)]+)\)\n\n/g;
writeFileSync(
  path.join(client, "dist/README.md"),
  readme.replace(picture, (_, words, name) => (published ? `![${words}](${published}/${name})\n\n` : "")),
);
