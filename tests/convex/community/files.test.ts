import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { movie, track } from "../../contract/files/film-boxes";
import { ftyp, heif, join } from "../../contract/files/picture-files";
import { inBilling } from "../backend";
import { FIRST_PAGE, LABEL, openSite, pngOf } from "./site";
import { IMAGE_MAX_BYTES } from "../../../convex/contract/files/media";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,artworks/deletion,files/functions,profiles/functions,uploads/reservations,storage/quota,uploads/orphanedFiles}.ts",
);

const { functions: uploads, reservations } = api.community.uploads;
const works = api.community.artworks.functions;
const files = api.community.files.functions;
const DAY_MS = 24 * 60 * 60 * 1000;
const GB = 1_000_000_000;
/** A browser's declaration of an HDR picture before it is sent. */
const HDR = { bytes: 100, width: 3, height: 2, dynamicRange: "high" as const };

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2026, 10, 21));
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
});

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** Enough of a HEIC for its type and its size. */
const HEIC = new Uint8Array(join(ftyp("heic"), heif({ size: [1024, 768] })));
/** A small PNG with the transfer function of this number. */
const pngIn = (transfer: number) => {
  const bytes = pngOf(3, 2, 16);
  bytes.set([0, 0, 0, 4, ...ascii("cICP"), 9, transfer, 0, 1], 33);
  return bytes;
};
/** The same as a JPEG. */
const JPEG = new Uint8Array([
  ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 96, 0, 128, 3, 0, 0, 0],
  ...[0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9],
]);

type Opened = Awaited<ReturnType<typeof openSite>>;

async function hangHeic({ send, person }: Opened, name = "ada") {
  const original = await send(HEIC, "image/heic");
  const preview = await send(JPEG, "image/jpeg");
  const poster = await send(new Uint8Array([...JPEG, 0]), "image/jpeg");
  const parts = { storageId: original, preview, poster, thumbhash: "1QcSHQRnh493V4dIh4eXh1h4kJUI" };
  const args = { ...LABEL, clientUploadId: "heic", ...parts };
  const { data, error } = await person(name).mutation(uploads.publish, args);
  if (!data) throw new Error(error.message);
  return { artworkId: data.artworkId, original, preview, poster };
}

/** A customer's storage according to billing, in bytes. */
async function storedOf({ t }: Opened, customerId: string) {
  const args = { params: { customer_id: customerId }, now: Date.now() };
  const found = await t.query(components.billing.public.getCustomer, args);
  const usage = found.data?.features.storage_gb?.usage ?? 0;
  return Math.round(usage * GB);
}

