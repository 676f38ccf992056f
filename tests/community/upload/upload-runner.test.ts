import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../packages/billing/src/contract/errors";
import type { Id } from "../../../convex/_generated/dataModel";
import { NEW_METADATA } from "../../../src/community/work-form/work-metadata";
import { UploadRunner } from "../../../src/community/upload/upload-runner";
import { TooSlow } from "../../../src/community/upload/send-file";
import type { ReadMedia } from "../../../src/community/upload/upload-item";
import type { UploadPorts } from "../../../src/community/upload/upload-runner";
import { refusal } from "../fake-convex";
import { PNG as media } from "./upload-samples";

const STORED = "stored" as Id<"_storage">;
const ARTWORK = "artwork" as Id<"artworks">;
const publishAll = { type: "publishAll" } as const;

function setUp(answers: Partial<UploadPorts> = {}) {
  let made = 0;
  const ports: UploadPorts = {
    newId: () => `id-${++made}`,
    read: () => Promise.resolve(ok(media)),
    sendsAhead: () => false,
    strip: vi.fn(() => Promise.resolve(new Blob(["stripped"]))),
    reserve: vi.fn(() => Promise.resolve(ok(null))),
    release: vi.fn(() => Promise.resolve()),
    forget: vi.fn(),
    begin: vi.fn(() => Promise.resolve(ok({ uploadUrl: "https://upload" }))),
    send: vi.fn(() => Promise.resolve(STORED)),
    publish: vi.fn(() => Promise.resolve(ok({ artworkId: ARTWORK }))),
    ...answers,
  };
  const runner = new UploadRunner(ports);
  const until = async (status: string) =>
    await waitFor(() => expect(runner.read().items[0]?.step.status).toBe(status));
  const addOne = async () => {
    runner.add([new File(["bytes"], "low-tide_2.png")]);
    await until("ready");
  };
  return { runner, ports, until, addOne };
}

