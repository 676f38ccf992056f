import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{studios/members,files/functions,profiles/functions,uploads/reservations,studios/seats,collections/functions,collections/items,studios/functions,artworks/functions}.ts",
);

const { members, seats, functions: studios } = api.community.studios;
const files = api.community.files.functions;
const { functions: collections, items } = api.community.collections;
const profiles = api.community.profiles.functions;
const { reservations, functions: uploads } = api.community.uploads;
const works = api.community.artworks.functions;
const { publishing } = internal.community.uploads;

const KB_PER_GB = 1_000_000;
/** The size of a picture of these tests without padding. */
const HEADER_BYTES = 33;
const LIFETIME_MS = 10 * 60 * 1000;
const UPLOADS_OF_FREE = 10;
const FILE = { bytes: 1000, width: 3, height: 2 };
const PAGE = { paginationOpts: { numItems: 5, cursor: null } };

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});

type Asked = Partial<typeof FILE> & {
  dynamicRange?: "high";
  studio?: string;
  draft?: boolean;
  pageId?: string;
  publishing?: boolean;
};

/** Ada, with this much left of her plan. */
async function adaWith(left: { uploads?: number; kilobytes?: number }) {
  const site = await openSite(modules);
  const { t, person, send } = site;
  await person("ada").mutation(profiles.ensure, {});
  await t.mutation(components.billing.public.createCustomer, { params: { id: "ada" } });
  const use = async (feature_id: string, value: number) => {
    const params = { customer_id: "ada", feature_id, value };
    await t.mutation(components.billing.public.setUsage, { params });
  };
  if (left.uploads !== undefined) await use("uploads", UPLOADS_OF_FREE - left.uploads);
  if (left.kilobytes !== undefined) await use("storage_gb", 1 - left.kilobytes / KB_PER_GB);
  const reserve = async (clientUploadId: string, asked: Asked = {}, name = "ada") => {
    const args = { clientUploadId, ...FILE, ...asked };
    return (await person(name).mutation(reservations.reserve, args)).error?.code;
  };
  const offer = async (clientUploadId: string, storageId: Id<"_storage">, said = {}) =>
    await person("ada").mutation(uploads.publish, { ...LABEL, clientUploadId, storageId, ...said });
  const hang = async (clientUploadId: string, bytes = pngOf(3, 2)) =>
    (await offer(clientUploadId, await send(bytes))).error?.code;
  return { ...site, reserve, offer, hang, used: async () => await usageOf(site) };
}

/** The counts: uploads, kB, works; and pending files. */
async function usageOf({ t }: Site) {
  const args = { params: { customer_id: "ada" }, now: Date.now() };
  const { data } = await t.query(components.billing.public.getCustomer, args);
  const rows = await t.run(async ({ db }) => {
    const works = await db.query("artworks").take(20);
    const stored = await db.query("storedBytes").take(5);
    return {
      works: works.length,
      bytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
      reserved: (await db.query("reservations").take(20)).length,
      waiting: (await db.query("pendingUploads").take(20)).length,
    };
  });
  const { uploads: counted, storage_gb: room } = data?.features ?? {};
  const kilobytes = Math.round((room?.usage ?? 0) * KB_PER_GB);
  return { uploads: counted?.usage, kilobytes, ...rows };
}