describe("a rendition of a file", () => {
  it("is stored beside the original, shown in its place, and deleted with it", async () => {
    const site = await openSite(modules);
    const { artworkId, ...files } = await hangHeic(site);
    const { page } = await site.t.query(api.community.artworks.functions.feed, FIRST_PAGE);
    expect(page[0]).toMatchObject({ mediaType: "image/heic", width: 1024, height: 768 });
    const { url, previewUrl, posterUrl, thumbhash } = page[0] ?? {};
    expect(new Set([url, previewUrl, posterUrl]).size).toBe(3);
    expect(thumbhash).toBe("1QcSHQRnh493V4dIh4eXh1h4kJUI");
    await site.person("ada").mutation(api.community.artworks.functions.remove, { id: artworkId });
    for (const id of Object.values(files)) expect(await site.exists(id)).toBe(false);
  });

  it("belongs to the member who published it: others cannot use or delete it", async () => {
    const site = await openSite(modules);
    const { preview, poster } = await hangHeic(site);
    for (const storageId of [preview, poster]) {
      const stolen = await site.publish("eve", `of ${storageId}`, storageId);
      expect(stolen.error?.code).toBe("upload_not_found");
      expect(await site.exists(storageId)).toBe(true);
    }
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string, object, string]>([
    ["a preview that not every browser shows", HEIC, "image/heic", {}, "unsupported_media"],
    ["an invalid thumbhash", JPEG, "image/jpeg", { thumbhash: "<b>" }, "invalid_thumbhash"],
  ])("refuses %s, and stores no file", async (_, bytes, type, said, code) => {
    const { send, person, exists } = await openSite(modules);
    const storageId = await send(HEIC, "image/heic");
    const preview = await send(bytes, type);
    const args = { ...LABEL, clientUploadId: "u", storageId, preview, ...said };
    expect((await person("ada").mutation(uploads.publish, args)).error?.code).toBe(code);
    expect([await exists(storageId), await exists(preview)]).toEqual([false, false]);
  });

  it("stays with the picture that was replaced, not with the new one", async () => {
    const site = await openSite(modules);
    const { artworkId } = await hangHeic(site);
    const storageId = await site.prepare("ada");
    await site.person("ada").mutation(works.replaceFile, { id: artworkId, storageId });
    const { artwork } =
      (await site.person("ada").query(api.community.artworks.functions.get, { id: artworkId })) ??
      {};
    expect(artwork).toMatchObject({ mediaType: "image/png", previewUrl: null, thumbhash: null });
    const detail = await site.person("ada").query(works.detail, { id: artworkId });
    expect(detail?.replaced[0]).toMatchObject({ mediaType: "image/heic" });
    expect(detail?.replaced[0]?.previewUrl).toMatch(/^https:/);
  });
});

describe("the storage of files", () => {
  it("counts every file of a work, drafts and replaced ones too, until it is deleted", async () => {
    const site = await openSite(modules);
    const { send, person, prepare, settle } = site;
    const ada = person("ada");
    const storageId = await send(pngOf(3, 2, 10_000 - 33));
    const draft = { ...LABEL, clientUploadId: "d", storageId, state: "draft" as const };
    const { data } = await ada.mutation(uploads.publish, draft);
    const artworkId = data?.artworkId as Id<"artworks">;
    expect(await storedOf(site, "ada")).toBe(10_000);
    const page = { artworkId, role: "page" as const, caption: "" };
    const sent = await prepare("ada", pngOf(3, 2, 5000 - 33));
    const added = await ada.mutation(files.add, { ...page, storageId: sent });
    const other = await prepare("ada", pngOf(3, 2, 2000 - 33));
    await ada.mutation(works.replaceFile, { id: artworkId, storageId: other });
    expect(await storedOf(site, "ada")).toBe(17_000);
    if (added.data) await ada.mutation(files.remove, { id: added.data.id });
    await settle();
    expect(await storedOf(site, "ada")).toBe(12_000);
    await ada.mutation(api.community.artworks.functions.remove, { id: artworkId });
    await settle();
    expect(await storedOf(site, "ada")).toBe(0);
  });

  it("is counted beyond a smaller plan, and nothing new fits until enough is deleted", async () => {
    const site = await openSite(modules);
    const { t, person, hang, publish, send, settle } = site;
    const artworkId = await hang("ada", "w");
    await t.run(async (ctx) => {
      const row = await ctx.db.query("storedBytes").first();
      if (row) await ctx.db.patch("storedBytes", row._id, { bytes: 5 * GB });
    });
    await person("ada").mutation(api.community.artworks.functions.remove, { id: artworkId });
    await settle();
    expect(await storedOf(site, "ada")).toBe(5 * GB);
    expect((await publish("ada", "u", await send(pngOf(3, 2)))).error?.code).toBe("storage_full");
  });

  it("is denied when the plan has none left: nothing is counted, and the file stays pending", async () => {
    const site = await openSite(modules);
    const { t, send, publish, exists, person } = site;
    const full = { customer_id: "ada", feature_id: "storage_gb", value: 1 };
    await t.mutation(components.billing.public.setUsage, { params: full });
    const storageId = await send(pngOf(3, 2));
    const denied = await publish("ada", "u1", storageId);
    expect(denied.error?.code).toBe("storage_full");
    expect(await exists(storageId)).toBe(true);
    const args = { params: { customer_id: "ada" }, now: Date.now() };
    const ada = await t.query(components.billing.public.getCustomer, args);
    expect(ada.data?.features.uploads?.usage).toBe(0);
    const pro = { customer_id: "ada", product_id: "pro" };
    await t.mutation(components.billing.public.attach, { params: pro });
    expect((await publish("ada", "u1", storageId)).error).toBeNull();
    const works = await person("ada").query(api.community.artworks.functions.feed, FIRST_PAGE);
    expect(works.page).toHaveLength(1);
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
    ["4096 pixels", pngOf(4096, 10), undefined],
    ["4097 pixels", pngOf(4097, 10), "hd_only"],
    ["a standard range", pngIn(13), undefined],
    ["a high range", pngIn(16), "hd_only"],
    ["a film of 4K", movie(track({ shown: [4096, 2304] })), undefined],
    ["a film of 8K", movie(track({ shown: [7680, 4320] })), "hd_only"],
    ["8K that is shown small", movie(track({ shown: [3, 2], coded: [7680, 4320] })), "hd_only"],
  ])("accepts files of %s only where the plan includes them", async (what, bytes, code) => {
    const { t, send, publish } = await openSite(modules);
    const isFilm = what.includes("film") || what.includes("small");
    const storageId = await send(bytes, isFilm ? "video/mp4" : "image/png");
    expect((await publish("ada", "u1", storageId)).error?.code).toBe(code);
    const pro = { customer_id: "ada", product_id: "pro" };
    await t.mutation(components.billing.public.attach, { params: pro });
    expect((await publish("ada", "u1", storageId)).error).toBeNull();
  });

  it("accepts no preview beyond what the plan includes beside a smaller original", async () => {
    const { send, person } = await openSite(modules);
    const storageId = await send(HEIC, "image/heic");
    const preview = await send(pngOf(8000, 6000));
    const asked = { storageId, preview };
    const made = { ...LABEL, clientUploadId: "u", ...asked };
    const { error } = await person("ada").mutation(uploads.publish, made);
    expect(error?.code).toBe("unsupported_media");
    const [again, huge] = [await send(HEIC, "image/heic"), await send(pngOf(8000, 6000))];
    const prepared = await person("ada").mutation(uploads.prepare, {
      storageId: again,
      poster: huge,
    });
    expect(prepared.error?.code).toBe("unsupported_media");
  });

  it("accepts HDR in a work and in its replacement only where the plan includes it, before it is sent", async () => {
    const { t, person, prepare, hang } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    const ada = person("ada");
    const add = async () => {
      const page = { artworkId, role: "page" as const, caption: "" };
      const storageId = await prepare("ada", pngIn(18));
      return (await ada.mutation(files.add, { ...page, storageId })).error?.code;
    };
    const replace = async () => {
      const storageId = await prepare("ada", pngIn(18));
      return (await ada.mutation(works.replaceFile, { id: artworkId, storageId })).error?.code;
    };
    const fits = async () => (await ada.query(files.fits, { artworkId, ...HDR })).error?.code;
    expect([await add(), await replace(), await fits()]).toEqual(Array(3).fill("hd_only"));
    const pro = { customer_id: "ada", product_id: "pro" };
    await t.mutation(components.billing.public.attach, { params: pro });
    expect([await add(), await replace(), await fits()]).toEqual(Array(3).fill(undefined));
  });
});

describe("reservations", () => {
  const file = { bytes: 1000, width: 3, height: 2 };

  it("hold the last upload for one file, and release it", async () => {
    const { t, person, publish, send } = await openSite(modules);
    const used = { customer_id: "ada", feature_id: "uploads", value: 9 };
    await t.mutation(components.billing.public.setUsage, { params: used });
    const reserve = async (clientUploadId: string) =>
      (await person("ada").mutation(reservations.reserve, { clientUploadId, ...file })).error?.code;
    expect([await reserve("a"), await reserve("a"), await reserve("b")]).toEqual([
      ...[undefined, undefined, "insufficient_balance"],
    ]);
    await person("ada").mutation(reservations.release, { clientUploadIds: ["a"] });
    expect(await reserve("b")).toBeUndefined();
    vi.setSystemTime(Date.now() + 11 * 60 * 1000);
    expect(await reserve("c")).toBeUndefined();
    expect((await publish("ada", "c", await send(pngOf(3, 2)))).error).toBeNull();
    expect(await reserve("d")).toBe("insufficient_balance");
  });

  it("are refused for HDR without the plan, so that nothing is sent in vain", async () => {
    const { person } = await openSite(modules);
    const reserve = async (dynamicRange: "standard" | "high") => {
      const args = { clientUploadId: dynamicRange, ...file, dynamicRange };
      return (await person("ada").mutation(reservations.reserve, args)).error?.code;
    };
    await person("ada").mutation(api.community.profiles.functions.ensure, {});
    expect([await reserve("standard"), await reserve("high")]).toEqual([undefined, "hd_only"]);
  });

  it("count the storage of all files on their way to one plan, and of no other", async () => {
    const { t, person } = await openSite(modules);
    await t.mutation(components.billing.public.createCustomer, { params: { id: "ada" } });
    const reserve = async (clientUploadId: string, bytes: number) =>
      (await person("ada").mutation(reservations.reserve, { ...file, clientUploadId, bytes })).error
        ?.code;
    expect(await reserve("a", 0)).toBe("invalid_size");
    await t.run(async ({ db }) => {
      const ada = await db.query("profiles").first();
      if (!ada) throw new Error("Ada has no profile");
      const forSeat = { clientUploadId: "s", studio: "ink-room", bytes: 0.9 * GB };
      await db.insert("reservations", { ...forSeat, profileId: ada._id });
    });
    expect(await reserve("a", 0.6 * GB)).toBeUndefined();
    expect(await reserve("b", 0.6 * GB)).toBe("storage_full");
  });
});

describe("orphanedFiles.deleteOrphaned", () => {
  it("deletes unused files after a day, and reads nothing twice", async () => {
    const { t, send, publish, exists } = await openSite(modules);
    const used = await send(pngOf(3, 2));
    await publish("ada", "u1", used);
    const store = async () => await t.run(({ storage }) => storage.store(new Blob(["x"])));
    const stray = await store();
    const sweep = async () =>
      await t.mutation(internal.community.uploads.orphanedFiles.deleteOrphaned, {});
    expect(await sweep()).toBe(0);
    vi.setSystemTime(Date.now() + DAY_MS + 1);
    const young = await store();
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    const left = [await exists(used), await exists(stray), await exists(young)];
    expect(left).toEqual([true, false, true]);
  });

  it("continues until everything was read, however much there is", async () => {
    const { t, settle } = await openSite(modules);
    await t.run(async ({ storage }) => {
      for (let n = 0; n < 150; n++) await storage.store(new Blob(["x"]));
    });
    vi.setSystemTime(Date.now() + DAY_MS + 1);
    await t.mutation(internal.community.uploads.orphanedFiles.deleteOrphaned, {});
    await settle();
    expect(await t.run((ctx) => ctx.db.system.query("_storage").take(1))).toEqual([]);
  });
});

describe("uploads", () => {
  const modules = import.meta.glob("../../../convex/community/artworks/functions.ts");

  beforeEach(() => vi.stubEnv("BILLING_MODE", "sandbox"));

  describe("uploads.begin", () => {
    const file = { mediaType: "image/png", bytes: 1000 } as const;

    it("gives a URL to a signed-in member only", async () => {
      const { t, person } = await openSite(modules);
      const refused = await t.mutation(api.community.uploads.functions.begin, file);
      expect(refused.error?.code).toBe("unauthenticated");
      const { data } = await person("ada").mutation(api.community.uploads.functions.begin, file);
      expect(data?.uploadUrl).toMatch(/^https:/);
    });

    it.each([
      [IMAGE_MAX_BYTES, undefined],
      [IMAGE_MAX_BYTES + 1, "file_too_large"],
      [0, "empty_file"],
    ])("judges a picture of %i bytes before it is sent", async (bytes, code) => {
      const { person } = await openSite(modules);
      const asked = await person("ada").mutation(api.community.uploads.functions.begin, {
        ...file,
        bytes,
      });
      expect(asked.error?.code).toBe(code);
    });
  });

  describe("uploads.publish", () => {
    it("publishes the work with the type and dimensions of its content", async () => {
      const { t, send, publish } = await openSite(modules);
      const { error } = await publish("ada", "u1", await send(pngOf(300, 200)));
      expect(error).toBeNull();
      const { page } = await t.query(api.community.artworks.functions.feed, FIRST_PAGE);
      expect(page).toMatchObject([
        { title: LABEL.title, width: 300, height: 200, mediaType: "image/png", likes: 0 },
      ]);
      expect(page[0]?.artist).toEqual({ username: "ada", name: "ada", avatarUrl: null });
    });

    it("refuses a visitor, and stores nothing", async () => {
      const { t, send } = await openSite(modules);
      const args = { ...LABEL, clientUploadId: "u1", storageId: await send(pngOf(3, 2)) };
      const { error } = await t.mutation(api.community.uploads.functions.publish, args);
      expect(error?.code).toBe("unauthenticated");
      expect((await t.query(api.community.artworks.functions.feed, FIRST_PAGE)).page).toEqual([]);
    });

    it("answers a repeated request with the first work, so that a lost answer publishes nothing twice", async () => {
      const { t, send, publish, exists } = await openSite(modules);
      const first = await publish("ada", "u1", await send(pngOf(3, 2)));
      const again = await send(pngOf(3, 2));
      expect(await publish("ada", "u1", again)).toEqual(first);
      expect(await exists(again)).toBe(false);
      expect((await t.query(api.community.artworks.functions.feed, FIRST_PAGE)).page).toHaveLength(
        1,
      );
    });

    it("does not let another member publish or delete a file", async () => {
      const { t, send, publish, exists } = await openSite(modules);
      const storageId = await send(pngOf(3, 2));
      await publish("ada", "u1", storageId);
      expect((await publish("eve", "u1", storageId)).error?.code).toBe("upload_not_found");
      await t.run(async (ctx) => {
        expect(await ctx.db.query("pendingUploads").take(1)).toEqual([]);
      });
      expect(await exists(storageId)).toBe(true);
    });

    it("publishes one file once, so that no second use is free", async () => {
      const { send, publish } = await openSite(modules);
      const storageId = await send(pngOf(3, 2));
      await publish("ada", "u1", storageId);
      expect((await publish("ada", "u2", storageId)).error?.code).toBe("upload_not_found");
    });

    it("denies the eleventh of a free plan, keeps its file, and publishes it after the upgrade", async () => {
      const { t, send, person, publish, exists } = await openSite(modules);
      for (let n = 1; n <= 10; n++) {
        expect((await publish("ada", `u${n}`, await send(pngOf(3, 2)))).error).toBeNull();
      }
      const storageId = await send(pngOf(3, 2));
      const denied = await publish("ada", "u11", storageId);
      expect(denied.error?.code).toBe("insufficient_balance");
      expect(await exists(storageId)).toBe(true);

      await inBilling(t, async (ctx) => {
        const bucket = (await ctx.db.query("balances").take(50)).find(
          ({ feature_id }) => feature_id === "uploads",
        );
        if (bucket) await ctx.db.patch("balances", bucket._id, { balance: 5_000_000 });
      });
      expect((await publish("ada", "u11", storageId)).error).toBeNull();
      const { page } = await person("ada").query(api.community.artworks.functions.byProfile, {
        username: "Ada",
        paginationOpts: { numItems: 20, cursor: null },
      });
      expect(page).toHaveLength(11);
    });

    it("refuses a work without a title before it reads the file", async () => {
      const { person, send } = await openSite(modules);
      const args = {
        ...LABEL,
        title: " ",
        clientUploadId: "u",
        storageId: await send(pngOf(3, 2)),
      };
      const { error } = await person("ada").mutation(api.community.uploads.functions.publish, args);
      expect(error?.code).toBe("invalid_title");
    });
  });

  describe("publishing.deleteExpired", () => {
    it("deletes files that were pending for a day, and no younger ones", async () => {
      vi.useFakeTimers({ toFake: ["Date"] });
      try {
        const { t, send, exists } = await openSite(modules);
        const storageId = await send(pngOf(3, 2));
        vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000 - 1000);
        expect(await t.mutation(internal.community.uploads.publishing.deleteExpired, {})).toBe(0);
        vi.setSystemTime(Date.now() + 2000);
        expect(await t.mutation(internal.community.uploads.publishing.deleteExpired, {})).toBe(1);
        expect(await exists(storageId)).toBe(false);
      } finally {
        vi.useRealTimers();
      }
    });
  });
});
