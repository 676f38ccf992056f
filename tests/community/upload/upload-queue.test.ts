import { describe, expect, it } from "vitest";
import type { Id } from "../../../convex/_generated/dataModel";
import {
  EMPTY_QUEUE,
  isBusy,
  nextToStart,
  reduceUploads,
} from "../../../src/community/upload/upload-queue";
import type { UploadEvent, UploadQueue } from "../../../src/community/upload/upload-queue";

const STORED = "stored" as Id<"_storage">;
const ARTWORK = "artwork" as Id<"artworks">;
const media = { type: "image/png", width: 3, height: 2, thumbnailUrl: null } as const;

const play = (events: readonly UploadEvent[], from: UploadQueue = EMPTY_QUEUE) =>
  events.reduce(reduceUploads, from);
const added = (id: string, title = id): UploadEvent => ({
  ...{ type: "added", id, name: `${id}.png`, bytes: 100, title },
});
const ready = (...ids: string[]) =>
  ids.flatMap((id): UploadEvent[] => [added(id), { type: "read", id, media }]);
const started = (id: string): UploadEvent => ({ type: "started", id });
const published: UploadEvent = { type: "published" };
const steps = ({ items }: UploadQueue) => items.map(({ step }) => step.status);
const startable = (queue: UploadQueue) => nextToStart(queue).map(({ id }) => id);

describe("reduceUploads", () => {
  it("sends nothing before somebody says Publish", () => {
    const queue = play(ready("a"));
    expect([steps(queue), startable(queue), isBusy(queue)]).toEqual([["ready"], [], false]);
  });

  it("starts three at a time, and the next when one is done", () => {
    let queue = play([...ready("a", "b", "c", "d"), published]);
    expect(startable(queue)).toEqual(["a", "b", "c"]);
    queue = play([started("a"), started("b"), started("c")], queue);
    expect(startable(queue)).toEqual([]);
    queue = play([{ type: "hung", id: "b", artworkId: ARTWORK }], queue);
    expect(startable(queue)).toEqual(["d"]);
  });

  it("leaves works without a title, refused and unread files where they are", () => {
    const queue = play([
      ...ready("a"),
      { type: "labelled", id: "a", label: { title: " " } },
      ...ready("b"),
      { type: "refused", id: "b", message: "Too large" },
      added("c"),
      published,
    ]);
    expect(steps(queue)).toEqual(["ready", "refused", "reading"]);
  });

  it("waits while offline, and goes on by itself", () => {
    const offline = play([{ type: "connection", connection: "offline" }, ...ready("a"), published]);
    expect([steps(offline), startable(offline), isBusy(offline)]).toEqual([["queued"], [], true]);
    expect(startable(play([{ type: "connection", connection: "online" }], offline))).toEqual(["a"]);
  });

  it("stops all files when the plan denies one, keeps what was sent, and resumes once unlocked", () => {
    const denied = play([
      ...ready("a", "b", "c", "d"),
      published,
      started("a"),
      { type: "sent", id: "a", storageId: STORED },
      started("b"),
      { type: "denied", id: "a" },
    ]);
    expect(steps(denied)).toEqual(["denied", "sending", "denied", "denied"]);
    expect(startable(denied)).toEqual([]);
    const unlocked = play([{ type: "unlocked" }], denied);
    expect(startable(unlocked)).toEqual(["a", "c"]);
    const [first] = play([started("a")], unlocked).items;
    expect([first?.storageId, first?.step.status]).toEqual([STORED, "hanging"]);
  });

  it("lets Publish ask the server again after a denial", () => {
    const queue = play([...ready("a"), { type: "gateClosed" }]);
    expect(steps(queue)).toEqual(["denied"]);
    expect(startable(play([published], queue))).toEqual(["a"]);
  });

  it("meets a broken connection three times, then asks for a word", () => {
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

  it("keeps files when the sign-in ends, and resumes them after", () => {
    const lost = play([...ready("a"), published, started("a"), { type: "lostSignIn", id: "a" }]);
    expect([steps(lost), startable(lost)]).toEqual([["signedOut"], []]);
    expect(startable(play([{ type: "signedIn" }], lost))).toEqual(["a"]);
  });

  it("puts a cancelled file back, and hears no more of its transfer", () => {
    const queue = play([
      ...ready("a"),
      published,
      started("a"),
      { type: "cancelled", id: "a" },
      { type: "progressed", id: "a", sentBytes: 50, elapsedMs: 10 },
    ]);
    expect(steps(queue)).toEqual(["ready"]);
  });

  it("forgets a removed file, and whatever is said about it later", () => {
    const queue = play([...ready("a"), { type: "removed", id: "a" }, started("a")]);
    expect(queue.items).toEqual([]);
  });
});
