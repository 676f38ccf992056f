import type { BillingError, Result } from "../../../convex/contract/errors";
import type { Id } from "../../../convex/_generated/dataModel";
import { EMPTY_QUEUE, nextToStart, reduceUploads } from "./upload-queue";
import type { ReadMedia, UploadEvent, UploadItem, UploadQueue } from "./upload-queue";

/** What a runner reaches out to. */
export interface UploadPorts {
  newId: () => string;
  /** Reads what a file is, without sending it. */
  read: (file: File) => Promise<Result<ReadMedia>>;
  begin: (media: ReadMedia, bytes: number) => Promise<Result<{ uploadUrl: string }>>;
  send: (task: SendTask) => Promise<Id<"_storage">>;
  publish: (
    item: UploadItem,
    media: ReadMedia,
    storageId: Id<"_storage">,
  ) => Promise<Result<{ artworkId: Id<"artworks"> }>>;
}

export interface SendTask {
  url: string;
  file: File;
  type: string;
  signal: AbortSignal;
  onProgress: (sentBytes: number, elapsedMs: number) => void;
}

const BROKEN = "The connection broke. Your file is safe here. Try again.";

/** Keeps the queue, holds the files, and starts what may start. It decides nothing else. */
export class UploadRunner {
  private queue = EMPTY_QUEUE;
  private owner: string | null = null;
  private readonly files = new Map<string, File>();
  private readonly stops = new Map<string, AbortController>();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly ports: UploadPorts) {}

  readonly read = (): UploadQueue => this.queue;

  readonly subscribe = (onChange: () => void) => {
    this.listeners.add(onChange);
    return () => void this.listeners.delete(onChange);
  };

  dispatch(event: UploadEvent) {
    this.queue = reduceUploads(this.queue, event);
    for (const item of nextToStart(this.queue)) {
      this.queue = reduceUploads(this.queue, { type: "started", id: item.id });
      void this.run(item);
    }
    for (const listener of this.listeners) listener();
  }

  readonly add = (chosen: readonly File[]) => {
    for (const file of chosen) {
      const id = this.ports.newId();
      const { name, size } = file;
      this.files.set(id, file);
      this.dispatch({ type: "added", id, name, bytes: size, title: titleOf(name) });
      void this.inspect(id, file);
    }
  };

  /** Stops a file that is on its way; it stays on its card. */
  cancel(id: string) {
    this.stops.get(id)?.abort();
    this.dispatch({ type: "cancelled", id });
  }

  remove(id: string) {
    this.stops.get(id)?.abort();
    this.files.delete(id);
    this.dispatch({ type: "removed", id });
  }

  /** Whose files these are: another person finds an empty queue. */
  belongTo(subject: string) {
    if (this.owner !== null && this.owner !== subject) {
      for (const stop of this.stops.values()) stop.abort();
      this.files.clear();
      this.dispatch({ type: "emptied" });
    }
    this.owner = subject;
  }

  private async inspect(id: string, file: File) {
    const { data, error } = await this.ports.read(file);
    this.dispatch(
      error ? { type: "refused", id, message: error.message } : { type: "read", id, media: data },
    );
  }

  private async run(item: UploadItem) {
    const { id, media } = item;
    const file = this.files.get(id);
    if (!file || !media) return;
    const stop = new AbortController();
    this.stops.set(id, stop);
    try {
      const sent = item.storageId ?? (await this.send(id, file, media, stop.signal));
      if (sent !== null) await this.hang(id, media, sent);
    } catch {
      if (!stop.signal.aborted) this.dispatch({ type: "interrupted", id, message: BROKEN });
    } finally {
      if (this.stops.get(id) === stop) this.stops.delete(id);
    }
  }

  /** Null: refused, which is on the card by then, or cancelled. */
  private async send(id: string, file: File, media: ReadMedia, signal: AbortSignal) {
    const { data, error } = await this.ports.begin(media, file.size);
    if (signal.aborted) return null;
    if (error) {
      this.dispatch(eventOf(id, error));
      return null;
    }
    const onProgress = (sentBytes: number, elapsedMs: number) =>
      this.dispatch({ type: "progressed", id, sentBytes, elapsedMs });
    const task = { url: data.uploadUrl, file, type: media.type, signal, onProgress };
    const storageId = await this.ports.send(task);
    this.dispatch({ type: "sent", id, storageId });
    return storageId;
  }

  private async hang(id: string, media: ReadMedia, storageId: Id<"_storage">) {
    const item = this.queue.items.find((known) => known.id === id);
    if (!item) return;
    const { data, error } = await this.ports.publish(item, media, storageId);
    this.dispatch(error ? eventOf(id, error) : { type: "hung", id, artworkId: data.artworkId });
  }
}

function eventOf(id: string, { code, message }: BillingError): UploadEvent {
  if (code === "insufficient_balance") return { type: "denied", id };
  if (code === "unauthenticated") return { type: "lostSignIn", id };
  return { type: "failed", id, message };
}

/** A first title to better: the file's name, made readable. */
function titleOf(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
