// Written by scripts/generate.py from the table of methods. Do not edit: run `python scripts/generate.py`.

import type { CancellationToken } from "vscode";
import type * as wire from "../protocol";
import type { Ask } from "./ask";

/** One function for each request of this area. */
export const calendarFunctions = (ask: Ask) => ({
  /** Plan an event where the time is free. */
  calendarAdd(params: wire.CalendarAddEventParams, token?: CancellationToken): Promise<wire.CalendarAddEventResult> {
    return ask("calendar/add", params, token);
  },

  /** What takes place when. */
  calendarList(params: wire.CalendarListEventsParams = {}, token?: CancellationToken): Promise<wire.CalendarEventsResult> {
    return ask("calendar/list", params, token);
  },

  /** Whether a time is free. */
  calendarCheck(params: wire.CalendarEventTimes, token?: CancellationToken): Promise<wire.CalendarCheckEventResult> {
    return ask("calendar/check", params, token);
  },

  /** Remove an event. */
  calendarRemove(params: wire.CalendarEventIdParams, token?: CancellationToken): Promise<wire.CalendarRemoveEventResult> {
    return ask("calendar/remove", params, token);
  },

  /** Take over an .ics file. */
  calendarImport(params: wire.CalendarImportCalendarParams, token?: CancellationToken): Promise<wire.CalendarImportCalendarResult> {
    return ask("calendar/import", params, token);
  },
});
