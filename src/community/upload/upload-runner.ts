import type { BillingError, Result } from "../../../packages/billing/src/contract";
import type { MediaType } from "../../../convex/contract/files/sniff";
import type { Id } from "../../../convex/_generated/dataModel";
import { msg } from "../../language/text";
import { FILE_NEEDS } from "../file-needs";
import { MEMBER_TEXTS, visibleLine } from "../../../convex/contract/texts";
import { isStoppable, workWith } from "./composed-work";
import { RefusedFile, TooSlow } from "./send-file";
import type { SendTask } from "./send-file";
import type { Need, ReadMedia, UploadItem } from "./upload-item";
import { partsOf } from "./upload-parts";
import type { Part } from "./upload-parts";
import { EMPTY_QUEUE, nextToPublish, nextToStart, reduceUploads } from "./upload-queue";
import type { UploadEvent, UploadQueue } from "./upload-queue";

/** The runner's ports. */
export interface UploadPorts {
  newId: () => string;
  /** Inspects a file without sending it. */
  read: (file: File, onConvert: () => void) => Promise<Result<ReadMedia>>;
  /** Whether files are sent before their artist publishes them. */
  sendsAhead: () => boolean;
  /** A file without its location. */
  strip: (file: File, media: ReadMedia) => Promise<Blob>;
  /** Reserves a part of the plan for a file until it has arrived. */
  reserve: (item: UploadItem, media: ReadMedia, studio: string | null) => Promise<Result<null>>;
  /** Releases the reservations of abandoned files and deletes their received data. */
  release: (ids: readonly string[]) => Promise<unknown>;
  begin: (
    part: { id: string; type: MediaType; bytes: number; keepsPlace: boolean },
    studio: string | null,
  ) => Promise<Result<{ uploadUrl: string }>>;
  send: (task: SendTask) => Promise<Id<"_storage">>;
  /** Publishes a work whose files have arrived. */
  publish: (
    first: UploadItem,
    pages: readonly UploadItem[],
    studio: string | null,
  ) => Promise<Result<{ artworkId: Id<"artworks"> }>>;
  /** Revokes the object URL of a card's preview. */
  forget: (media: ReadMedia) => void;
}

const BROKEN = msg("The connection broke. Your file is safe here. Try again.");
const UNREADABLE = msg("This file can't be read. Is it still where it was?");
const NO_SEAT_UPLOADS = msg(
  "Your seat in this studio has not enough left. Publish it for yourself, or ask the studio's owner.",
);

/** The server deletes files that have waited for a long time. */
const GONE = "upload_not_found";

const NEEDS: Readonly<Record<string, Need>> = { insufficient_balance: "uploads", ...FILE_NEEDS };

/**
 * Holds the queue and the files, and starts what may start. The queue's reducer
 * decides everything else.
 */