describe("UploadRunner", () => {
  it("reads a file, sends it, and publishes it with its metadata", async () => {
    const { runner, ports, until, addOne } = setUp();
    await addOne();
    runner.dispatch({ type: "described", id: "id-1", metadata: { alt: "Violet hills" } });
    runner.dispatch(publishAll);
    await until("published");
    const metadata = {
      id: "id-1",
      title: "Low tide 2",
      alt: "Violet hills",
      metadata: NEW_METADATA,
    };
    const item = expect.objectContaining({ ...metadata, sent: { original: STORED } }) as never;
    expect(ports.publish).toHaveBeenCalledWith(item, [], null);
    expect(ports.strip).not.toHaveBeenCalled();
  });

  it("sends the renditions with a file, each part once", async () => {
    const poster = new Blob(["poster"], { type: "image/webp" });
    const preview = new Blob(["preview"], { type: "image/jpeg" });
    const heic = { ...media, type: "image/heic", preview, poster } as const;
    const send = vi
      .fn<UploadPorts["send"]>()
      .mockResolvedValueOnce("file" as Id<"_storage">)
      .mockRejectedValueOnce(new Error("The connection broke"))
      .mockResolvedValueOnce("preview" as Id<"_storage">)
      .mockResolvedValueOnce("poster" as Id<"_storage">);
    const { runner, ports, until, addOne } = setUp({ read: () => Promise.resolve(ok(heic)), send });
    await addOne();
    runner.dispatch(publishAll);
    await until("published");
    expect(send.mock.calls.map(([{ type }]) => type)).toEqual([
      ...["image/heic", "image/jpeg", "image/jpeg", "image/webp"],
    ]);
    const sent = { original: "file", preview: "preview", poster: "poster" };
    expect(vi.mocked(ports.publish).mock.lastCall?.[0].sent).toEqual(sent);
  });

  it.each([
    [false, "stripped"],
    [true, "bytes"],
  ])(
    "sends a file with its location only when the artist keeps it: %s",
    async (keepsPlace, text) => {
      const placed = { ...media, hasPlace: true };
      const { runner, ports, until, addOne } = setUp({ read: () => Promise.resolve(ok(placed)) });
      await addOne();
      runner.dispatch({ type: "described", id: "id-1", metadata: { keepsPlace } });
      runner.dispatch(publishAll);
      await until("published");
      const [task] = vi.mocked(ports.send).mock.lastCall ?? [];
      expect(await task?.file.text()).toBe(text);
      expect(vi.mocked(ports.begin).mock.lastCall?.[0].keepsPlace).toBe(keepsPlace);
    },
  );

  it("sends nothing that the plan does not allow", async () => {
    const error = { code: "storage_full", message: "No storage left" };
    const reserve = vi
      .fn<UploadPorts["reserve"]>()
      .mockResolvedValueOnce({ data: null, error })
      .mockResolvedValue(ok(null));
    const { runner, ports, until, addOne } = setUp({ reserve });
    await addOne();
    runner.dispatch(publishAll);
    await until("denied");
    expect(runner.read().items[0]?.step).toEqual({ status: "denied", need: "storage_gb" });
    expect(ports.send).not.toHaveBeenCalled();
    runner.dispatch({ type: "unlocked" });
    await until("published");
  });

  it("opens no paywall for a studio's used-up seat, and says what helps", async () => {
    const reserve = vi.fn(() => Promise.resolve(fail("insufficient_balance", "None left")));
    const { runner, until, addOne } = setUp({ reserve });
    runner.dispatch({ type: "paidBy", studio: "north" });
    await addOne();
    runner.dispatch(publishAll);
    await until("failed");
    expect(reserve.mock.lastCall).toEqual([expect.anything(), media, "north"]);
  });

  it("sends a denied file once: after the upgrade it is only published", async () => {
    const publish = vi
      .fn<UploadPorts["publish"]>()
      .mockResolvedValueOnce(fail("insufficient_balance", "No uploads left"))
      .mockResolvedValueOnce(ok({ artworkId: ARTWORK }));
    const { runner, ports, until, addOne } = setUp({ publish });
    await addOne();
    runner.dispatch(publishAll);
    await until("denied");
    runner.dispatch({ type: "unlocked" });
    await until("published");
    expect([vi.mocked(ports.send).mock.calls.length, publish.mock.calls.length]).toEqual([1, 2]);
    expect(publish.mock.calls.map(([item]) => item.id)).toEqual(["id-1", "id-1"]);
  });

  it("retries a broken connection by itself", async () => {
    const send = vi
      .fn<UploadPorts["send"]>()
      .mockRejectedValueOnce(new Error("The connection broke"))
      .mockResolvedValueOnce(STORED);
    const { runner, until, addOne } = setUp({ send });
    await addOne();
    runner.dispatch(publishAll);
    await until("published");
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("does not retry by itself after a time-out, and says so", async () => {
    const send = vi.fn<UploadPorts["send"]>().mockRejectedValue(new TooSlow());
    const { runner, until, addOne } = setUp({ send });
    await addOne();
    runner.dispatch(publishAll);
    await until("failed");
    expect(send).toHaveBeenCalledTimes(1);
    const message = expect.stringContaining("two minutes") as string;
    expect(runner.read().items[0]?.step).toEqual({ status: "failed", message });
  });

  it("continues with the next file when one has disappeared", async () => {
    const read = vi
      .fn<UploadPorts["read"]>()
      .mockRejectedValueOnce(new DOMException("Gone", "NotReadableError"))
      .mockResolvedValue(ok(media));
    const { runner, until } = setUp({ read });
    runner.add([new File(["x"], "gone.png"), new File(["x"], "here.png")]);
    await until("refused");
    await waitFor(() => expect(runner.read().items[1]?.step.status).toBe("ready"));
  });

  it("waits for a new sign-in after the session ended", async () => {
    const begin = vi
      .fn<UploadPorts["begin"]>()
      .mockResolvedValueOnce(fail("unauthenticated", "Sign in first", 401))
      .mockResolvedValueOnce(ok({ uploadUrl: "https://upload" }));
    const { runner, until, addOne } = setUp({ begin });
    await addOne();
    runner.dispatch(publishAll);
    await until("signedOut");
    runner.dispatch({ type: "signedIn" });
    await until("published");
  });

  it("aborts a transfer when it is cancelled", async () => {
    let signal: AbortSignal | undefined;
    const send: UploadPorts["send"] = (task) => {
      signal = task.signal;
      return new Promise((_, reject) => {
        task.signal.addEventListener("abort", () => reject(new Error("Stopped")));
      });
    };
    const { runner, ports, until, addOne } = setUp({ send });
    await addOne();
    runner.dispatch(publishAll);
    await waitFor(() => expect(signal).toBeDefined());
    runner.cancel("id-1");
    await until("ready");
    expect(signal?.aborted).toBe(true);
    expect(ports.release).toHaveBeenCalledWith(["id-1"]);
  });

  it("does not publish a file that is cancelled while it is read again", async () => {
    const placed = { ...media, hasPlace: true };
    let strip = () => {};
    const publish = vi.fn<UploadPorts["publish"]>().mockRejectedValueOnce(new Error("No answer"));
    const { runner, ports, until, addOne } = setUp({
      publish,
      read: () => Promise.resolve(ok(placed)),
      strip: vi
        .fn<UploadPorts["strip"]>()
        .mockResolvedValueOnce(new Blob())
        .mockReturnValue(new Promise((done) => (strip = () => done(new Blob())))),
    });
    await addOne();
    runner.dispatch(publishAll);
    await waitFor(() => expect(ports.strip).toHaveBeenCalledTimes(2));
    runner.cancel("id-1");
    strip();
    await until("ready");
    await new Promise((done) => setTimeout(done));
    expect(publish).toHaveBeenCalledTimes(1);
  });

  it("releases the reservation of a failed file that is removed", async () => {
    const send = vi.fn<UploadPorts["send"]>().mockRejectedValue(new TooSlow());
    const { runner, ports, until, addOne } = setUp({ send });
    await addOne();
    runner.dispatch(publishAll);
    await until("failed");
    expect(ports.release).not.toHaveBeenCalled();
    runner.remove("id-1");
    expect(ports.release).toHaveBeenCalledWith(["id-1"]);
    expect(ports.forget).toHaveBeenCalledWith(media);
  });

  it("revokes the object URL of a file that is removed while it is read", async () => {
    let finish = () => {};
    const read = () =>
      new Promise<ReturnType<typeof ok<ReadMedia>>>((done) => {
        finish = () => done(ok(media));
      });
    const { runner, ports } = setUp({ read });
    runner.add([new File(["x"], "a.png")]);
    await waitFor(() => expect(runner.read().items).toHaveLength(1));
    await Promise.resolve();
    runner.remove("id-1");
    finish();
    await waitFor(() => expect(ports.forget).toHaveBeenCalledWith(media));
  });

  it("shortens a file's title to the longest allowed", () => {
    const { runner } = setUp();
    runner.add([new File(["x"], `${"a".repeat(200)}.png`)]);
    expect(runner.read().items[0]?.title).toHaveLength(120);
  });

  it("sends ahead, gives up what has arrived when its location changes, and sends it again", async () => {
    const placed = { ...media, hasPlace: true };
    const { runner, ports, until } = setUp({
      ...{ sendsAhead: () => true, read: () => Promise.resolve(ok(placed)) },
    });
    runner.belongTo("ada");
    runner.add([new File(["bytes"], "a.png")]);
    await until("sent");
    expect(ports.publish).not.toHaveBeenCalled();
    expect(ports.release).not.toHaveBeenCalled();
    runner.dispatch({ type: "described", id: "id-1", metadata: { keepsPlace: true } });
    expect(ports.release).toHaveBeenCalledExactlyOnceWith(["id-1"]);
    await until("sent");
    expect(vi.mocked(ports.begin).mock.calls.map(([{ keepsPlace }]) => keepsPlace)).toEqual([
      ...[false, true],
    ]);
    runner.dispatch(publishAll);
    await until("published");
    expect(ports.reserve).toHaveBeenCalledTimes(2);
  });

  it("sends again by itself what waited too long on the server", async () => {
    const publish = vi
      .fn<UploadPorts["publish"]>()
      .mockResolvedValueOnce(refusal("upload_not_found", "Gone"))
      .mockResolvedValueOnce(ok({ artworkId: ARTWORK }));
    const { runner, ports, until } = setUp({ sendsAhead: () => true, publish });
    runner.belongTo("ada");
    runner.add([new File(["bytes"], "a.png")]);
    await until("sent");
    runner.dispatch(publishAll);
    await until("published");
    expect(ports.send).toHaveBeenCalledTimes(2);
  });

  it("does not send again for ever", async () => {
    const publish = vi.fn(() => Promise.resolve(refusal("upload_not_found", "Gone")));
    const { runner, until, addOne } = setUp({ publish });
    await addOne();
    runner.dispatch(publishAll);
    await until("failed");
    expect(publish).toHaveBeenCalledTimes(3);
  });

  it("sends ahead what was chosen before the page knew its user", async () => {
    const { runner, ports, addOne, until } = setUp({ sendsAhead: () => true });
    await addOne();
    expect(ports.reserve).not.toHaveBeenCalled();
    runner.belongTo("ada");
    await until("sent");
    expect(ports.send).toHaveBeenCalledOnce();
  });

  it("sends nothing of a visitor ahead", async () => {
    const { runner, ports, addOne } = setUp({ sendsAhead: () => true });
    runner.belongTo(null);
    await addOne();
    runner.belongTo("ada");
    expect(ports.reserve).not.toHaveBeenCalled();
    runner.dispatch(publishAll);
    await waitFor(() => expect(ports.reserve).toHaveBeenCalledOnce());
  });

  it("sends ahead nothing that was removed meanwhile", async () => {
    const { runner, ports, addOne } = setUp({ sendsAhead: () => true });
    await addOne();
    runner.remove("id-1");
    runner.belongTo("ada");
    expect(runner.read().items).toEqual([]);
    expect(ports.reserve).not.toHaveBeenCalled();
  });

  it("does not show a user's files to the next user", async () => {
    const { runner, ports, addOne } = setUp();
    runner.belongTo("ada");
    await addOne();
    runner.belongTo("ada");
    expect(runner.read().items).toHaveLength(1);
    runner.belongTo("ben");
    expect(runner.read().items).toEqual([]);
    expect(ports.forget).toHaveBeenCalledWith(media);
  });
});
