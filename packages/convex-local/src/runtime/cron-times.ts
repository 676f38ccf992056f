import { Cron } from "croner";
import type { JSONValue } from "convex/values";
import { textOf } from "./validators";

export interface CronSpec {
  name: string;
  args: JSONValue[];
  schedule: Record<string, JSONValue>;
}

/** Jobs without a minute are spread over the hour; each has a fixed minute. */
function minuteOf(identifier: string): number {
  let sum = 0;
  for (const char of identifier) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 60;
  return sum;
}

/** The five fields of a calendar schedule, in UTC. */
function patternOf(identifier: string, { schedule }: CronSpec): string {
  const { type, cron, minuteUTC, hourUTC, dayOfWeek, day } = schedule;
  if (type === "cron") return textOf(cron);
  const minute = Number(minuteUTC ?? minuteOf(identifier));
  if (type === "hourly") return `${minute} * * * *`;
  if (type === "daily") return `${minute} ${Number(hourUTC)} * * *`;
  // A pattern names days by their first three letters.
  if (type === "weekly") return `${minute} ${Number(hourUTC)} * * ${textOf(dayOfWeek).slice(0, 3)}`;
  return `${minute} ${Number(hourUTC)} ${Number(day)} * *`;
}

function intervalMs({ schedule: { seconds = 0, minutes = 0, hours = 0 } }: CronSpec): number {
  return (Number(seconds) + 60 * Number(minutes) + 3600 * Number(hours)) * 1000;
}

/** When a cron runs next after `afterMs`. @throws Error for a pattern that is invalid or never matches */
export function nextRun(identifier: string, spec: CronSpec, afterMs: number): number {
  if (spec.schedule.type === "interval") return afterMs + intervalMs(spec);
  const calendar = new Cron(patternOf(identifier, spec), {
    mode: "5-part",
    timezone: "UTC",
    paused: true,
  });
  const next = calendar.nextRun(new Date(afterMs));
  if (next) return next.getTime();
  throw new Error(`The schedule ${patternOf(identifier, spec)} never matches a date`);
}

/** A new interval starts at once, as on Convex; a calendar schedule has its own times. */
export function firstRun(identifier: string, spec: CronSpec, nowMs: number): number {
  return spec.schedule.type === "interval" ? nowMs : nextRun(identifier, spec, nowMs);
}