export class UploadRunner {
  private queue = EMPTY_QUEUE;
  private owner: string | null = null;
  private reading = Promise.resolve();
  /**
   * Files that were inspected before the page knew its user. The server would refuse a visitor's
   * files.
   */
  private early: string[] | null = [];
  private readonly files = new Map<string, File>();
  private readonly stops = new Map<string, AbortController>();
  /** Files that have a reservation. */
  private readonly reserved = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly ports: UploadPorts) {}

  readonly read = (): UploadQueue => this.queue;

  readonly subscribe = (onChange: () => void) => {
    this.listeners.add(onChange);
    return () => void this.listeners.delete(onChange);
  };

  dispatch(event: UploadEvent) {
    const { items } = this.queue;
    this.queue = reduceUploads(this.queue, event);
    for (const { id, sent } of items) {
      const kept = sent.original === undefined || this.find(id)?.sent.original !== undefined;
      if (!kept && this.files.has(id)) this.giveUp(id);
    }
    for (const item of nextToStart(this.queue)) {
      this.queue = reduceUploads(this.queue, { type: "started", id: item.id });
      void this.run(item);
    }
    for (const { id } of nextToPublish(this.queue)) {
      this.queue = reduceUploads(this.queue, { type: "publishing", id });
      void this.publish(id);
    }
    for (const listener of this.listeners) listener();
  }

  readonly add = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const id = this.ports.newId();
      const { name, size } = file;
      this.files.set(id, file);
      this.dispatch({ type: "added", id, name, bytes: size, title: titleOf(name) });
      // One after the other, because ten decoders need more memory than a phone has.
      this.reading = this.reading.then(() => this.inspect(id, file));
    }
  };

  /** Stops a file that is being sent; it stays on its card. */
  cancel(id: string) {
    this.stop(id);
    this.dispatch({ type: "cancelled", id });
  }

  /** Stops every file of a work that is being sent. */
  cancelWork(id: string) {
    for (const file of workWith(this.queue.items, id)) {
      if (isStoppable(file)) this.cancel(file.id);
    }
  }

  remove(id: string) {
    this.drop(id);
    this.dispatch({ type: "removed", id });
  }

  removeWork(id: string) {
    for (const file of workWith(this.queue.items, id).toReversed()) this.remove(file.id);
  }

  /** Releases the reservations of unpublished files immediately when the page closes. */
  close() {
    const open = this.queue.items.filter(({ step }) => step.status !== "publishing");
    const ids = open.flatMap(({ id }) => (this.reserved.has(id) ? id : []));
    if (ids.length > 0) this.release(ids);
  }

  /** The user whose files these are, or null for a visitor. Another user gets an empty queue. */
  belongTo(subject: string | null) {
    const early = this.early ?? [];
    this.early = null;
    if (subject === null) return;
    if (this.owner !== null && this.owner !== subject) {
      for (const { id } of this.queue.items) this.drop(id);
      this.dispatch({ type: "emptied" });
    }
    this.owner = subject;
    for (const id of early) this.dispatch({ type: "sentAhead", id });
  }

  private stop(id: string) {
    this.stops.get(id)?.abort();
    this.giveUp(id);
  }

  private giveUp(id: string) {
    // A reservation that is not released here expires after some minutes.
    if (this.reserved.delete(id)) this.release([id]);
  }

  private release(ids: readonly string[]) {
    void this.ports.release(ids).catch(() => undefined);
  }

  /** Releases everything held for a file. */
  private drop(id: string) {
    this.stop(id);
    this.files.delete(id);
    const media = this.find(id)?.media;
    if (media) this.ports.forget(media);
  }

  private find(id: string): UploadItem | undefined {
    return this.queue.items.find((known) => known.id === id);
  }

  private async inspect(id: string, file: File) {
    if (!this.files.has(id)) return;
    const onConvert = () => this.dispatch({ type: "converting", id });
    const { data, error } = await this.ports
      .read(file, onConvert)
      .catch(() => ({ data: null, error: { message: UNREADABLE } }));
    if (data && !this.files.has(id)) this.ports.forget(data);
    if (error) {
      this.dispatch({ type: "refused", id, message: error.message });
      return;
    }
    const ahead = this.ports.sendsAhead();
    if (ahead) this.early?.push(id);
    this.dispatch({ type: "read", id, media: data, ahead: ahead && this.owner !== null });
  }

  private async run(item: UploadItem) {
    const { id, media } = item;
    const file = this.files.get(id);
    if (!file || !media) return;
    const stop = new AbortController();
    this.stops.set(id, stop);
    try {
      await this.sendParts(item, media, file, stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      const isFinal = error instanceof TooSlow || error instanceof RefusedFile;
      this.dispatch(
        isFinal
          ? { type: "failed", id, message: error.message }
          : { type: "interrupted", id, message: BROKEN },
      );
    } finally {
      if (this.stops.get(id) === stop) this.stops.delete(id);
    }
  }

  /**
   * Sends the parts that have not arrived. If some fail, the card says why, unless the file was
   * cancelled.
   */
  private async sendParts(item: UploadItem, media: ReadMedia, file: File, signal: AbortSignal) {
    const { id, sent } = item;
    if (sent.original === undefined) {
      this.reserved.add(id);
      const { error } = await this.ports.reserve(item, media, this.queue.studio);
      if (isOver(signal)) return;
      if (error) return void this.refuse(id, error);
    }
    const startedAt = performance.now();
    let before = 0;
    const parts = await this.partsOf(item, media, file);
    // It may have been cancelled in between and already be sent again.
    if (isOver(signal)) return;
    for (const part of parts) {
      const onProgress = (bytes: number) => {
        const elapsedMs = performance.now() - startedAt;
        this.dispatch({ type: "progressed", id, sentBytes: before + bytes, elapsedMs });
      };
      const isSent = sent[part.name] !== undefined;
      if (!isSent && !(await this.sendPart(item, part, signal, onProgress))) return;
      before += part.blob.size;
    }
    this.dispatch({ type: "arrived", id });
  }

  private async sendPart(
    { id, keepsPlace }: UploadItem,
    { name, blob, type }: Part,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<boolean> {
    const { data, error } = await this.ports.begin(
      { id, type, bytes: blob.size, keepsPlace: name === "original" && keepsPlace },
      this.queue.studio,
    );
    if (isOver(signal)) return false;
    if (error) return this.refuse(id, error);
    const task = { url: data.uploadUrl, file: blob, type, signal, onProgress };
    const storageId = await this.ports.send(task);
    if (isOver(signal)) return false;
    this.dispatch({ type: "sent", id, part: name, storageId });
    return true;
  }

  /** The original, without its location unless the artist keeps it, and its previews. */
  private async partsOf({ keepsPlace }: UploadItem, media: ReadMedia, file: File) {
    const strips = media.hasPlace && !keepsPlace;
    return partsOf(strips ? await this.ports.strip(file, media) : file, media);
  }

  private async publish(id: string) {
    const [first, ...pages] = workWith(this.queue.items, id);
    if (!first) return;
    try {
      const { data, error } = await this.ports.publish(first, pages, this.queue.studio);
      if (error?.code === GONE) {
        this.dispatch({ type: "lost", id, message: error.message });
        return;
      }
      if (error) return void this.refuse(id, error);
      for (const file of [first, ...pages]) {
        this.reserved.delete(file.id);
        this.files.delete(file.id);
      }
      this.dispatch({ type: "published", id, artworkId: data.artworkId });
    } catch {
      this.dispatch({ type: "interrupted", id, message: BROKEN });
    }
  }

  private refuse(id: string, { code, message, retryAfterMs }: BillingError): false {
    const need = NEEDS[code];
    if (this.find(id)?.isRequested === false) this.dispatch({ type: "deferred", id });
    else if (code === "unauthenticated") this.dispatch({ type: "lostSignIn", id });
    else if (need === undefined) this.dispatch({ type: "failed", id, message, retryAfterMs });
    // A member can't buy for a studio.
    else if (this.queue.studio) this.dispatch({ type: "failed", id, message: NO_SEAT_UPLOADS });
    else this.dispatch({ type: "denied", id, need });
    return false;
  }
}

/** Whether a run was stopped; the call that it was waiting for may still have succeeded. */
function isOver(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** A default title: the file's name in readable form. */
function titleOf(name: string): string {
  const words = visibleLine(name.replace(/\.[^.]*$/, "").replace(/[-_]+/g, " ")) ?? "";
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, MEMBER_TEXTS.workTitle.most);
}
