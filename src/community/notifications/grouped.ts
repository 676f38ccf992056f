import { t } from "../../language/text";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export type Notification = FunctionReturnType<
  typeof api.community.notifications.functions.list
>["page"][number];

/** The notifications of one row: one, or several of the same kind about the same subject. */
export type NotificationGroup = readonly [Notification, ...Notification[]];

/** Kinds that lose no information when they share a row. */
const GROUPED: ReadonlySet<Notification["kind"]> = new Set(["like", "follow"]);

/** Consecutive likes of one work, and consecutive follows, share a row. */
export function grouped(notifications: readonly Notification[]): NotificationGroup[] {
  const groups: [Notification, ...Notification[]][] = [];
  for (const notification of notifications) {
    const last = groups.at(-1);
    if (last && sharesRow(last[0], notification)) last.push(notification);
    else groups.push([notification]);
  }
  return groups;
}

function sharesRow(a: Notification, b: Notification): boolean {
  return (
    GROUPED.has(a.kind) &&
    a.kind === b.kind &&
    a.artwork?.id === b.artwork?.id &&
    a.isRead === b.isRead
  );
}

/** The actors of a row: "Ana", "Ana and Ben", "Ana and 3 others". */
export function describeActors([first, second, ...others]: NotificationGroup): string {
  if (!second) return first.actor.name;
  if (others.length === 0)
    return t("{first} and {second}", { first: first.actor.name, second: second.actor.name });
  return t("{first} and {count} others", {
    first: first.actor.name,
    count: others.length + 1,
  });
}
