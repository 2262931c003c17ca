// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const archiveFunctions = (ask: Ask) => ({
  /** Keep how something is done. */
  proceduresStore(params: wire.ArchiveStoreProcedureParams, token?: CancellationToken): Promise<wire.ArchiveProcedureView> {
    return ask("procedures/store", params, token);
  },

  /** Procedures, newest first. */
  proceduresList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.ArchiveProceduresResult> {
    return ask("procedures/list", params, token);
  },

  /** Read one procedure. */
  proceduresGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.ArchiveProcedureView> {
    return ask("procedures/get", params, token);
  },

  /** Keep what went wrong. */
  incidentsStore(params: wire.ArchiveStoreIncidentParams, token?: CancellationToken): Promise<wire.ArchiveIncidentView> {
    return ask("incidents/store", params, token);
  },

  /** Incidents, newest first. */
  incidentsList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.ArchiveIncidentsResult> {
    return ask("incidents/list", params, token);
  },

  /** Read one incident. */
  incidentsGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.ArchiveIncidentView> {
    return ask("incidents/get", params, token);
  },

  /** A file was changed. */
  configHistoryStore(params: wire.ArchiveStoreConfigChangeParams, token?: CancellationToken): Promise<wire.ArchiveConfigChangeView> {
    return ask("configHistory/store", params, token);
  },

  /** Changes, newest first. */
  configHistoryList(params: wire.ArchiveListConfigHistoryParams = {}, token?: CancellationToken): Promise<wire.ArchiveConfigHistoryResult> {
    return ask("configHistory/list", params, token);
  },

  /** Keep something worth knowing. */
  knowledgeAdd(params: wire.ArchiveAddKnowledgeParams, token?: CancellationToken): Promise<wire.ArchiveKnowledgeView> {
    return ask("knowledge/add", params, token);
  },

  /** Find knowledge. */
  knowledgeSearch(params: wire.ArchiveSearchKnowledgeParams, token?: CancellationToken): Promise<wire.ArchiveSearchKnowledgeResult> {
    return ask("knowledge/search", params, token);
  },

  /** Knowledge, newest first. */
  knowledgeList(params: wire.WorkingTierListParams = {}, token?: CancellationToken): Promise<wire.ArchiveKnowledgeListResult> {
    return ask("knowledge/list", params, token);
  },

  /** Read one knowledge entry. */
  knowledgeGet(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.ArchiveKnowledgeView> {
    return ask("knowledge/get", params, token);
  },

  /** Delete a knowledge entry. */
  knowledgeDelete(params: wire.WorkingTierIdParams, token?: CancellationToken): Promise<wire.WorkingDeletedResult> {
    return ask("knowledge/delete", params, token);
  },

  /** Find in the archive. */
  archiveSearch(params: wire.ArchiveSearchParams, token?: CancellationToken): Promise<wire.ArchiveSearchResult> {
    return ask("archive/search", params, token);
  },
});
