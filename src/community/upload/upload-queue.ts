import type { Id } from "../../../convex/_generated/dataModel";
import { isVisible } from "../../../convex/contract/texts";
import {
  describe,
  join,
  mayPublish,
  movePage,
  moveWork,
  needsUpload,
  removeFile,
  split,
  waitsForPublish,
  workWith,
  worksOf,
} from "./composed-work";
import { NEW_METADATA } from "../work-form/work-metadata";
import type {
  FileMetadata,
  Need,
  PartName,
  ReadMedia,
  UploadItem,
  UploadStep,
} from "./upload-item";

const READY = { status: "ready" } as const;
/** How many files are sent at the same time. */
const PARALLEL = 3;
/**
 * How many files wait on the server for Publish. The server accepts 100, and a file has up to two
 * previews.
 */
const MAX_AHEAD = 30;
/** How many times a broken connection is retried automatically. */
const MAX_ATTEMPTS = 3;

/** Metadata that all files can share. */
type SharedMetadata = Omit<FileMetadata, "title" | "alt" | "focus">;

export interface UploadQueue {
  items: readonly UploadItem[];
  connection: "online" | "offline";
  /** What the plan lacks, so that no file that needs it starts; null if nothing. */
  lacks: Need | null;
  /** The metadata of files that are added from now on. */
  common: SharedMetadata;
  /** The studio whose seat pays; null: the artist's own plan. */
  studio: string | null;
}

export type UploadEvent =
  | { type: "added"; id: string; name: string; bytes: number; title: string }
  /** `ahead`: it is sent while the artist is still writing. */
  | { type: "read"; id: string; media: ReadMedia; ahead: boolean }
  | { type: "refused"; id: string; message: string }
  | { type: "failed"; id: string; message: string; retryAfterMs?: number | undefined }
  | { type: "described"; id: string; metadata: Partial<FileMetadata> }
  /** Copies the metadata of one file to all. */
  | { type: "copyToAll"; id: string }
  /** `moved`: moves a work among the works; `pageMoved`: a file within its work. */
  | { type: "moved" | "pageMoved"; id: string; to: number }
  /** Combines works into one; `split`: splits a work into one per file. */
  | { type: "joined"; ids: readonly string[] }
  | { type: "split"; id: string }
  | { type: "removed"; id: string }
  | { type: "denied"; id: string; need: Need }
  | { type: "retried" | "cancelled"; id: string }
  | { type: "converting" | "started" | "lostSignIn" | "publishing"; id: string }
  /** The user is known, so files can be sent before Publish. */
  | { type: "sentAhead"; id: string }
  /** It is not sent ahead; Publish sends it. */
  | { type: "deferred"; id: string }
  /** The server has deleted the received files of a work, so they are sent again. */
  | { type: "lost"; id: string; message: string }
  | { type: "interrupted"; id: string; message: string }
  | { type: "progressed"; id: string; sentBytes: number; elapsedMs: number }
  | { type: "sent"; id: string; part: PartName; storageId: Id<"_storage"> }
  | { type: "arrived"; id: string }
  | { type: "published"; id: string; artworkId: Id<"artworks"> }
  | { type: "paidBy"; studio: string | null }
  | { type: "publishAll" | "gateClosed" | "unlocked" | "signedIn" | "emptied" }
  | { type: "connection"; connection: UploadQueue["connection"] };

export const EMPTY_QUEUE: UploadQueue = {
  items: [],
  connection: "online",
  lacks: null,
  common: {
    ...{ metadata: NEW_METADATA, keepsPlace: false, publishesAs: "published" },
    collectionId: null,
  },
  studio: null,
};

