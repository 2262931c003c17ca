/** Reads when an event takes place from what a person types, and says it again in their language. Knows no editor. */

/** As the server takes it: local times without an offset, or a day for the whole day. */
export interface Times {
  readonly start: string;
  readonly end?: string;
}

const DAY_MS = 86_400_000;
const USUAL_MINUTES = 60;
/** Days from today, by the words for them. */
const DAYS: Readonly<Record<string, number>> = { "": 0, today: 0, tomorrow: 1, 오늘: 0, 내일: 1, 모레: 2 };
const SHAPE = /^(?:(\d{4}-\d{1,2}-\d{1,2})|(\p{L}*))(?:\s*(\d{1,2}):(\d{2})(?:\s*[-–~]\s*(\d{1,2}):(\d{2}))?)?$/u;

/**
 * Reads `2026-05-04`, `2026-05-04 14:00`, `14:00–15:30`, `tomorrow 9:30` or `내일 14:00~15:00`. Without an end it takes
 * an hour; an end before the beginning is one of the next day. Undefined when it cannot be read.
 */
export function readTimes(text: string, now: Date): Times | undefined {
  const found = SHAPE.exec(text.trim());
  if (found === null) return undefined;
  const [, date, word = "", hour, minute, endHour, endMinute] = found;
  const day = date === undefined ? dayFromNow(word.toLowerCase(), now) : wholeDay(date);
  if (day === undefined) return undefined;
  if (hour === undefined) return date === undefined && word === "" ? undefined : { start: dateOf(day) };
  const begins = clock(hour, minute);
  const ends = endHour === undefined ? begins === undefined ? undefined : begins + USUAL_MINUTES : clock(endHour, endMinute);
  if (begins === undefined || ends === undefined || begins === ends) return undefined;
  return { start: moment(day, begins), end: moment(day, ends < begins ? ends + 24 * 60 : ends) };
}

/** A day as the number of milliseconds at which it would begin in UTC: days can then be counted without any zone. */
function wholeDay(date: string): number | undefined {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const at = Date.UTC(year, month - 1, day);
  return new Date(at).getUTCMonth() === month - 1 && new Date(at).getUTCDate() === day ? at : undefined;
}

function dayFromNow(word: string, now: Date): number | undefined {
  const days = DAYS[word];
  return days === undefined ? undefined : Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) + days * DAY_MS;
}

function clock(hour: string, minute = "0"): number | undefined {
  const [hours, minutes] = [Number(hour), Number(minute)];
  return hours < 24 && minutes < 60 ? 60 * hours + minutes : undefined;
}

function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function moment(day: number, minutes: number): string {
  return new Date(day + minutes * 60_000).toISOString().slice(0, 16);
}

/** When an event takes place, in words: its day, and its hours unless it takes the whole day. */
export function timeText(event: { readonly start: string; readonly end: string; readonly allDay: boolean }, language: string): string {
  const begins = new Date(event.start);
  const day = begins.toLocaleDateString(language, { weekday: "short", month: "short", day: "numeric" });
  if (event.allDay) return day;
  const hours = (at: Date): string => at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  return `${day}, ${hours(begins)}–${hours(new Date(event.end))}`;
}
