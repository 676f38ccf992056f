import { describe, expect, it } from "vitest";
import {
  MAX_FILES_OF_WORK,
  isComposable,
  leadingFile,
  waitsForPublish,
  worksOf,
} from "../../../src/community/upload/composed-work";
import {
  EMPTY_QUEUE,
  nextToPublish,
  reduceUploads,
} from "../../../src/community/upload/upload-queue";
import type { UploadEvent, UploadQueue } from "../../../src/community/upload/upload-queue";
import type { UploadItem, UploadStep } from "../../../src/community/upload/upload-item";
import { idOf } from "../cards";
import { PNG, itemAt } from "./upload-samples";

const READY = { status: "ready" } as const;
const SENT = { status: "sent" } as const;
const PUBLISH: UploadEvent = { type: "publishAll" };

const at = (id: string, changes: Partial<UploadItem> = {}, step: UploadStep = READY) =>
  itemAt(step, { id, name: `${id}.png`, title: `Title ${id}`, ...changes });
const queueOf = (...items: UploadItem[]): UploadQueue => ({ ...EMPTY_QUEUE, items });
const play = (queue: UploadQueue, ...events: UploadEvent[]) => events.reduce(reduceUploads, queue);
/** The works, each as its files. */
const shape = ({ items }: UploadQueue) => worksOf(items).map((files) => files.map(({ id }) => id));
const abcd = () => queueOf(at("a"), at("b"), at("c"), at("d"));
const JOIN: UploadEvent = { type: "joined", ids: ["d", "b"] };

describe("a work of several pictures", () => {
  it("has its files in the order of the list, and the metadata of the first", () => {
    const queue = play(abcd(), JOIN);
    expect(shape(queue)).toEqual([["a"], ["b", "d"], ["c"]]);
    expect(worksOf(queue.items)[1]?.[0]?.title).toBe("Title b");
  });

  it("becomes a work of each file again, with what it was called", () => {
    const queue = play(abcd(), JOIN, { type: "split", id: "b" });
    expect(shape(queue)).toEqual([["a"], ["b"], ["d"], ["c"]]);
    expect(queue.items.map(({ title }) => title)).toEqual(
      ["a", "b", "d", "c"].map((id) => `Title ${id}`),
    );
  });

  it("keeps its title and metadata when another picture comes first", () => {
    const titled: UploadEvent = { type: "described", id: "b", metadata: { title: "Tides" } };
    const queue = play(abcd(), JOIN, titled, { type: "pageMoved", id: "d", to: 0 });
    expect(shape(queue)).toEqual([["a"], ["d", "b"], ["c"]]);
    expect(worksOf(queue.items)[1]?.map(({ title }) => title)).toEqual(["Tides", "Tides"]);
  });

  it("keeps its title when its first picture is removed, and moves as a whole", () => {
    const moved = play(abcd(), JOIN, { type: "moved", id: "b", to: 0 });
    expect(shape(moved)).toEqual([["b", "d"], ["a"], ["c"]]);
    const left = play(moved, { type: "removed", id: "b" });
    expect(shape(left)).toEqual([["d"], ["a"], ["c"]]);
    expect(left.items[0]?.title).toBe("Title b");
  });

  it("has at most as many pictures as the server takes: more stay as they are", () => {
    const ids = Array.from({ length: MAX_FILES_OF_WORK + 1 }, (_, n) => `f${n}`);
    const queue = queueOf(...ids.map((id) => at(id)));
    expect(shape(play(queue, { type: "joined", ids }))).toEqual(ids.map((id) => [id]));
    const fewer = ids.slice(1);
    expect(shape(play(queue, { type: "joined", ids: fewer }))).toEqual([["f0"], fewer]);
  });

  it("sends a page again when the work's choice about the location changed", () => {
    const sent = { sent: { original: idOf<"_storage">("stored") } };
    const queue = queueOf(at("a", { keepsPlace: true }), at("b", sent, SENT));
    const [, page] = play(queue, { type: "joined", ids: ["a", "b"] }).items;
    expect([page?.keepsPlace, page?.sent, page?.step.status]).toEqual([true, {}, "queued"]);
  });

  it("is published when all of it has arrived, and not before", () => {
    const queue = play(queueOf(at("a", {}, SENT), at("b", {}, SENT), at("c")), {
      ...{ type: "joined", ids: ["a", "c"] },
    });
    expect(nextToPublish(queue)).toEqual([]);
    const requested = play(queue, PUBLISH);
    expect(requested.items.map(({ step }) => step.status)).toEqual(["sent", "queued", "sent"]);
    expect(nextToPublish(requested).map(({ id }) => id)).toEqual(["b"]);
    const whole = play(requested, { type: "started", id: "c" }, { type: "arrived", id: "c" });
    expect(nextToPublish(whole).map(({ id }) => id)).toEqual(["a", "b"]);
    const done = play(whole, { type: "published", id: "a", artworkId: idOf("work") });
    expect(done.items.map(({ step }) => step.status)).toEqual(["published", "published", "sent"]);
  });

  it("is published with what it has reserved, when the plan has no more for the next one", () => {
    const queue = play(queueOf(at("a", {}, SENT), at("b")), PUBLISH, {
      ...{ type: "denied", id: "b", need: "uploads" },
    });
    expect(nextToPublish(queue).map(({ id }) => id)).toEqual(["a"]);
  });

  it("waits for its artist again when one of its files is cancelled", () => {
    const queue = play(abcd(), JOIN, PUBLISH, { type: "cancelled", id: "d" });
    const [, work = []] = worksOf(queue.items);
    expect(work.map(({ isRequested, step }) => [isRequested, step.status])).toEqual([
      ...[
        [false, "queued"],
        [false, "ready"],
      ],
    ]);
    expect(isComposable(worksOf(queue.items)[0] ?? [])).toBe(false);
  });

  it("sends again what failed: the file, or all of it if all had arrived", () => {
    const failed = { status: "failed", message: "No" } as const;
    const sent = { sent: { original: idOf<"_storage">("stored") } };
    const page = { pageOf: "a", ...sent };
    const retry: UploadEvent = { type: "retried", id: "a" };
    const some = queueOf(at("a", sent, failed), at("b", page, SENT), at("c", page));
    const all = queueOf(at("a", sent, failed), at("b", page, SENT));
    const left = (queue: UploadQueue) => play(queue, retry).items.map((item) => item.sent.original);
    expect(left(some)).toEqual([undefined, "stored", "stored"]);
    expect(left(all)).toEqual([undefined, undefined]);
  });

  it("does not take a file that is on its way with its location", () => {
    const sending = { status: "sending", sentBytes: 0, elapsedMs: 0 } as const;
    const isOpen = (keepsPlace: boolean) => isComposable([at("a", { keepsPlace }, sending)]);
    expect([isOpen(true), isOpen(false)]).toEqual([false, true]);
  });

  it("is denied by name of its file, and waits for Publish once the rest is there", () => {
    const denied = { status: "denied", need: "hd_upload" } as const;
    const files = [at("a", {}, SENT), at("b", { pageOf: "a", media: PNG }, denied)];
    expect([leadingFile(files)?.name, waitsForPublish(files)]).toEqual(["b.png", true]);
  });
});