/** The queue after an event. Events about a removed file change nothing. */
export function reduceUploads(queue: UploadQueue, event: UploadEvent): UploadQueue {
  switch (event.type) {
    case "added":
      return { ...queue, items: [...queue.items, newItem(event, queue.common)] };
    case "removed":
      return { ...queue, items: removeFile(queue.items, event.id) };
    case "emptied":
      return { ...EMPTY_QUEUE, connection: queue.connection };
    case "connection":
      return { ...queue, connection: event.connection };
    case "paidBy":
      return { ...queue, studio: event.studio };
    case "copyToAll":
      return copyToAll(queue, event.id);
    case "moved":
      return { ...queue, items: moveWork(queue.items, event.id, event.to) };
    case "pageMoved":
      return { ...queue, items: movePage(queue.items, event.id, event.to) };
    case "joined":
      return { ...queue, items: join(queue.items, event.ids) };
    case "split":
      return { ...queue, items: split(queue.items, event.id) };
    case "gateClosed":
      return closeGate(queue);
    case "publishAll":
      return { ...requeue(want(queue), ["ready", "denied"]), lacks: null };
    case "unlocked":
      return { ...requeue(queue, ["denied"]), lacks: null };
    case "signedIn":
      return requeue(queue, ["signedOut"]);
    case "denied":
      return denyFrom(queue, event);
    case "published":
      return updateWork(queue, event.id, (item) => ({
        ...item,
        step: { status: "published", artworkId: event.artworkId },
      }));
    case "cancelled":
      return updateWork(queue, event.id, (item) =>
        item.id === event.id
          ? { ...unwant(item), sent: {}, step: { status: "ready" } }
          : unwant(item),
      );
    case "described":
      return updateWork(queue, event.id, (item) => {
        const { keepsPlace = item.keepsPlace, publishesAs = item.publishesAs } = event.metadata;
        const shared = { keepsPlace, publishesAs };
        return describe(item, item.id === event.id ? event.metadata : shared);
      });
    case "lost":
      return updateWork(queue, event.id, (item) => ({
        ...interrupt(item, event.message),
        sent: {},
      }));
    case "retried":
      return retry(queue, event.id);
    case "converting":
    case "read":
    case "refused":
    case "failed":
    case "sentAhead":
    case "deferred":
    case "publishing":
    case "started":
    case "lostSignIn":
    case "interrupted":
    case "progressed":
    case "sent":
    case "arrived":
      return update(queue, event.id, (item) => reduceItem(item, event));
  }
}

/**
 * The server has deleted what it refused, so the file is sent again, or the whole work if all of it
 * had arrived.
 */
function retry(queue: UploadQueue, id: string): UploadQueue {
  const others = workWith(queue.items, id).filter((file) => file.id !== id);
  const isWhole = others.every(({ step }) => step.status === "sent");
  return updateWork(queue, id, (item) =>
    isWhole || item.id === id ? { ...setQueued(item), sent: {}, attempts: 0 } : item,
  );
}

/** Files that may start now: at most three at a time, online, and if the plan allows it. */
export function nextToStart({ items, connection, lacks }: UploadQueue): UploadItem[] {
  if (connection === "offline") return [];
  const free = PARALLEL - items.filter(isUnderWay).length;
  const ahead = items.filter(
    ({ step, isRequested }) => !isRequested && ["sending", "sent"].includes(step.status),
  );
  const mayGoAhead = ahead.length < MAX_AHEAD;
  const queued = items.filter(({ step, isRequested }) => {
    return step.status === "queued" && (isRequested || mayGoAhead);
  });
  return queued.filter((item) => !isHeld(item, lacks)).slice(0, Math.max(0, free));
}

/**
 * The works that may be published now, because their files have arrived. The plan may lack units
 * for another file because they are reserved for these.
 */
export function nextToPublish({ items, connection }: UploadQueue): UploadItem[] {
  if (connection === "offline") return [];
  const free = PARALLEL - items.filter(({ step }) => step.status === "publishing").length;
  const works = worksOf(items).filter(mayPublish);
  const firsts = works.flatMap(([first]) => first ?? []);
  return firsts.slice(0, Math.max(0, free));
}

