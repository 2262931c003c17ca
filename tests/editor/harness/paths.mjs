// Where things are: the installed editor, the extension, and the Python that has the server in it.
import os from "node:os";
import path from "node:path";

const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), ".cache");

export const REPOSITORY = path.resolve(import.meta.dirname, "../../..");
export const CLIENT = path.join(REPOSITORY, "vscode-client");
export const INSTALLED = process.env.MEMSERVER_EDITOR ?? path.join(cache, "memserver-editor");
export const NODE = path.join(INSTALLED, "node/bin/node");
export const CODE_SERVER = path.join(INSTALLED, "code-server/node_modules/code-server/out/node/entry.js");
export const DRIVER = path.join(INSTALLED, "driver/");
export const PYTHON = process.env.MEMSERVER_PYTHON ?? path.join(INSTALLED, "python/bin/python");
export const VSIX = path.join(CLIENT, "memserver.vsix");
export const FAKE_MODEL_VSIX = path.join(CLIENT, "out/fake-model.vsix");
export const KOREAN_PACK_VSIX = path.join(CLIENT, "out/korean-pack.vsix");
export const INHOST_TESTS = path.join(CLIENT, "out/inhost/index.js");
/** Pictures replace those of the guide only when they are wanted: a run of the tests changes no file of the repository. */
export const PICTURES = process.env.PICTURES ? path.join(REPOSITORY, "docs/guide/images") : path.join(CLIENT, "out/pictures");
