import type { Id } from "../../../convex/_generated/dataModel";
import type { Media } from "../../../convex/contract/media";

/** How many files are on their way at once. */
const PARALLEL = 3;
/** How often a broken connection is met again before somebody has to say so. */
const MAX_ATTEMPTS = 3;

/** A file that can be sent: what it is and what it measures. */
export interface ReadMedia {
  type: Media["type"];
  width: number;
  height: number;
  /** What stands for it on its card; null when this browser can't show it. */
  thumbnailUrl: string | null;
}

/** Where a file is on its way to the wall. */
export type UploadStep =
  | { status: "reading" }
  /** It can never hang. */
  | { status: "refused"; message: string }
  | { status: "ready" }
  | { status: "queued" }
  | { status: "sending"; sentBytes: number; elapsedMs: number }
  | { status: "hanging" }
  /** The plan has no upload left. */
  | { status: "denied" }
  | { status: "signedOut" }
  | { status: "failed"; message: string }
  | { status: "hung"; artworkId: Id<"artworks"> };

export interface UploadItem {
  /** Names this upload to the server, however often it is tried. */
  id: string;
  name: string;
  bytes: number;
  title: string;
  alt: string;
  media: ReadMedia | null;
  /** Where the file is once it has been sent: a later try need not send it again. */
  storageId: Id<"_storage"> | null;
  attempts: number;
  step: UploadStep;
}

export interface UploadQueue {
  items: readonly UploadItem[];
  connection: "online" | "offline";
  /** `closed`: the plan has denied an upload, so that no other starts. */
  gate: "open" | "closed";
}

export type UploadEvent =
  | { type: "added"; id: string; name: string; bytes: number; title: string }
  | { type: "read"; id: string; media: ReadMedia }
  | { type: "refused" | "failed"; id: string; message: string }
  | { type: "labelled"; id: string; label: Partial<Pick<UploadItem, "title" | "alt">> }
  | { type: "removed" | "denied"; id: string }
  | { type: "retried" | "cancelled" | "started" | "lostSignIn"; id: string }
  | { type: "interrupted"; id: string; message: string }
  | { type: "progressed"; id: string; sentBytes: number; elapsedMs: number }
  | { type: "sent"; id: string; storageId: Id<"_storage"> }
  | { type: "hung"; id: string; artworkId: Id<"artworks"> }
  | { type: "published" | "gateClosed" | "unlocked" | "signedIn" | "emptied" }
  | { type: "connection"; connection: UploadQueue["connection"] };

export const EMPTY_QUEUE: UploadQueue = { items: [], connection: "online", gate: "open" };

/** What the queue is after something has happened. Events about a file that is gone change nothing. */
export function reduceUploads(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case "added":
      return { ...queue, items: [...queue.items, newItem(event)] };
    case "removed":
      return { ...queue, items: queue.items.filter(({ id }) => id !== event.id) };
    case "emptied":
      return { ...EMPTY_QUEUE, connection: queue.connection };
    case "connection":
      return { ...queue, connection: event.connection };
    case "gateClosed":
      return { ...deny(queue, ["ready"]), gate: "closed" };
    case "published":
      return { ...requeue(queue, ["ready", "denied"]), gate: "open" };
    case "unlocked":
      return { ...requeue(queue, ["denied"]), gate: "open" };
    case "signedIn":
      return requeue(queue, ["signedOut"]);
    case "denied":
      return { ...deny(update(queue, event.id, setQueued), ["queued"]), gate: "closed" };
    case "read":
    case "refused":
    case "failed":
    case "labelled":
    case "retried":
    case "cancelled":
    case "started":
    case "lostSignIn":
    case "interrupted":
    case "progressed":
    case "sent":
    case "hung":
      return update(queue, event.id, (item) => reduceItem(item, event));
  }
}

/** Files that may start now: three at a time, online, and while the plan allows. */
export function nextToStart({ items, connection, gate }: UploadQueue): UploadItem[] {
  if (connection === "offline" || gate === "closed") return [];
  const free = PARALLEL - items.filter(isUnderWay).length;
  return items.filter(({ step }) => step.status === "queued").slice(0, Math.max(0, free));
}

/** Whether leaving the page would lose a file that somebody asked to publish. */
export function isBusy({ items }: UploadQueue): boolean {
  return items.some((item) => item.step.status === "queued" || isUnderWay(item));
}

function isUnderWay({ step }: UploadItem): boolean {
  return step.status === "sending" || step.status === "hanging";
}

/** What happens to one file alone. */
type ItemEvent = Exclude<
  Extract<UploadEvent, { id: string }>,
  { type: "added" | "removed" | "denied" }
>;

function reduceItem(item: UploadItem, event: ItemEvent): UploadItem {
  switch (event.type) {
    case "read":
      return { ...item, media: event.media, step: { status: "ready" } };
    case "refused":
    case "failed":
      return { ...item, step: { status: event.type, message: event.message } };
    case "labelled":
      return { ...item, ...event.label };
    case "started":
      return { ...item, step: item.storageId ? { status: "hanging" } : sending(0, 0) };
    case "progressed":
      // A last word of a transfer that was stopped changes nothing.
      return item.step.status === "sending"
        ? { ...item, step: sending(event.sentBytes, event.elapsedMs) }
        : item;
    case "sent":
      return { ...item, storageId: event.storageId, step: { status: "hanging" } };
    case "hung":
      return { ...item, step: { status: "hung", artworkId: event.artworkId } };
    case "lostSignIn":
      return { ...item, step: { status: "signedOut" } };
    case "cancelled":
      return { ...item, step: { status: "ready" } };
    case "retried":
      return { ...item, attempts: 0, step: { status: "queued" } };
    case "interrupted":
      return interrupt(item, event.message);
  }
}

function newItem({ id, name, bytes, title }: Extract<UploadEvent, { type: "added" }>): UploadItem {
  const empty = { alt: "", media: null, storageId: null, attempts: 0 };
  return { id, name, bytes, title, ...empty, step: { status: "reading" } };
}

function sending(sentBytes: number, elapsedMs: number): UploadStep {
  return { status: "sending", sentBytes, elapsedMs };
}

function setQueued(item: UploadItem): UploadItem {
  return { ...item, step: { status: "queued" } };
}

/** The plan answers for all that would come next, not for one file. */
function deny(queue: UploadQueue, from: readonly UploadStep["status"][]): UploadQueue {
  return moveAll(queue, from, (item) => ({ ...item, step: { status: "denied" } }));
}

function interrupt(item: UploadItem, message: string): UploadItem {
  const attempts = item.attempts + 1;
  return attempts < MAX_ATTEMPTS
    ? { ...item, attempts, step: { status: "queued" } }
    : { ...item, attempts, step: { status: "failed", message } };
}

/** Puts files into the queue again. */
function requeue(queue: UploadQueue, from: readonly UploadStep["status"][]): UploadQueue {
  return moveAll(queue, from, (item) => ({ ...setQueued(item), attempts: 0 }));
}

/** Without a title no file goes anywhere. */
function moveAll(
  queue: UploadQueue,
  from: readonly UploadStep["status"][],
  move: (item: UploadItem) => UploadItem,
): UploadQueue {
  const goes = ({ step, title }: UploadItem) => from.includes(step.status) && title.trim() !== "";
  return { ...queue, items: queue.items.map((item) => (goes(item) ? move(item) : item)) };
}

function update(
  queue: UploadQueue,
  id: string,
  change: (item: UploadItem) => UploadItem,
): UploadQueue {
  return { ...queue, items: queue.items.map((item) => (item.id === id ? change(item) : item)) };
}