/** Whether a file waits because the plan lacks something. */
function isHeld(item: UploadItem, lacks: Need | null): boolean {
  return lacks === "storage_gb" || (lacks === "uploads" && needsUpload(item));
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
  {
    type:
      | ("added" | "removed" | "denied" | "copyToAll" | "moved" | "pageMoved" | "split")
      | ("described" | "published" | "cancelled" | "retried" | "lost");
  }
>;

function reduceItem(item: UploadItem, event: ItemEvent): UploadItem {
  switch (event.type) {
    case "converting":
      return { ...item, step: { status: "converting" } };
    case "read":
      return { ...item, media: event.media, step: { status: event.ahead ? "queued" : "ready" } };
    case "sentAhead":
      return item.step.status === "ready" ? setQueued(item) : item;
    case "deferred":
      return { ...item, step: { status: "ready" } };
    case "refused":
      return { ...item, step: { status: "refused", message: event.message } };
    case "failed": {
      const { message, retryAfterMs } = event;
      return { ...item, step: { status: "failed", message, retryAfterMs } };
    }
    case "publishing":
      return { ...item, step: { status: "publishing" } };
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
      // If it was cancelled in the meantime, it stays cancelled.
      return item.step.status === "sending" ? { ...item, step: { status: "sent" } } : item;
    case "lostSignIn":
      return { ...item, step: { status: "signedOut" } };
    case "interrupted":
      return interrupt(item, event.message);
  }
}

function newItem(
  { id, name, bytes, title }: Extract<UploadEvent, { type: "added" }>,
  common: UploadQueue["common"],
): UploadItem {
  const unsent = { media: null, sent: {}, attempts: 0, step: { status: "reading" } } as const;
  const work = { alt: "", focus: null, pageOf: null, isRequested: false } as const;
  return { id, name, bytes, title, ...work, ...common, ...unsent };
}

function copyToAll(queue: UploadQueue, id: string): UploadQueue {
  const source = queue.items.find((item) => item.id === id);
  if (!source) return queue;
  const { metadata, keepsPlace, publishesAs, collectionId } = source;
  const common = { metadata, keepsPlace, publishesAs, collectionId };
  const items = queue.items.map((item) => (isSettled(item) ? item : describe(item, common)));
  return { ...queue, common, items };
}

/** Whether it is too late to change a file's metadata. */
function isSettled({ step }: UploadItem): boolean {
  return step.status === "published" || step.status === "refused" || step.status === "publishing";
}

/** If no uploads are left, drafts are sent, and the other works wait. */
function closeGate(queue: UploadQueue): UploadQueue {
  const wanted = want(queue);
  const from = ["ready", "queued", "sent", "denied"] as const;
  const denied = deny({ ...wanted, lacks: "uploads" }, from);
  return requeue(denied, ["ready", "denied"], "uploads");
}

/** Records that the artist has pressed Publish for the waiting works. */
function want(queue: UploadQueue): UploadQueue {
  const waiting = worksOf(queue.items).filter(waitsForPublish).flat();
  const items = queue.items.map((item) =>
    waiting.includes(item) && isTitled(queue, item) ? { ...item, isRequested: true } : item,
  );
  return { ...queue, items };
}

function unwant(item: UploadItem): UploadItem {
  return { ...item, isRequested: false };
}

function sending(sentBytes: number, elapsedMs: number): UploadStep {
  return { status: "sending", sentBytes, elapsedMs };
}

function setQueued(item: UploadItem): UploadItem {
  return { ...item, step: { status: "queued" } };
}

/** A plan's size limit affects one file; uploads and storage affect all files after it. */
function denyFrom(queue: UploadQueue, { id, need }: { id: string; need: Need }): UploadQueue {
  if (!queue.items.some((item) => item.id === id)) return queue;
  if (need === "hd_upload") {
    return update(queue, id, (item) => ({ ...item, step: { status: "denied", need } }));
  }
  return deny({ ...update(queue, id, setQueued), lacks: need }, ["queued"]);
}

/** Denies the files in these states that need what the plan lacks. */
function deny(queue: UploadQueue, from: readonly UploadStep["status"][]): UploadQueue {
  const { lacks: need } = queue;
  return moveAll(queue, from, (item) =>
    need && isHeld(item, need) ? { ...item, step: { status: "denied", need } } : item,
  );
}

function interrupt(item: UploadItem, message: string): UploadItem {
  const attempts = item.attempts + 1;
  if (attempts < MAX_ATTEMPTS) return { ...item, attempts, step: { status: "queued" } };
  const step = item.isRequested ? { status: "failed" as const, message } : READY;
  return { ...item, attempts, step };
}

/** Returns files to the queue, except those that need what the plan lacks. */
function requeue(
  queue: UploadQueue,
  from: readonly UploadStep["status"][],
  lacks: Need | null = null,
): UploadQueue {
  return moveAll(queue, from, (item) =>
    isHeld(item, lacks) ? item : { ...setQueued(item), attempts: 0 },
  );
}

/** Moves items in these states; skips untitled works. */
function moveAll(
  queue: UploadQueue,
  from: readonly UploadStep["status"][],
  move: (item: UploadItem) => UploadItem,
): UploadQueue {
  const items = queue.items.map((item) =>
    from.includes(item.step.status) && isTitled(queue, item) ? move(item) : item,
  );
  return { ...queue, items };
}

function isTitled({ items }: UploadQueue, item: UploadItem): boolean {
  const { title } = workWith(items, item.id)[0] ?? item;
  return isVisible(title);
}

function update(
  queue: UploadQueue,
  id: string,
  change: (item: UploadItem) => UploadItem,
): UploadQueue {
  return { ...queue, items: queue.items.map((item) => (item.id === id ? change(item) : item)) };
}

/** Changes all files of the work that a file belongs to. */
function updateWork(
  queue: UploadQueue,
  id: string,
  change: (item: UploadItem) => UploadItem,
): UploadQueue {
  const files = workWith(queue.items, id);
  return {
    ...queue,
    items: queue.items.map((item) => (files.includes(item) ? change(item) : item)),
  };
}
