// Written by scripts/generate.py from the models in memserver/protocol. Do not edit: run `python scripts/generate.py`.

/** A new event. */
export interface CalendarAddEventParams {
  /** ISO 8601: with an offset, without one (then in `timezone`), or a day such as `2026-05-04` for a whole day. */
  start: string;
  /** The first moment (or day) that is free again. Needed unless `start` is a day. */
  end?: string;
  /** IANA name such as `Asia/Seoul` for times without an offset. Default: the user's zone. */
  timezone?: string;
  /** What it is. */
  title: string;
  /** Where it is. */
  location?: string;
  /** Who takes part. */
  attendees?: string[];
  /** Add it although it overlaps others. Needs `approvedBy`. */
  force?: boolean;
  /** The person who agreed to the overlap; recorded with the event. */
  approvedBy?: string;
  /** Why they agreed. */
  reason?: string;
}

/** The event is in the calendar. */
export interface CalendarAddEventResult {
  /** The event. */
  event: CalendarEventView;
  /** What it overlaps, with the approval that was given. */
  conflicts: CalendarEventView[];
  /** What could not be checked, such as a calendar file that cannot be read. */
  warnings: string[];
}

/** Who let an event overlap others. */
export interface CalendarApprovalView {
  /** The person. */
  approvedBy: string;
  /** Why. */
  reason: string;
  /** When. */
  approvedAt: string;
  /** The events that it overlapped then, by id. */
  conflicts: string[];
}

/** Whether a time is free. */
export interface CalendarCheckEventResult {
  /** Nothing takes time then. */
  free: boolean;
  /** What does. */
  conflicts: CalendarEventView[];
  /** What could not be checked. */
  warnings: string[];
}

/** One event. */
export interface CalendarEventIdParams {
  /** Its id. */
  id: string;
}

/** When an event is. */
export interface CalendarEventTimes {
  /** ISO 8601: with an offset, without one (then in `timezone`), or a day such as `2026-05-04` for a whole day. */
  start: string;
  /** The first moment (or day) that is free again. Needed unless `start` is a day. */
  end?: string;
  /** IANA name such as `Asia/Seoul` for times without an offset. Default: the user's zone. */
  timezone?: string;
}

/** One time at which an event takes place. */
export interface CalendarEventView {
  /** The event; all times of a recurring one share it. */
  id: string;
  /** What it is. */
  title: string;
  /** When it begins. */
  start: string;
  /** The first moment after it. */
  end: string;
  /** It takes whole days, in the user's zone. */
  allDay: boolean;
  /** It takes time: others may not overlap it. */
  busy: boolean;
  /** It has other times. */
  recurring: boolean;
  /** The zone it was planned in; none: wherever the user is. */
  timezone?: string;
  /** Where it is. */
  location?: string;
  /** Who takes part. */
  attendees: string[];
  /** The user's calendar file (never changed here), an import, or this wire. */
  source: "file" | "imported" | "added";
  /** Who let it overlap others. */
  approval?: CalendarApprovalView;
}

/** Events in order of time. */
export interface CalendarEventsResult {
  /** The events. */
  events: CalendarEventView[];
  /** What could not be read. */
  warnings: string[];
}

/** An `.ics` file to take over. */
export interface CalendarImportCalendarParams {
  /** Where it is, as an absolute path or a file uri. */
  path: string;
}

/** What the file brought. */
export interface CalendarImportCalendarResult {
  /** New events. */
  added: number;
  /** Events that had changed. */
  updated: number;
  /** Events that were known as they are. */
  unchanged: number;
  /** What could not be used, by its number in the file. */
  warnings: string[];
}

/** A stretch of time. */
export interface CalendarListEventsParams {
  /** Its beginning, as in `calendar/add`. Default: now. */
  from?: string;
  /** Its end, excluded. Default: seven days after the beginning; one day if that is a day. */
  to?: string;
  /** Zone of times and days without an offset. Default: the user's zone. */
  timezone?: string;
}

/** An event is gone. */
export interface CalendarRemoveEventResult {
  /** It is gone, with all its times. */
  removed: boolean;
}

/** The requests of this area: the params and the result of each. */
export interface CalendarRequests {
  /** Plan an event where the time is free. */
  "calendar/add": { params: CalendarAddEventParams; result: CalendarAddEventResult };
  /** What takes place when. */
  "calendar/list": { params: CalendarListEventsParams; result: CalendarEventsResult };
  /** Whether a time is free. */
  "calendar/check": { params: CalendarEventTimes; result: CalendarCheckEventResult };
  /** Remove an event. */
  "calendar/remove": { params: CalendarEventIdParams; result: CalendarRemoveEventResult };
  /** Take over an .ics file. */
  "calendar/import": { params: CalendarImportCalendarParams; result: CalendarImportCalendarResult };
}
