// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const migrationsFunctions = (ask: Ask) => ({
  /** Move old work to the archive. */
  tiersMigrate(params: wire.MigrationsMigrateTiersParams = {}, token?: CancellationToken): Promise<wire.MigrationsMigrateTiersResult> {
    return ask("tiers/migrate", params, token);
  },

  /** Delete one record of the tiers. */
  tiersDelete(params: wire.MigrationsDeleteRecordParams, token?: CancellationToken): Promise<wire.WorkingDeletedResult> {
    return ask("tiers/delete", params, token);
  },

  /** Take over a TF-IDF store. */
  migrateTfidf(params: wire.MigrationsMigrateTfidfParams = {}, token?: CancellationToken): Promise<wire.MigrationsMigrateTfidfResult> {
    return ask("migrate/tfidf", params, token);
  },
});
