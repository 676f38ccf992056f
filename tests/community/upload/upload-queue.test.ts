import { describe, expect, it } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import { NEW_METADATA } from "../../../src/community/work-form/work-metadata";
import {
  EMPTY_QUEUE,
  isUnfinished,
  nextToStart,
  reduceUploads,
} from "../../../src/community/upload/upload-queue";
import type { UploadEvent, UploadQueue } from "../../../src/community/upload/upload-queue";

import { PNG as media } from "./upload-samples";

const STORED = "stored" as Id<"_storage">;
const ARTWORK = "artwork" as Id<"artworks">;

const play = (events: readonly UploadEvent[], from: UploadQueue = EMPTY_QUEUE) =>
  events.reduce(reduceUploads, from);
const added = (id: string, title = id): UploadEvent => ({
  ...{ type: "added", id, name: `${id}.png`, bytes: 100, title },
});
const ready = (...ids: string[]) =>
  ids.flatMap((id): UploadEvent[] => [added(id), { type: "read", id, media, ahead: false }]);
const started = (id: string): UploadEvent => ({ type: "started", id });
const published: UploadEvent = { type: "publishAll" };
const denied = (id: string): UploadEvent => ({ type: "denied", id, need: "uploads" });
const steps = ({ items }: UploadQueue) => items.map(({ step }) => step.status);
const startable = (queue: UploadQueue) => nextToStart(queue).map(({ id }) => id);

