import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { fail, ok } from "../../../convex/contract/errors";
import type { Id } from "../../../convex/_generated/dataModel";
import { UploadRunner } from "../../../src/community/upload/upload-runner";
import type { UploadPorts } from "../../../src/community/upload/upload-runner";

const STORED = "stored" as Id<"_storage">;
const ARTWORK = "artwork" as Id<"artworks">;
const media = { type: "image/png", width: 3, height: 2, thumbnailUrl: null } as const;

function setUp(answers: Partial<UploadPorts> = {}) {
  let made = 0;
  const ports: UploadPorts = {
    newId: () => `id-${++made}`,
    read: () => Promise.resolve(ok(media)),
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
  it("reads a file, sends it, and hangs it under its label", async () => {
    const { runner, ports, until, addOne } = setUp();
    await addOne();
    runner.dispatch({ type: "labelled", id: "id-1", label: { alt: "Violet hills" } });
    runner.dispatch({ type: "published" });
    await until("hung");
    const label = { id: "id-1", title: "Low tide 2", alt: "Violet hills" };
    expect(ports.publish).toHaveBeenCalledWith(expect.objectContaining(label), media, STORED);
  });

  it("sends a denied file once: after the upgrade it only hangs", async () => {
    const publish = vi
      .fn<UploadPorts["publish"]>()
      .mockResolvedValueOnce(fail("insufficient_balance", "No uploads left"))
      .mockResolvedValueOnce(ok({ artworkId: ARTWORK }));
    const { runner, ports, until, addOne } = setUp({ publish });
    await addOne();
    runner.dispatch({ type: "published" });
    await until("denied");
    runner.dispatch({ type: "unlocked" });
    await until("hung");
    expect([vi.mocked(ports.send).mock.calls.length, publish.mock.calls.length]).toEqual([1, 2]);
    expect(publish.mock.calls.map(([item]) => item.id)).toEqual(["id-1", "id-1"]);
  });

  it("tries a broken connection again by itself", async () => {
    const send = vi
      .fn<UploadPorts["send"]>()
      .mockRejectedValueOnce(new Error("The connection broke"))
      .mockResolvedValueOnce(STORED);
    const { runner, until, addOne } = setUp({ send });
    await addOne();
    runner.dispatch({ type: "published" });
    await until("hung");
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("waits for a new sign-in when the old one ended", async () => {
    const begin = vi
      .fn<UploadPorts["begin"]>()
      .mockResolvedValueOnce(fail("unauthenticated", "Sign in first", 401))
      .mockResolvedValueOnce(ok({ uploadUrl: "https://upload" }));
    const { runner, until, addOne } = setUp({ begin });
    await addOne();
    runner.dispatch({ type: "published" });
    await until("signedOut");
    runner.dispatch({ type: "signedIn" });
    await until("hung");
  });

  it("stops a transfer on the wire when it is cancelled", async () => {
    let signal: AbortSignal | undefined;
    const send: UploadPorts["send"] = (task) => {
      signal = task.signal;
      return new Promise((_, reject) => {
        task.signal.addEventListener("abort", () => reject(new Error("Stopped")));
      });
    };
    const { runner, until, addOne } = setUp({ send });
    await addOne();
    runner.dispatch({ type: "published" });
    await waitFor(() => expect(signal).toBeDefined());
    runner.cancel("id-1");
    await until("ready");
    expect(signal?.aborted).toBe(true);
  });

  it("shows nobody the files of somebody else", async () => {
    const { runner, addOne } = setUp();
    runner.belongTo("ada");
    await addOne();
    runner.belongTo("ada");
    expect(runner.read().items).toHaveLength(1);
    runner.belongTo("ben");
    expect(runner.read().items).toEqual([]);
  });
});
