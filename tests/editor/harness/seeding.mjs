// Puts memories into a data folder before the editor opens, through the server itself.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { PYTHON } from "./paths.mjs";

/** Stores memories in the data folder of an editor and waits until they can be found by meaning. Returns their ids. */
export async function seed(editor, memories, { verified = [] } = {}) {
  const server = new Server(editor);
  try {
    const folder = pathToFileURL(editor.workspace).href;
    const options = { dataDir: editor.data, brainPath: editor.brain };
    await server.ask("initialize", { capabilities: {}, initializationOptions: options, workspaceFolders: [{ uri: folder, name: "webshop" }] });
    const ids = [];
    for (const { relatedFiles = [], ...memory } of memories) {
      const files = relatedFiles.map((name) => `${folder}/${name}`);
      ids.push((await server.ask("memserver/memory/add", { workspaceUri: folder, relatedFiles: files, ...memory })).id);
    }
    for (const index of verified) {
      await server.ask("memserver/memory/setStatus", { id: ids[index], status: "verified", verifiedBy: "human_approval" });
    }
    while (!(await server.ask("memserver/status", {})).ready.vectors) await new Promise((resolve) => setTimeout(resolve, 200));
    await server.ask("shutdown", {});
    return ids;
  } finally {
    server.end();
  }
}

/** Makes the workspace a repository with a few commits, the last ones of yesterday and today. */
export function makeRepository(editor, messages) {
  const git = (args, day) => {
    const when = new Date(Date.now() - day * 86_400_000).toISOString();
    const env = { ...process.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when, GIT_CONFIG_GLOBAL: "/dev/null" };
    execFileSync("git", ["-c", "user.name=Mina Park", "-c", "user.email=mina@webshop.test", ...args], { cwd: editor.workspace, env, stdio: "pipe" });
  };
  git(["init", "--quiet"], 0);
  git(["add", "."], 0);
  messages.forEach((message, index) => git(["commit", "--quiet", "--allow-empty", "-m", message], messages.length - 1 - index));
}

/** Lives through a month with the web shop, day by day, in the data folder of an editor. */
export function liveThroughAMonth(editor, language = "en") {
  const script = path.join(import.meta.dirname, "month.py");
  execFileSync(PYTHON, [script, editor.data, editor.brain, editor.workspace, language], { stdio: ["ignore", "ignore", "inherit"], timeout: 300_000 });
}

/** Writes the user's own notes. */
export function writeNotes(folder, notes) {
  for (const [name, text] of Object.entries(notes)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

/** The smallest client there is: one request after the other. */
class Server {
  constructor(editor) {
    this.child = spawn(PYTHON, ["-m", "memserver", "serve"], { cwd: editor.folder, stdio: ["pipe", "pipe", "inherit"] });
    this.buffer = Buffer.alloc(0);
    this.waiting = new Map();
    this.next = 1;
    this.child.stdout.on("data", (data) => this.read(data));
    this.child.on("exit", (code) => this.waiting.forEach(({ reject }) => reject(new Error(`the server ended with ${code}`))));
  }

  ask(method, params) {
    const id = this.next++;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    this.child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n\r\n/.exec(this.buffer.toString("latin1", 0, 64));
      if (!head || this.buffer.length < head[0].length + Number(head[1])) return;
      const end = head[0].length + Number(head[1]);
      const message = JSON.parse(this.buffer.toString("utf8", head[0].length, end));
      this.buffer = this.buffer.subarray(end);
      const waiting = this.waiting.get(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
    }
  }

  end() {
    this.child.stdin.end();
  }
}