describe("the last upload of a plan", () => {
  it("is reserved for one file, until that file arrives or is given up", async () => {
    const { person, reserve, hang, used } = await adaWith({ uploads: 1 });
    expect(await reserve("a")).toBeUndefined();
    expect(await reserve("b")).toBe("insufficient_balance");
    expect(await reserve("a")).toBeUndefined();
    await person("eve").mutation(profiles.ensure, {});
    await person("eve").mutation(reservations.release, { clientUploadIds: ["a"] });
    await person("ada").mutation(reservations.release, { clientUploadIds: ["b"] });
    expect(await reserve("b")).toBe("insufficient_balance");
    await person("ada").mutation(reservations.release, { clientUploadIds: ["a"] });
    expect(await reserve("b")).toBeUndefined();
    expect(await hang("b")).toBeUndefined();
    expect(await used()).toMatchObject({ uploads: 10, works: 1, reserved: 0, waiting: 0 });
    expect(await reserve("c")).toBe("insufficient_balance");
    expect(await hang("c")).toBe("insufficient_balance");
    expect(await used()).toMatchObject({ uploads: 10, works: 1, waiting: 1 });
  });

  it("is used by a draft when it is first published, and not before", async () => {
    const { person, send, reserve, offer, hang, used } = await adaWith({ uploads: 1 });
    expect(await reserve("d", { draft: true })).toBeUndefined();
    expect(await reserve("a")).toBeUndefined();
    const { data } = await offer("d", await send(pngOf(3, 2)), { state: "draft" });
    const id = data?.artworkId ?? "";
    expect(await used()).toMatchObject({ uploads: 9, works: 1, reserved: 1 });
    const set = async (state: "draft" | "published") =>
      (await person("ada").mutation(works.setState, { id, state })).error?.code;
    for (const state of ["published", "draft", "published"] as const)
      expect(await set(state)).toBeUndefined();
    expect(await used()).toMatchObject({ uploads: 10 });
    expect(await hang("a")).toBe("insufficient_balance");
  });

  it("is missing for a draft to be published, until the plan has more", async () => {
    const site = await adaWith({ uploads: 0 });
    const { person, send, offer, used } = site;
    const { data } = await offer("d", await send(pngOf(3, 2)), { state: "draft" });
    const publish = { id: data?.artworkId ?? "", state: "published" as const };
    const asked = await person("ada").mutation(works.setState, publish);
    expect(asked.error?.code).toBe("insufficient_balance");
    expect(
      (await person("ada").query(works.unpublished, { state: "draft", ...PAGE })).page,
    ).toHaveLength(1);
    await buyPlan(site, "ada", "creator");
    expect((await person("ada").mutation(works.setState, publish)).error).toBeNull();
    expect(await used()).toMatchObject({ uploads: 1 });
  });

  it.each<[string, Asked, Asked, string | undefined]>([
    ["gives way to a file that another page publishes", { pageId: "old" }, {}, undefined],
    [
      "stays with its page for a file that is only sent ahead",
      { pageId: "old" },
      { publishing: false },
      "insufficient_balance",
    ],
    ["stays with the page that publishes", { pageId: "new" }, {}, "insufficient_balance"],
    [
      "stays with another page that publishes it",
      { pageId: "old", publishing: true },
      {},
      "insufficient_balance",
    ],
    ["stays with a page that is not known", {}, {}, "insufficient_balance"],
    [
      "stays for a file that the plan refuses anyway",
      { pageId: "old" },
      { width: 9000, height: 9000 },
      "hd_only",
    ],
    [
      "stays where the plan would have too little without it, too",
      { pageId: "old" },
      { bytes: 2000 * KB_PER_GB },
      "insufficient_balance",
    ],
  ])("%s", async (_, reserved, asked, code) => {
    const { reserve, used } = await adaWith({ uploads: 1 });
    await reserve("a", reserved);
    expect(await reserve("b", { pageId: "new", publishing: true, ...asked })).toBe(code);
    expect(await reserve("b", { pageId: "new", ...asked })).toBe(code);
    expect((await used()).reserved).toBe(1);
  });

  it("is released for several files at once", async () => {
    const { person, reserve, used } = await adaWith({ uploads: 3 });
    for (const id of ["a", "b", "c"]) await reserve(id);
    await person("ada").mutation(reservations.release, { clientUploadIds: ["a", "b"] });
    expect(await used()).toMatchObject({ reserved: 1 });
  });

  it("is reserved as long as a file may take, and not a moment longer", async () => {
    const { t, reserve, used } = await adaWith({ uploads: 1 });
    await reserve("a");
    const made = await t.run(
      async ({ db }) => (await db.query("reservations").first())?._creationTime,
    );
    if (made === undefined) throw new Error("Nothing is reserved");
    const sweep = async () => {
      await t.mutation(publishing.deleteExpired, {});
      return (await used()).reserved;
    };
    // The clock has whole milliseconds, but the row may have been created between two.
    vi.setSystemTime(Math.floor(made) + LIFETIME_MS);
    expect([await reserve("b"), await sweep()]).toEqual(["insufficient_balance", 1]);
    vi.setSystemTime(Math.floor(made) + LIFETIME_MS + 1);
    expect([await reserve("b"), await sweep()]).toEqual([undefined, 1]);
  });

  it("goes to one of two concurrent files, reserved or published", async () => {
    const { reserve, hang, used } = await adaWith({ uploads: 1 });
    const both = await Promise.all([reserve("a"), reserve("b")]);
    expect(both.sort()).toEqual(["insufficient_balance", undefined]);
    const hung = await Promise.all([hang("a"), hang("b")]);
    expect(hung.sort()).toEqual(["insufficient_balance", undefined]);
    expect(await used()).toMatchObject({ uploads: 10, works: 1, waiting: 1 });
  });

  it("is released for a file that is not published", async () => {
    const { person, send, reserve, offer, hang, used } = await adaWith({ uploads: 1 });
    await reserve("a");
    const broken = await offer("a", await send(pngOf(3, 2)), { thumbhash: "<b>" });
    expect(broken.error?.code).toBe("invalid_thumbhash");
    expect(await used()).toMatchObject({ uploads: 9, works: 0, reserved: 1, waiting: 0, bytes: 0 });
    await person("ada").mutation(reservations.release, { clientUploadIds: ["a"] });
    expect(await used()).toMatchObject({ reserved: 0 });
    expect(await hang("b")).toBeUndefined();
  });

  it("is counted once for one upload, however often it is tried", async () => {
    const { send, offer, used } = await adaWith({ uploads: 1 });
    const [first, second] = [await send(pngOf(3, 2)), await send(pngOf(3, 2))];
    const both = await Promise.all([offer("a", first), offer("a", second)]);
    const third = await offer("a", await send(pngOf(3, 2)));
    const ids = new Set([...both, third].map(({ data }) => data?.artworkId));
    expect([ids.size, ids.has(undefined)]).toEqual([1, false]);
    expect(await used()).toMatchObject({ uploads: 10, works: 1, bytes: HEADER_BYTES });
  });

  it("of a seat is independent of the member's own plan", async () => {
    const site = await adaWith({ uploads: 1 });
    const { t, person, reserve } = site;
    await buyPlan(site, "fay");
    const [fay, slug] = [person("fay"), "ink-room"];
    await fay.mutation(studios.create, { slug, name: "Ink Room" });
    await fay.mutation(members.invite, { slug, username: "ada", role: "member" });
    await person("ada").mutation(members.accept, { slug });
    await fay.action(seats.assign, { slug, username: "ada" });
    const entityId = await t.run(async ({ db }) => {
      const rows = await db.query("studioMembers").take(5);
      return rows.flatMap((row) => row.entityId ?? [])[0];
    });
    if (entityId === undefined) throw new Error("Nobody sits");
    const params = { customer_id: "fay", entity_id: entityId, feature_id: "uploads", value: 59 };
    await t.mutation(components.billing.public.setUsage, { params });
    const studio = { studio: slug };
    expect(await reserve("a", { studio: "" })).toBe("studio_not_found");
    expect([await reserve("a"), await reserve("s", studio)]).toEqual([undefined, undefined]);
    expect([await reserve("b"), await reserve("r", studio)]).toEqual([
      ...["insufficient_balance", "seat_spent"],
    ]);
    // The same file, now for the other payer: its reservation is released.
    await person("ada").mutation(reservations.release, { clientUploadIds: ["s"] });
    expect(await reserve("a", studio)).toBeUndefined();
    expect([await reserve("b"), await reserve("r", studio)]).toEqual([undefined, "seat_spent"]);
  });
});

