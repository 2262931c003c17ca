// Writes dist/README.md, the page of the packaged extension, with its pictures inside: a package has no other place to
// show them from, and nothing should have to be fetched.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const client = path.dirname(import.meta.dirname);
const readme = readFileSync(path.join(client, "README.md"), "utf8");
const embedded = readme.replace(/\]\((\.[^)]+\.png)\)/g, (_, name) => {
  const picture = readFileSync(path.join(client, name)).toString("base64");
  return `](data:image/png;base64,${picture})`;
});
writeFileSync(path.join(client, "dist/README.md"), embedded);
