// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

import type { MemoryRestoreParams, MemorySettleParams, MemoryView } from "./memory";

/** The requests of this area: the params and the result of each. */
export interface SettlingRequests {
  /** Bring a replaced memory back into force. */
  "memory/restore": { params: MemoryRestoreParams; result: MemoryView };
  /** Say how two memories stand to each other. */
  "memory/settle": { params: MemorySettleParams; result: MemoryView };
}
