import type { JSONValue } from "convex/values";
import { textOf } from "./json";

const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
/** Long enough for the 29th of February. */
const MAX_DAYS = 8 * 366;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

function parsePart(part: string, [low, high]: readonly [number, number]): number[] {
  const [, range, step] = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part) ?? [];
  const [from = NaN, to] = range === "*" ? [low, high] : (range ?? "x").split("-").map(Number);
  const end = to ?? (step === undefined ? from : high);
  const by = step === undefined ? 1 : Number(step);
  if (!(from >= low && end <= high && from <= end && by > 0))
    throw new Error(`Invalid cron expression part: ${part}`);
  return Array.from({ length: Math.floor((end - from) / by) + 1 }, (_, i) => from + i * by);
}

/** The next minute (UTC) that a five-field cron expression names, strictly after `now`. */
function nextMatch(expression: string, now: number): number {
  const parts = expression.trim().split(/\s+/);
  if (parts.length !== FIELDS.length)
    throw new Error(`Invalid cron expression (five fields wanted): ${expression}`);
  const sets = FIELDS.map(
    (bounds, i) => new Set((parts[i] ?? "").split(",").flatMap((part) => parsePart(part, bounds))),
  );
  const has = (field: number, value: number) => sets[field]?.has(value) === true;
  const isDay = (date: Date) => {
    const ofMonth = has(2, date.getUTCDate());
    const ofWeek = has(4, date.getUTCDay()) || (date.getUTCDay() === 0 && has(4, 7));
    const eitherWillDo = parts[2] !== "*" && parts[4] !== "*";
    return has(3, date.getUTCMonth() + 1) && (eitherWillDo ? ofMonth || ofWeek : ofMonth && ofWeek);
  };
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let day = today; day < today + MAX_DAYS * DAY_MS; day += DAY_MS) {
    if (!isDay(new Date(day))) continue;
    for (let minute = 0; minute < 24 * 60; minute += 1) {
      const time = day + minute * MINUTE_MS;
      if (time > now && has(1, Math.floor(minute / 60)) && has(0, minute % 60)) return time;
    }
  }
  throw new Error(`Cron expression never matches: ${expression}`);
}

/** When a schedule of `crons.ts` is due next, strictly after `now`. */
export function nextRun(schedule: Record<string, JSONValue>, now: number): number {
  const { type, cron, seconds = 0, minutes = 0, hours = 0 } = schedule;
  const { minuteUTC = 0, hourUTC = 0, day = 1, dayOfWeek } = schedule;
  const daily = `${Number(minuteUTC)} ${Number(hourUTC)}`;
  switch (textOf(type)) {
    case "interval":
      return now + (Number(seconds) + 60 * Number(minutes) + 3600 * Number(hours)) * 1000;
    case "hourly":
      return nextMatch(`${Number(minuteUTC)} * * * *`, now);
    case "daily":
      return nextMatch(`${daily} * * *`, now);
    case "weekly":
      return nextMatch(`${daily} * * ${WEEKDAYS.indexOf(textOf(dayOfWeek))}`, now);
    case "monthly":
      return nextMatch(`${daily} ${Number(day)} * *`, now);
    case "cron":
      return nextMatch(textOf(cron), now);
    default:
      throw new Error(`Unknown cron schedule: ${JSON.stringify(schedule)}`);
  }
}