describe("the last storage of a plan", () => {
  it.each<[string, readonly number[], string | undefined]>([
    ["all that is left", [2000], undefined],
    ["one more byte, which counts as a kB", [2001], "storage_full"],
    ["two halves", [1000, 1000], undefined],
    ["two halves and a byte", [1000, 1001], "storage_full"],
    ["what is left, in single bytes", [1999, 1], undefined],
    ["a third file where two are allowed", [1000, 1000, 1], "storage_full"],
  ])("is reserved by %s", async (_, files, code) => {
    const { reserve } = await adaWith({ kilobytes: 2 });
    const got: (string | undefined)[] = [];
    for (const [n, bytes] of files.entries()) got.push(await reserve(`${n}`, { bytes }));
    expect(got).toEqual(files.map((_bytes, n) => (n === files.length - 1 ? code : undefined)));
  });

  it("is counted again, not twice, for a file of another size than declared", async () => {
    const { reserve } = await adaWith({ kilobytes: 2 });
    expect([await reserve("a", { bytes: 1500 }), await reserve("a", { bytes: 2000 })]).toEqual([
      ...[undefined, undefined],
    ]);
    expect(await reserve("b", { bytes: 1 })).toBe("storage_full");
  });

  it.each<[string, number, number, string | undefined]>([
    ["a file and its renditions fill it", 1000, 500, undefined],
    ["the preview is a byte too heavy", 1001, 500, "storage_full"],
    ["the poster is a byte too heavy", 1000, 501, "storage_full"],
  ])("is full or not when %s", async (_, preview, poster, code) => {
    const { send, offer, used } = await adaWith({ kilobytes: 2 });
    const file = async (bytes: number) => await send(pngOf(3, 2, bytes - HEADER_BYTES));
    const standIns = { preview: await file(preview), poster: await file(poster) };
    const { error } = await offer("a", await file(500), standIns);
    expect(error?.code).toBe(code);
    expect(await used()).toMatchObject(
      code
        ? { uploads: 0, works: 0, bytes: 0, kilobytes: 999_998, waiting: 3 }
        : { uploads: 1, works: 1, bytes: 2000, kilobytes: 1_000_000, waiting: 0 },
    );
  });

  it("goes to one of two concurrent files", async () => {
    const { reserve, hang, used } = await adaWith({ kilobytes: 1 });
    const both = await Promise.all([reserve("a"), reserve("b")]);
    expect(both.sort()).toEqual(["storage_full", undefined]);
    const hung = await Promise.all([hang("a"), hang("b")]);
    expect(hung.sort()).toEqual(["storage_full", undefined]);
    expect(await used()).toMatchObject({ uploads: 1, works: 1, kilobytes: 1_000_000, waiting: 1 });
  });

  it("is needed by other files of a work as well, which are no uploads", async () => {
    const { person, prepare, hang, used, t } = await adaWith({ uploads: 1, kilobytes: 2 });
    expect(await hang("a")).toBeUndefined();
    const artworkId = await t.run(
      async ({ db }) => (await db.query("artworks").first())?._id ?? "",
    );
    const [ada, page] = [person("ada"), { artworkId, role: "page" as const, caption: "" }];
    const fits = async (bytes: number) =>
      (await ada.query(files.fits, { artworkId, ...FILE, bytes })).error?.code;
    expect([await fits(1000), await fits(1001)]).toEqual([undefined, "storage_full"]);
    const add = async (bytes: number) => {
      const storageId = await prepare("ada", pngOf(4, 4, bytes - HEADER_BYTES));
      return (await ada.mutation(files.add, { ...page, storageId })).error?.code;
    };
    expect([await add(1001), await add(1000), await add(HEADER_BYTES)]).toEqual([
      ...["storage_full", undefined, "storage_full"],
    ]);
    expect(await used()).toMatchObject({ uploads: 10, kilobytes: 1_000_000, waiting: 2 });
  });
});

