/** The calendar: what is planned, and planning where the time is free. An overlap needs a person's name. */

import { env, l10n, window } from "vscode";
import { readTimes, timeText } from "../calendar/times";
import type { CalendarEvent, CalendarParams } from "../wire";
import { showList, type ListRow, type RowAction } from "./lists";
import { askForName } from "./person";
import type { CommandHandler, Parts } from "./tools";

const SHOWN_DAYS = 14;
const DAY_MS = 86_400_000;

/** Memory: Calendar… What takes place in the next two weeks. */
export const showCalendar: CommandHandler = async (parts) => {
  await showList(l10n.t("Calendar"), l10n.t("What is planned in the next {0} days", SHOWN_DAYS), () => readRows(parts));
};

/** Memory: Add Calendar Event… */
export const addCalendarEvent: CommandHandler = async (parts, given) => {
  const params = isEvent(given) ? given : await askForEvent();
  if (params === undefined) return undefined;
  const added = await parts.service.facade.calendarAdd(params).catch(async (failure: unknown) => {
    if ((failure as { kind?: string }).kind !== "conflict") throw failure;
    const approvedBy = await askForApproval(parts, params);
    return approvedBy === undefined ? undefined : parts.service.facade.calendarAdd({ ...params, force: true, approvedBy });
  });
  if (added === undefined) return undefined;
  const said = [l10n.t("Planned: {0}, {1}.", added.event.title, timeText(added.event, env.language)), ...added.warnings];
  void (added.warnings.length > 0 ? window.showWarningMessage(said.join(" ")) : window.showInformationMessage(said.join(" ")));
  return added.event;
};

function isEvent(given: unknown): given is CalendarParams {
  const { title, start } = (given ?? {}) as Partial<CalendarParams>;
  return typeof title === "string" && typeof start === "string";
}

async function askForEvent(): Promise<CalendarParams | undefined> {
  const title = l10n.t("Add a calendar event");
  const name = await window.showInputBox({ title, prompt: l10n.t("What is it?"), ignoreFocusOut: true });
  if (!name?.trim()) return undefined;
  const text = await window.showInputBox({
    title: `${title}: ${name.trim()}`,
    prompt: l10n.t("When? For example “tomorrow 9:30”, “2026-05-04 14:00–15:30”, or “2026-05-04” for the whole day."),
    validateInput: (typed) => (typed.trim() === "" || readTimes(typed, new Date()) ? undefined : l10n.t("This is not a time that can be read.")),
    ignoreFocusOut: true,
  });
  const times = text === undefined ? undefined : readTimes(text, new Date());
  return times === undefined ? undefined : { title: name.trim(), ...times };
}

/** Says what is in the way and asks who lets the event overlap it; undefined when nobody does. */
async function askForApproval(parts: Parts, { start, end, timezone, title }: CalendarParams): Promise<string | undefined> {
  const { conflicts } = await parts.service.facade.calendarCheck({ start, ...(end ? { end } : {}), ...(timezone ? { timezone } : {}) });
  const detail = conflicts.map((event) => `${event.title} (${timeText(event, env.language)})`).join("\n");
  const yes = l10n.t("Add Anyway…");
  const answer = await window.showWarningMessage(l10n.t("“{0}” overlaps what is planned already.", title), { modal: true, detail }, yes);
  return answer === yes ? askForName(parts.context, l10n.t("Let it overlap: {0}", title)) : undefined;
}

async function readRows(parts: Parts): Promise<ListRow<CalendarEvent>[]> {
  const to = new Date(Date.now() + SHOWN_DAYS * DAY_MS).toISOString();
  const { events, warnings } = await parts.service.facade.calendarList({ to });
  const rows = events.map((event) => rowOf(parts, event));
  const nothing = { label: l10n.t("Nothing is planned.") };
  return [...(rows.length === 0 ? [nothing] : rows), ...warnings.map((warning) => ({ label: `$(warning) ${warning}` }))];
}

function rowOf(parts: Parts, event: CalendarEvent): ListRow<CalendarEvent> {
  const remove: RowAction<CalendarEvent> = { icon: "trash", label: l10n.t("Remove"), run: (row) => removeEvent(parts, row) };
  const facts = [
    event.location ?? "",
    event.attendees.join(", "),
    event.recurring ? l10n.t("repeats") : "",
    event.source === "file" ? l10n.t("from your calendar file") : "",
    event.approval === undefined ? "" : l10n.t("overlaps, approved by {0}", event.approval.approvedBy),
  ];
  return {
    row: event,
    label: `$(${event.busy ? "calendar" : "circle-outline"}) ${event.title}`,
    description: timeText(event, env.language),
    detail: facts.filter(Boolean).join(" · "),
    actions: event.source === "file" ? [] : [remove], // the user's own file is never written
  };
}

async function removeEvent(parts: Parts, event: CalendarEvent): Promise<boolean> {
  const yes = l10n.t("Remove");
  const options = event.recurring ? { modal: true, detail: l10n.t("All its times are removed.") } : { modal: true };
  const answer = await window.showWarningMessage(l10n.t("Remove “{0}” from the calendar?", event.title), options, yes);
  if (answer === yes) await parts.service.facade.calendarRemove({ id: event.id });
  return true;
}
