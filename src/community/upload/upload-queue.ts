import type { Id } from "../../../convex/_generated/dataModel";
import type { Visibility } from "../../../convex/contract/works";
import { NEW_METADATA } from "../work-form/work-metadata";
import type {
  FileMetadata,
  Need,
  PartName,
  ReadMedia,
  UploadItem,
  UploadStep,
} from "./upload-item";

/** How many files are sent at the same time. */
const PARALLEL = 3;
/** How many times a broken connection is retried before the user has to ask for it. */
const MAX_ATTEMPTS = 3;

export interface UploadQueue {
  items: readonly UploadItem[];
  connection: "online" | "offline";
  /** `closed`: the plan has denied an upload, so that no other starts. */
  gate: "open" | "closed";
  /** The metadata of files that are added from now on. */
  common: Pick<FileMetadata, "metadata" | "keepsPlace">;
  /** The studio whose seat pays; null: the artist's own plan. */
  studio: string | null;
}

export type UploadEvent =
  | { type: "added"; id: string; name: string; bytes: number; title: string }
  | { type: "read"; id: string; media: ReadMedia }
  | { type: "refused"; id: string; message: string }
  | { type: "failed"; id: string; message: string; retryAfterMs?: number | undefined }
  | { type: "described"; id: string; metadata: Partial<FileMetadata> }
  /** Copies the metadata of one file to all. */
  | { type: "copyToAll"; id: string }
  | { type: "moved"; id: string; to: number }
  | { type: "removed"; id: string }
  | { type: "denied"; id: string; need: Need }
  | { type: "converting" | "retried" | "cancelled" | "started" | "lostSignIn"; id: string }
  | { type: "interrupted"; id: string; message: string }
  | { type: "progressed"; id: string; sentBytes: number; elapsedMs: number }
  | { type: "sent"; id: string; part: PartName; storageId: Id<"_storage"> }
  | { type: "arrived"; id: string }
  | { type: "published"; id: string; artworkId: Id<"artworks"> }
  | { type: "publishAll" | "gateClosed"; as: Visibility }
  | { type: "paidBy"; studio: string | null }
  | { type: "unlocked" | "signedIn" | "emptied" }
  | { type: "connection"; connection: UploadQueue["connection"] };

export const EMPTY_QUEUE: UploadQueue = {
  items: [],
  connection: "online",
  gate: "open",
  common: { metadata: NEW_METADATA, keepsPlace: false },
  studio: null,
};

/** The queue after an event. Events about a removed file change nothing. */
export function reduceUploads(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case "added":
      return { ...queue, items: [...queue.items, newItem(event, queue.common)] };
    case "removed":
      return { ...queue, items: queue.items.filter(({ id }) => id !== event.id) };
    case "emptied":
      return { ...EMPTY_QUEUE, connection: queue.connection };
    case "connection":
      return { ...queue, connection: event.connection };
    case "paidBy":
      return { ...queue, studio: event.studio };
    case "copyToAll":
      return copyToAll(queue, event.id);
    case "moved":
      return move(queue, event);
    case "gateClosed":
      return { ...deny(publishAs(queue, event.as), ["ready"], "uploads"), gate: "closed" };
    case "publishAll":
      return { ...requeue(publishAs(queue, event.as), ["ready", "denied"]), gate: "open" };
    case "unlocked":
      return { ...requeue(queue, ["denied"]), gate: "open" };
    case "signedIn":
      return requeue(queue, ["signedOut"]);
    case "denied":
      return denyFrom(queue, event);
    case "converting":
    case "read":
    case "refused":
    case "failed":
    case "described":
    case "retried":
    case "cancelled":
    case "started":
    case "lostSignIn":
    case "interrupted":
    case "progressed":
    case "sent":
    case "arrived":
    case "published":
      return update(queue, event.id, (item) => reduceItem(item, event));
  }
}

/** Files that may start now: at most three at a time, online, and while the plan allows it. */
export function nextToStart({ items, connection, gate }: UploadQueue): UploadItem[] {
  if (connection === "offline" || gate === "closed") return [];
  const free = PARALLEL - items.filter(isUnderWay).length;
  return items.filter(({ step }) => step.status === "queued").slice(0, Math.max(0, free));
}

/** Whether leaving the page would lose a file or its metadata. */
export function isUnfinished({ items }: UploadQueue): boolean {
  return items.some(({ step }) => step.status !== "published" && step.status !== "refused");
}

function isUnderWay({ step }: UploadItem): boolean {
  return step.status === "sending" || step.status === "publishing";
}

/** The events of one file. */
type ItemEvent = Exclude<
  Extract<UploadEvent, { id: string }>,
  { type: "added" | "removed" | "denied" | "copyToAll" | "moved" }