describe("a work of several pictures", () => {
  const pageOf = (storageId: Id<"_storage">, caption = "") => ({ storageId, caption });

  it("uses one upload and the storage of all, and shows its pages in their order", async () => {
    const { person, send, offer, used, reserve } = await adaWith({ uploads: 1, kilobytes: 3 });
    const file = async (side: number) => await send(pngOf(side, side, 1000 - HEADER_BYTES));
    await reserve("a");
    const pages = [pageOf(await file(5), "The back"), pageOf(await file(6))];
    const { data } = await offer("a", await file(4), { pages });
    const detail = await person("ada").query(works.detail, { id: data?.artworkId ?? "" });
    expect(detail?.pages.map(({ width, caption }) => [width, caption])).toEqual([
      ...[
        [5, "The back"],
        [6, ""],
      ],
    ]);
    expect(await used()).toMatchObject({
      ...{ uploads: 10, works: 1, bytes: 3000, kilobytes: 1_000_000, waiting: 0, reserved: 0 },
    });
  });

  it.each<[string, { kilobytes?: number }, readonly number[], string]>([
    ["a page is beyond 4K", {}, [4097], "hd_only"],
    ["the storage is not enough for all", { kilobytes: 1 }, [4], "storage_full"],
    ["there are too many", {}, Array.from({ length: 10 }, () => 4), "too_many"],
  ])("is refused as a whole, and keeps its files: %s", async (_, left, sides, code) => {
    const { send, offer, used } = await adaWith(left);
    const file = async (side: number) => await send(pngOf(side, 4, 1000 - HEADER_BYTES));
    const pages: ReturnType<typeof pageOf>[] = [];
    for (const side of sides) pages.push(pageOf(await file(side)));
    const { error } = await offer("a", await file(4), { pages });
    expect(error?.code).toBe(code);
    expect(await used()).toMatchObject({ uploads: 0, works: 0, waiting: sides.length + 1 });
  });

  it("is added to a collection with its publication, or not published", async () => {
    const { person, send, offer, used } = await adaWith({});
    const made = { title: "Tides", description: "", visibility: "public" as const };
    const { data } = await person("ada").mutation(collections.create, made);
    const own = await offer("a", await send(pngOf(4, 4)), { collectionId: data?.id });
    const listed = await person("ada").query(items.list, { ...PAGE, collectionId: data?.id ?? "" });
    expect(listed.page.map(({ id }) => id)).toEqual([own.data?.artworkId]);
    const hers = await person("eve").mutation(collections.create, made);
    const refused = await offer("b", await send(pngOf(5, 4)), { collectionId: hers.data?.id });
    expect([refused.error?.code, await used()]).toMatchObject(["forbidden", { works: 1 }]);
  });

  it("takes each file once, and only the artist's own", async () => {
    const { send, offer, used } = await adaWith({});
    const own = await send(pngOf(4, 4));
    const other = await send(pngOf(4, 4), "image/png", "eve");
    for (const storageId of [own, other]) {
      const { error } = await offer("a", own, { pages: [pageOf(storageId)] });
      expect(error?.code).toBe("upload_not_found");
    }
    const long = await offer("a", own, { pages: [pageOf(other, "x".repeat(1001))] });
    expect([long.error?.code, (await used()).waiting]).toEqual(["invalid_alt", 2]);
  });

  it("takes no file that another work has already, and keeps its own", async () => {
    const { send, offer, used } = await adaWith({});
    const [own, shared] = [await send(pngOf(4, 4)), await send(pngOf(4, 4))];
    await offer("a", shared);
    const { error } = await offer("b", own, { pages: [pageOf(shared)] });
    expect(error?.code).toBe("upload_not_found");
    expect(await used()).toMatchObject({ uploads: 1, works: 1, waiting: 1 });
  });
});

