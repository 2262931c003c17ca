/** The table of commands: reads like the table of contents of what a user can do. */

import { commands } from "vscode";
import * as brain from "./brain";
import { addCalendarEvent, showCalendar } from "./calendar";
import { evaluate } from "./evaluation";
import { exportGrowthReport, growthReport } from "./growth";
import { learningQueue, proposeQuestion } from "./learning";
import { rememberSelection, rememberText } from "./remember";
import { reviewDrafts, runResearch } from "./research";
import { openMemory, searchMemories } from "./search";
import * as server from "./server";
import { bringBack, settle } from "./settle";
import { runSlashCommand, slashHandlers } from "./slash";
import { stalenessCheck } from "./staleness";
import { runCommand, type CommandHandler, type Parts } from "./tools";
import * as tree from "./tree";
import * as turn from "./turn";
import * as upkeep from "./upkeep";
import { runWorker, switchWorkers } from "./workers";

export const COMMANDS: Record<string, CommandHandler> = {
  "memserver.rememberSelection": rememberSelection,
  "memserver.rememberText": rememberText,
  "memserver.searchMemories": searchMemories,
  "memserver.openMemory": openMemory,
  "memserver.showContext": turn.showContext,
  "memserver.explainLastTurn": turn.explainLastTurn,
  "memserver.rateAnswer": turn.rateAnswer,
  "memserver.routeTask": turn.routeTask,
  "memserver.distillNow": upkeep.distillNow,
  "memserver.openGlossary": brain.openGlossary,
  "memserver.openOrganisationRules": brain.openOrganisationRules,
  "memserver.runSlashCommand": runSlashCommand,
  "memserver.runWorker": runWorker,
  "memserver.switchWorkers": switchWorkers,
  "memserver.growthReport": growthReport,
  "memserver.exportGrowthReport": exportGrowthReport,
  "memserver.learningQueue": learningQueue,
  "memserver.proposeQuestion": proposeQuestion,
  "memserver.runResearch": runResearch,
  "memserver.reviewDrafts": reviewDrafts,
  "memserver.calendar": showCalendar,
  "memserver.addCalendarEvent": addCalendarEvent,
  "memserver.stalenessCheck": stalenessCheck,
  "memserver.evaluate": evaluate,
  "memserver.importMemories": upkeep.importMemories,
  "memserver.exportMemories": upkeep.exportMemories,
  "memserver.deleteMemory": upkeep.deleteMemory,
  "memserver.deleteAllData": upkeep.deleteAllData,
  "memserver.setUp": server.setUpServer,
  "memserver.installLanguageModel": server.installLanguageModel,
  "memserver.restartServer": server.restartServer,
  "memserver.showLog": server.showLog,
  "memserver.setEmbeddingKey": server.setEmbeddingKey,
  "memserver.showMenu": server.showMenu,
  "memserver.openSettings": server.openSettings,
  "memserver.tree.refresh": tree.refresh,
  "memserver.tree.groupBy": tree.groupBy,
  "memserver.tree.filter": tree.filter,
  "memserver.tree.clearFilter": tree.clearFilter,
  "memserver.tree.more": tree.more,
  "memserver.tree.verify": tree.verify,
  "memserver.tree.publish": tree.publish,
  "memserver.tree.archive": tree.archive,
  "memserver.tree.delete": tree.remove,
  "memserver.tree.settle": settle,
  "memserver.tree.bringBack": bringBack,
  ...slashHandlers(),
};

export function registerCommands(parts: Parts): void {
  for (const [id, handler] of Object.entries(COMMANDS)) {
    parts.context.subscriptions.push(commands.registerCommand(id, (...args: unknown[]) => runCommand(handler, parts, args)));
  }
}