>;

function reduceItem(item: UploadItem, event: ItemEvent): UploadItem {
  switch (event.type) {
    case "converting":
      return { ...item, step: { status: "converting" } };
    case "read":
      return { ...item, media: event.media, step: { status: "ready" } };
    case "refused":
      return { ...item, step: { status: "refused", message: event.message } };
    case "failed": {
      const { message, retryAfterMs } = event;
      return { ...item, step: { status: "failed", message, retryAfterMs } };
    }
    case "described":
      return describe(item, event.metadata);
    case "started":
      return { ...item, step: sending(0, 0) };
    case "progressed":
      // A late event of a stopped transfer changes nothing.
      return item.step.status === "sending"
        ? { ...item, step: sending(event.sentBytes, event.elapsedMs) }
        : item;
    case "sent":
      return { ...item, sent: { ...item.sent, [event.part]: event.storageId } };
    case "arrived":
      // Cancelled in between, it stays as it is.
      return item.step.status === "sending" ? { ...item, step: { status: "publishing" } } : item;
    case "published":
      return { ...item, step: { status: "published", artworkId: event.artworkId } };
    case "lostSignIn":
      return { ...item, step: { status: "signedOut" } };
    case "cancelled":
      return { ...item, step: { status: "ready" } };
    case "retried":
      // The server has deleted what it refused, so it is sent again.
      return { ...item, sent: {}, attempts: 0, step: { status: "queued" } };
    case "interrupted":
      return interrupt(item, event.message);
  }
}

function newItem(
  { id, name, bytes, title }: Extract<UploadEvent, { type: "added" }>,
  common: UploadQueue["common"],
): UploadItem {
  const empty = { alt: "", media: null, sent: {}, publishesAs: "published" as const, attempts: 0 };
  return { id, name, bytes, title, ...empty, ...common, step: { status: "reading" } };
}

/** Whether a file's metadata can still change. */
export function isEditable({ step }: UploadItem): boolean {
  return !["published", "refused", "publishing", "reading", "converting"].includes(step.status);
}

function copyToAll(queue: UploadQueue, id: string): UploadQueue {
  const source = queue.items.find((item) => item.id === id);
  if (!source) return queue;
  const { metadata, keepsPlace } = source;
  const common = { metadata, keepsPlace };
  const items = queue.items.map((item) => (isSettled(item) ? item : describe(item, common)));
  return { ...queue, common, items };
}

function describe(item: UploadItem, metadata: Partial<FileMetadata>): UploadItem {
  const described = { ...item, ...metadata };
  if (described.keepsPlace === item.keepsPlace) return described;
  // A part on its way has the old choice about the location; parts that have arrived are sent
  // again.
  const isOnItsWay = item.step.status === "sending";
  return isOnItsWay ? { ...described, keepsPlace: item.keepsPlace } : { ...described, sent: {} };
}

/** Whether changes of a file's metadata have no effect any more. */
function isSettled({ step }: UploadItem): boolean {
  return step.status === "published" || step.status === "refused" || step.status === "publishing";
}

function move(queue: UploadQueue, { id, to }: { id: string; to: number }): UploadQueue {
  const moved = queue.items.find((item) => item.id === id);
  const others = queue.items.filter((item) => item !== moved);
  return moved ? { ...queue, items: others.toSpliced(to, 0, moved) } : queue;
}

function publishAs(queue: UploadQueue, publishesAs: Visibility): UploadQueue {
  const waits = ({ step }: UploadItem) => step.status === "ready" || step.status === "denied";
  const items = queue.items.map((item) => (waits(item) ? { ...item, publishesAs } : item));
  return { ...queue, items };
}

function sending(sentBytes: number, elapsedMs: number): UploadStep {
  return { status: "sending", sentBytes, elapsedMs };
}

function setQueued(item: UploadItem): UploadItem {
  return { ...item, step: { status: "queued" } };
}

/**
 * A plan's size limit concerns one file; uploads and storage concern all files
 * that would follow.
 */
function denyFrom(queue: UploadQueue, { id, need }: { id: string; need: Need }): UploadQueue {
  if (!queue.items.some((item) => item.id === id)) return queue;
  if (need !== "hd_upload") {
    return { ...deny(update(queue, id, setQueued), ["queued"], need), gate: "closed" };
  }
  return update(queue, id, (item) => ({ ...item, step: { status: "denied", need } }));
}

function deny(queue: UploadQueue, from: readonly UploadStep["status"][], need: Need): UploadQueue {
  return moveAll(queue, from, (item) => ({ ...item, step: { status: "denied", need } }));
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

/** Without a title no file is sent. */
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