describe("a plan without large pictures", () => {
  it.each<[string, Asked, string | undefined]>([
    ["as wide as it may be", { width: 4096 }, undefined],
    ["wider", { width: 4097 }, "hd_only"],
    ["as high as it may be", { height: 4096 }, undefined],
    ["higher", { height: 4097 }, "hd_only"],
    ["brighter", { dynamicRange: "high" }, "hd_only"],
    ["without a width", { width: 0 }, "invalid_size"],
    ["without a height", { height: 0 }, "invalid_size"],
    ["of half a pixel", { width: 1.5 }, "invalid_size"],
    ["without bytes", { bytes: 0 }, "invalid_size"],
    ["of half a byte", { bytes: 1.5 }, "invalid_size"],
  ])("accepts a picture that is %s, or says why not", async (_, asked, code) => {
    const { reserve, used } = await plain;
    await forget(await plain);
    expect(await reserve("a", asked)).toBe(code);
    expect((await used()).reserved).toBe(code === undefined ? 1 : 0);
  });
});

type Ada = Awaited<ReturnType<typeof adaWith>>;
let plain: Promise<Ada>;
beforeAll(() => {
  vi.useFakeTimers();
  plain = adaWith({});
});

async function forget({ person }: Ada) {
  await person("ada").mutation(reservations.release, { clientUploadIds: ["a"] });
}
