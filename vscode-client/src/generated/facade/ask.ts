// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";

/** Sends one request and returns its answer. */
export type Ask = <M extends wire.MethodName>(
  method: M,
  params: wire.Requests[M]["params"],
  token?: CancellationToken,
) => Promise<wire.Requests[M]["result"]>;
