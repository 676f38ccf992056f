import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { IMAGE_MAX_BYTES } from "../../../convex/contract/files/media";
import { FIRST_PAGE, LABEL, openSite, pngOf } from "./site";

beforeEach(() => vi.stubEnv("BILLING_MODE", "sandbox"));

describe("uploads.begin", () => {
  const file = { mediaType: "image/png", bytes: 1000 } as const;

  it("gives an address to who is signed in, and to nobody else", async () => {
    const { t, person } = await openSite();
    const refused = await t.mutation(api.community.uploads.begin, file);
    expect(refused.error?.code).toBe("unauthenticated");
    const { data } = await person("ada").mutation(api.community.uploads.begin, file);
    expect(data?.uploadUrl).toMatch(/^https:/);
  });

  it.each([
    [IMAGE_MAX_BYTES, undefined],
    [IMAGE_MAX_BYTES + 1, "file_too_large"],
    [0, "empty_file"],
  ])("judges a picture of %i bytes before it is sent", async (bytes, code) => {
    const { person } = await openSite();
    const asked = await person("ada").mutation(api.community.uploads.begin, { ...file, bytes });
    expect(asked.error?.code).toBe(code);
  });
});

describe("uploads.publish", () => {
  it("hangs the work with the type and measures that its bytes tell", async () => {
    const { t, send, publish } = await openSite();
    const { error } = await publish("ada", "u1", await send(pngOf(300, 200)));
    expect(error).toBeNull();
    const { page } = await t.query(api.community.artworks.feed, FIRST_PAGE);
    expect(page).toMatchObject([
      { title: LABEL.title, width: 300, height: 200, mediaType: "image/png", likes: 0 },
    ]);
    expect(page[0]?.artist).toEqual({ username: "ada", name: "ada", avatarUrl: null });
  });

  it("refuses who is signed out, and keeps nothing of it", async () => {
    const { t, send } = await openSite();
    const args = { ...LABEL, clientUploadId: "u1", storageId: await send(pngOf(3, 2)) };
    const { error } = await t.action(api.community.uploads.publish, args);
    expect(error?.code).toBe("unauthenticated");
    expect((await t.query(api.community.artworks.feed, FIRST_PAGE)).page).toEqual([]);
  });

  it("answers a second try with the first work, so that a lost answer hangs nothing twice", async () => {
    const { t, send, publish, exists } = await openSite();
    const first = await publish("ada", "u1", await send(pngOf(3, 2)));
    const again = await send(pngOf(3, 2));
    expect(await publish("ada", "u1", again)).toEqual(first);
    expect(await exists(again)).toBe(false);
    expect((await t.query(api.community.artworks.feed, FIRST_PAGE)).page).toHaveLength(1);
  });

  it.each([
    [
      "not a picture",
      new TextEncoder().encode("<html>hello</html>"),
      "image/png",
      "unsupported_media",
    ],
    ["too large", pngOf(3, 2, IMAGE_MAX_BYTES), "image/png", "file_too_large"],
    ["of too many pixels", pngOf(10_001, 5_000), "image/png", "too_many_pixels"],
    ["sent as a page", pngOf(3, 2), "text/html", "mislabelled_file"],
  ])("refuses and deletes a file that is %s", async (_, bytes, type, code) => {
    const { send, publish, exists } = await openSite();
    const storageId = await send(bytes, type);
    expect((await publish("ada", "u1", storageId)).error?.code).toBe(code);
    expect(await exists(storageId)).toBe(false);
  });

  it("lets nobody hang or delete the file of someone else", async () => {
    const { t, send, publish, exists } = await openSite();
    const storageId = await send(pngOf(3, 2));
    await publish("ada", "u1", storageId);
    expect((await publish("eve", "u1", storageId)).error?.code).toBe("upload_not_found");
    await t.run(async (ctx) => {
      expect(await ctx.db.query("pendingUploads").take(1)).toEqual([]);
    });
    expect(await exists(storageId)).toBe(true);
  });

  it("hangs one file once, so that no second use comes for free", async () => {
    const { send, publish } = await openSite();
    const storageId = await send(pngOf(3, 2));
    await publish("ada", "u1", storageId);
    expect((await publish("ada", "u2", storageId)).error?.code).toBe("upload_not_found");
  });

  it("denies the eleventh of a free plan, keeps its file, and hangs it after the upgrade", async () => {
    const { t, send, person, publish, exists } = await openSite();
    for (let n = 1; n <= 10; n++) {
      expect((await publish("ada", `u${n}`, await send(pngOf(3, 2)))).error).toBeNull();
    }
    const storageId = await send(pngOf(3, 2));
    const denied = await publish("ada", "u11", storageId);
    expect(denied.error?.code).toBe("insufficient_balance");
    expect(await exists(storageId)).toBe(true);

    await t.run(async (ctx) => {
      const bucket = (await ctx.db.query("balances").take(50)).find(
        ({ feature_id }) => feature_id === "uploads",
      );
      if (bucket) await ctx.db.patch("balances", bucket._id, { balance: 5_000_000 });
    });
    expect((await publish("ada", "u11", storageId)).error).toBeNull();
    const { page } = await person("ada").query(api.community.artworks.byProfile, {
      username: "Ada",
      paginationOpts: { numItems: 20, cursor: null },
    });
    expect(page).toHaveLength(11);
  });

  it("refuses a work without a title before it looks at the file", async () => {
    const { person, send } = await openSite();
    const args = { ...LABEL, title: " ", clientUploadId: "u", storageId: await send(pngOf(3, 2)) };
    const { error } = await person("ada").action(api.community.uploads.publish, args);
    expect(error?.code).toBe("invalid_title");
  });
});

describe("publishing.sweep", () => {
  it("deletes files that waited a day, and no younger ones", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { t, send, person, exists } = await openSite();
      const storageId = await send(pngOf(3, 2));
      const claim = { clientUploadId: "u1", storageIds: [storageId] };
      await person("ada").mutation(internal.community.publishing.claim, claim);
      vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 - 1000);
      expect(await t.mutation(internal.community.publishing.sweep, {})).toBe(0);
      vi.setSystemTime(Date.now() + 2000);
      expect(await t.mutation(internal.community.publishing.sweep, {})).toBe(1);
      expect(await exists(storageId)).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });
});