describe("reduceUploads", () => {
  it("sends nothing before Publish", () => {
    const queue = play(ready("a"));
    expect([steps(queue), startable(queue), isUnfinished(queue)]).toEqual([["ready"], [], true]);
  });

  it("starts three at a time, and the next when one is done", () => {
    let queue = play([...ready("a", "b", "c", "d"), published]);
    expect(startable(queue)).toEqual(["a", "b", "c"]);
    queue = play([started("a"), started("b"), started("c")], queue);
    expect(startable(queue)).toEqual([]);
    queue = play([{ type: "published", id: "b", artworkId: ARTWORK }], queue);
    expect(startable(queue)).toEqual(["d"]);
  });

  it("sends at most thirty files ahead of Publish, and the rest with it", () => {
    const ids = Array.from({ length: 31 }, (_, n) => `f${n}`);
    const queue = play(
      ids.flatMap((id): UploadEvent[] => [added(id), { type: "read", id, media, ahead: true }]),
    );
    const sent = ids
      .slice(0, 30)
      .flatMap((id): UploadEvent[] => [started(id), { type: "arrived", id }]);
    const full = play(sent, queue);
    expect([startable(queue).length, startable(full)]).toEqual([3, []]);
    expect(startable(play([published], full))).toEqual(["f30"]);
  });

  it("leaves works without a title, refused and unread files unchanged", () => {
    const queue = play([
      ...ready("a"),
      { type: "described", id: "a", metadata: { title: " " } },
      ...ready("b"),
      { type: "refused", id: "b", message: "Too large" },
      added("c"),
      published,
    ]);
    expect(steps(queue)).toEqual(["ready", "refused", "reading"]);
  });

  it("waits while offline, and continues by itself", () => {
    const offline = play([{ type: "connection", connection: "offline" }, ...ready("a"), published]);
    expect([steps(offline), startable(offline), isUnfinished(offline)]).toEqual([
      ["queued"],
      [],
      true,
    ]);
    expect(startable(play([{ type: "connection", connection: "online" }], offline))).toEqual(["a"]);
  });

  it("stops all files when the plan denies one, keeps sent parts, and resumes after the upgrade", () => {
    const closed = play([
      ...ready("a", "b", "c", "d"),
      published,
      started("a"),
      { type: "sent", id: "a", part: "original", storageId: STORED },
      started("b"),
      denied("a"),
    ]);
    expect(steps(closed)).toEqual(["denied", "sending", "denied", "denied"]);
    expect(startable(closed)).toEqual([]);
    const unlocked = play([{ type: "unlocked" }], closed);
    expect(startable(unlocked)).toEqual(["a", "c"]);
    const [first] = play([started("a"), { type: "arrived", id: "a" }], unlocked).items;
    expect([first?.sent, first?.step.status]).toEqual([{ original: STORED }, "sent"]);
  });

  it("sends a file again when its location setting changed", () => {
    const sent = play([
      ...ready("a"),
      published,
      started("a"),
      { type: "sent", id: "a", part: "original", storageId: STORED },
      denied("a"),
      { type: "described", id: "a", metadata: { keepsPlace: false, alt: "Hills" } },
    ]);
    expect(sent.items[0]?.sent).toEqual({ original: STORED });
    const changed = play([{ type: "described", id: "a", metadata: { keepsPlace: true } }], sent);
    expect(changed.items[0]?.sent).toEqual({});
  });

  it("does not let the location setting change while a file is being sent", () => {
    const sending = play([...ready("a"), published, started("a")]);
    const wished = play([{ type: "described", id: "a", metadata: { keepsPlace: true } }], sending);
    expect(wished.items[0]?.keepsPlace).toBe(false);
  });

  it("denies only the picture beyond 4K: the plan suffices for the others", () => {
    const queue = play([
      ...ready("a", "b"),
      published,
      started("a"),
      { type: "denied", id: "a", need: "hd_upload" },
    ]);
    expect([steps(queue), startable(queue)]).toEqual([["denied", "queued"], ["b"]]);
  });

  it("sends drafts where no upload is left, and holds back the others", () => {
    const draft: UploadEvent = { type: "described", id: "a", metadata: { publishesAs: "draft" } };
    const closed = play([...ready("a", "b"), draft, { type: "gateClosed" }]);
    expect([steps(closed), startable(closed)]).toEqual([["queued", "denied"], ["a"]]);
    const refused = play([...ready("a", "b", "c"), draft, published, started("b"), denied("b")]);
    expect([steps(refused), startable(refused)]).toEqual([["queued", "denied", "denied"], ["a"]]);
  });

  it("sends a denied work that becomes a draft", () => {
    const draft: UploadEvent = { type: "described", id: "a", metadata: { publishesAs: "draft" } };
    const queue = play([...ready("a"), { type: "gateClosed" }, draft, published]);
    expect([steps(queue), startable(queue)]).toEqual([["queued"], ["a"]]);
  });

  it("holds back drafts too where no storage is left", () => {
    const draft: UploadEvent = { type: "described", id: "a", metadata: { publishesAs: "draft" } };
    const full: UploadEvent = { type: "denied", id: "b", need: "storage_gb" };
    const queue = play([...ready("a", "b"), draft, published, started("b"), full]);
    expect([steps(queue), startable(queue)]).toEqual([["denied", "denied"], []]);
  });

  it("applies shared metadata to all files, also to later ones", () => {
    const metadata = { ...NEW_METADATA, tags: "harbour", noAi: false };
    const queue = play([
      ...ready("a", "b"),
      { type: "described", id: "b", metadata: { metadata, keepsPlace: true, title: "Swell" } },
      { type: "copyToAll", id: "b" },
      ...ready("c"),
    ]);
    expect(queue.items.map((item) => item.metadata.tags)).toEqual([
      "harbour",
      "harbour",
      "harbour",
    ]);
    expect(queue.items.map(({ keepsPlace }) => keepsPlace)).toEqual([true, true, true]);
    expect(queue.items.map(({ title }) => title)).toEqual(["a", "Swell", "c"]);
  });

  it.each<[string, number, string]>([
    ["a", 1, "bac"],
    ["a", 2, "bca"],
    ["c", 0, "cab"],
    ["b", 1, "abc"],
    ["gone", 0, "abc"],
  ])("moves %s to place %i", (id, to, order) => {
    const queue = play([...ready("a", "b", "c"), { type: "moved", id, to }]);
    expect(queue.items.map((item) => item.id).join("")).toBe(order);
  });

  it("lets Publish send the request again after a denial", () => {
    const queue = play([...ready("a"), { type: "gateClosed" }]);
    expect(steps(queue)).toEqual(["denied"]);
    expect(startable(play([published], queue))).toEqual(["a"]);
  });

  it("retries a broken connection three times, then asks the user", () => {
    const broken: UploadEvent[] = [
      started("a"),
      { type: "interrupted", id: "a", message: "Broke" },
    ];
    const twice = play([...ready("a"), published, ...broken, ...broken]);
    expect(steps(twice)).toEqual(["queued"]);
    const thrice = play(broken, twice);
    expect(thrice.items[0]?.step).toEqual({ status: "failed", message: "Broke" });
    expect(startable(play([{ type: "retried", id: "a" }], thrice))).toEqual(["a"]);
  });

  it("keeps files after sign-out, and resumes them after sign-in", () => {
    const lost = play([...ready("a"), published, started("a"), { type: "lostSignIn", id: "a" }]);
    expect([steps(lost), startable(lost)]).toEqual([["signedOut"], []]);
    expect(startable(play([{ type: "signedIn" }], lost))).toEqual(["a"]);
  });

  it("resets a cancelled file, and ignores its transfer", () => {
    const queue = play([
      ...ready("a"),
      published,
      started("a"),
      { type: "cancelled", id: "a" },
      { type: "progressed", id: "a", sentBytes: 50, elapsedMs: 10 },
    ]);
    expect(steps(queue)).toEqual(["ready"]);
  });

  it("drops a removed file, and ignores later events of it", () => {
    const queue = play([...ready("a"), { type: "removed", id: "a" }, started("a")]);
    expect(queue.items).toEqual([]);
  });
});
