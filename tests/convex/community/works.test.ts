import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import { trendingScore } from "../../../convex/community/artworks/ranking";
import { AVATAR_MAX_BYTES } from "../../../convex/contract/portraits";
import { tagOf } from "../../../convex/contract/works";
import { inBilling } from "../backend";
import { FIRST_PAGE, openSite, pngOf } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,boosts,artworks/deletion,feed/functions,insights/functions,likes,profiles/functions,files/functions,storage/quota,search,views}.ts",
);

const { boosts, search, views } = api.community;
const feed = api.community.feed.functions;
const insights = api.community.insights.functions;
const { functions: pages } = api.community.profiles;
const files = api.community.files.functions;
const works = api.community.artworks.functions;
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

describe("tagOf", () => {
  it.each([
    ["#Oil Paint", "oil-paint"],
    ["  ink ", "ink"],
    ["Köln", "köln"],
    ["a/b", null],
    ["", null],
    ["x".repeat(30), "x".repeat(30)],
    ["x".repeat(31), null],
  ])("normalises %j", (text, tag) => {
    expect(tagOf(text)).toBe(tag);
  });
});

describe("artworks.edit", () => {
  it("changes named fields and leaves the rest, and the tags follow everywhere", async () => {
    const { t, person, hang } = await openSite(modules);
    const id = await hang("ada", "w", { tags: ["Ink", "#ink", "old"] });
    expect(await t.query(works.detail, { id })).toMatchObject({
      ...{ tags: ["ink", "old"], noAi: true, licence: "all_rights_reserved", editedAt: null },
    });
    const changes = { tags: ["new"], madeHow: "by_hand" as const, licence: "cc_by" as const };
    await person("ada").mutation(works.edit, { id, ...changes });
    expect(await t.query(works.detail, { id })).toMatchObject({ ...changes, editedAt: Date.now() });
    const under = async (tag: string) =>
      (await t.query(feed.explore, { tag, madeHow: "by_hand", ...FIRST_PAGE })).page.length;
    expect([await under("old"), await under("New")]).toEqual([0, 1]);
    expect(await t.query(search.tags, { text: "" })).toEqual([{ tag: "new", works: 1 }]);
    expect((await t.query(search.works, { text: "new", ...FIRST_PAGE })).page).toHaveLength(1);
  });

  it.each([
    [{ title: "" }, "invalid_title"],
    [{ alt: "x".repeat(1001) }, "invalid_alt"],
    [{ description: "x".repeat(4001) }, "invalid_text"],
    [{ focus: { x: 1.01, y: 0 } }, "invalid_focus"],
    [{ focus: { x: 0, y: -0.01 } }, "invalid_focus"],
    [{ focus: { x: Number.NaN, y: 0 } }, "invalid_focus"],
    [{ focus: { x: 0, y: 0, zoom: 0.99 } }, "invalid_focus"],
    [{ focus: { x: 0, y: 0, zoom: 2.01 } }, "invalid_focus"],
    [{ tags: ["a/b"] }, "invalid_tag"],
    [{ tags: Array.from({ length: 16 }, (_, n) => `t${n}`) }, "too_many"],
  ])("refuses %j", async (changes, code) => {
    const { person, hang } = await openSite(modules);
    const id = await hang("ada", "w");
    const { error } = await person("ada").mutation(works.edit, { id, ...changes });
    expect(error?.code).toBe(code);
  });
});

describe("the part of a picture that grids show", () => {
  it("is what its artist chose, until they want the whole again or replace the picture", async () => {
    const { t, person, hang, prepare } = await openSite(modules);
    const id = await hang("ada", "w");
    const ada = person("ada");
    const shown = async () => (await t.query(works.feed, FIRST_PAGE)).page[0]?.focus;
    expect(await shown()).toBeNull();
    const focus = { x: 0, y: 1 };
    await ada.mutation(works.edit, { id, focus });
    await ada.mutation(works.edit, { id, title: "Lemons" });
    expect(await shown()).toEqual(focus);
    await ada.mutation(works.edit, { id, focus: null });
    expect(await shown()).toBeNull();
    await ada.mutation(works.edit, { id, focus });
    const storageId = await prepare("ada", pngOf(40, 30));
    await ada.mutation(works.replaceFile, { id, storageId });
    expect(await shown()).toBeNull();
  });

  it("is published with the work, and refused like a later change", async () => {
    const { t, hang } = await openSite(modules);
    const focus = { x: 0.5, y: 0, zoom: 2 };
    await hang("ada", "w", { focus });
    expect((await t.query(works.feed, FIRST_PAGE)).page[0]?.focus).toEqual(focus);
    await expect(hang("ada", "v", { focus: { x: 2, y: 0 } })).rejects.toThrow("part of a picture");
  });
});

describe("artworks.replaceFile", () => {
  it("shows the new picture, and keeps the old one unchanged for its artist", async () => {
    const { t, person, hang, prepare } = await openSite(modules);
    const id = await hang("ada", "w");
    const args = { id, storageId: await prepare("ada", pngOf(40, 30)) };
    expect((await person("ada").mutation(works.replaceFile, args)).error).toBeNull();
    const found = await t.query(api.community.artworks.functions.get, { id });
    expect(found?.artwork).toMatchObject({ width: 40, height: 30 });
    expect((await t.query(works.detail, { id }))?.replaced).toEqual([]);
    const own = await person("ada").query(works.detail, { id });
    expect(own?.replaced).toMatchObject([{ width: 3, height: 2 }]);
  });

  it("uses a file once", async () => {
    const { person, hang, prepare } = await openSite(modules);
    const id = await hang("ada", "w");
    const args = { id, storageId: await prepare("ada") };
    await person("ada").mutation(works.replaceFile, args);
    const { error } = await person("ada").mutation(works.replaceFile, args);
    expect(error?.code).toBe("upload_not_found");
  });

  it("refuses a file that was not prepared", async () => {
    const { person, hang, send } = await openSite(modules);
    const id = await hang("ada", "w");
    const storageId = await send(pngOf(3, 2));
    const { error } = await person("ada").mutation(works.replaceFile, { id, storageId });
    expect(error?.code).toBe("upload_not_found");
  });
});

describe("the pictures of a work", () => {
  it("are in their artist's order, up to ten, and are deleted with the work", async () => {
    const { t, person, hang, prepare, settle, exists } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    const ada = person("ada");
    const add = async (caption: string) => {
      const storageId = await prepare("ada");
      const args = { artworkId, role: "page" as const, caption, storageId };
      return { storageId, ...(await ada.mutation(files.add, args)) };
    };
    const added = [await add("a"), await add("b"), await add("c")];
    const ids = added.flatMap(({ data }) => (data ? [data.id] : []));
    const order = { artworkId, role: "page" as const };
    await ada.mutation(files.reorder, { ...order, ids: ids.toReversed() });
    const captions = async () =>
      (await t.query(works.detail, { id: artworkId }))?.pages.map(({ caption }) => caption);
    expect(await captions()).toEqual(["c", "b", "a"]);
    const partial = await ada.mutation(files.reorder, { ...order, ids: ids.slice(1) });
    expect(partial.error?.code).toBe("invalid_order");
    const [first] = ids;
    const [a, b] = added;
    if (!first || !a || !b) throw new Error("Nothing was added");
    await ada.mutation(files.setCaption, { id: first, caption: "A" });
    expect(await captions()).toEqual(["c", "b", "A"]);
    for (let n = 3; n < 9; n++) await add(`${n}`);
    expect((await add("too many")).error?.code).toBe("too_many");
    await ada.mutation(files.remove, { id: first });
    expect(await exists(a.storageId)).toBe(false);
    await ada.mutation(api.community.artworks.functions.remove, { id: artworkId });
    await settle();
    expect(await exists(b.storageId)).toBe(false);
    expect(await t.run((ctx) => ctx.db.query("workFiles").take(1))).toEqual([]);
  });
});

describe("an artist's page", () => {
  it("has the artist's texts, and says whether the viewer owns it", async () => {
    const { t, person, hang } = await openSite(modules);
    const work = await hang("ada", "w");
    const said = { name: "Ada L.", bio: "Numbers.", links: ["https://ada.example/works"] };
    await person("ada").mutation(pages.edit, said);
    await person("ada").mutation(pages.pin, { artworkId: work, pinned: true });
    const page = await t.query(pages.get, { username: "ADA" });
    expect(page).toMatchObject({ ...said, username: "ada", isMine: false, avatarUrl: null });
    expect(page?.pinned.map(({ id }) => id)).toEqual([work]);
    await person("ada").mutation(api.community.artworks.functions.remove, { id: work });
    expect((await t.query(pages.get, { username: "ada" }))?.pinned).toEqual([]);
    expect((await t.query(search.people, { text: "ada", ...FIRST_PAGE })).page).toHaveLength(1);
  });

  it.each([
    [{ links: ["javascript:alert(1)"] }, "invalid_link"],
    [{ links: ["http://ada.example"] }, "invalid_link"],
    [{ links: ["https://user:secret@ada.example"] }, "invalid_link"],
    [{ links: Array.from({ length: 6 }, () => "https://a.example") }, "too_many"],
    [{ name: " " }, "invalid_text"],
    [{ bio: "x".repeat(501) }, "invalid_text"],
  ])("refuses %j", async (said, code) => {
    const { person } = await openSite(modules);
    expect((await person("ada").mutation(pages.edit, said)).error?.code).toBe(code);
  });

  it("has an avatar of at most 5 MB, and stores no unused file", async () => {
    const { t, person, prepare, exists } = await openSite(modules);
    const set = async (extraBytes: number) => {
      const storageId = await prepare("ada", pngOf(4, 4, extraBytes));
      const args = { kind: "avatar" as const, storageId };
      return { storageId, ...(await person("ada").mutation(pages.setProfileImage, args)) };
    };
    const header = pngOf(4, 4).length;
    const fits = await set(AVATAR_MAX_BYTES - header);
    expect(fits.error).toBeNull();
    const large = await set(AVATAR_MAX_BYTES - header + 1);
    expect(large.error?.code).toBe("file_too_large");
    expect((await t.query(pages.get, { username: "ada" }))?.avatarUrl).toMatch(/^https:/);
    await person("ada").mutation(pages.setProfileImage, { kind: "avatar", storageId: null });
    expect((await t.query(pages.get, { username: "ada" }))?.avatarUrl).toBeNull();
    expect([await exists(large.storageId), await exists(fits.storageId)]).toEqual([false, false]);
  });
});

describe("views", () => {
  it("count a member once a day, and the artist never", async () => {
    const { t, person, hang } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    const look = async (name: string) => await person(name).mutation(views.record, { artworkId });
    for (const name of ["ben", "ben", "eve", "ada"]) await look(name);
    expect(await t.query(works.detail, { id: artworkId })).toMatchObject({ views: 2 });
    vi.setSystemTime(Date.now() + DAY_MS);
    await look("ben");
    expect(await t.query(works.detail, { id: artworkId })).toMatchObject({ views: 3 });
    expect(await t.mutation(internal.community.views.deleteOld, {})).toBe(0);
    vi.setSystemTime(Date.now() + DAY_MS);
    expect(await t.mutation(internal.community.views.deleteOld, {})).toBe(2);
  });

  it("are deleted until none is left, however many there are", async () => {
    const { t, person, hang, settle } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    await person("ben").mutation(views.record, { artworkId });
    await t.run(async ({ db }) => {
      const [view] = await db.query("views").take(1);
      if (!view) throw new Error("No view was counted");
      const { viewerId, day } = view;
      for (let n = 0; n < 1_000; n += 1) {
        await db.insert("views", { artworkId: view.artworkId, viewerId, day: day - n });
      }
    });
    vi.setSystemTime(Date.now() + 2 * DAY_MS);
    await t.mutation(internal.community.views.deleteOld, {});
    await settle();
    expect(await t.run(async ({ db }) => await db.query("views").take(10))).toEqual([]);
  });
});

describe("trendingScore", () => {
  const work = { publishedAt: 10 * DAY_MS, likes: 3, views: 20, boostedUntil: null };

  it("rises with likes, views, a boost and a later day", () => {
    const score = trendingScore(work);
    const more = [{ likes: 4 }, { views: 21 }, { boostedUntil: 1 }, { publishedAt: 11 * DAY_MS }];
    for (const change of more) expect(trendingScore({ ...work, ...change })).toBeGreaterThan(score);
  });
});

describe("a boosted work", () => {
  it("is before all others, however new or liked they are", () => {
    const boosted = { publishedAt: 1, likes: 0, views: 0, boostedUntil: 1 };
    const best = { publishedAt: 60_000 * DAY_MS, likes: 1e9, views: 1e9, boostedUntil: null };
    expect(trendingScore(boosted)).toBeGreaterThan(trendingScore(best));
  });
});

describe("boosts.boost", () => {
  it("costs ten credits, marks the work and lifts it for a day", async () => {
    const { t, person, hang, settle } = await openSite(modules);
    const plain = await hang("ben", "1");
    const work = await hang("ada", "2");
    const boost = async () => await person("ada").mutation(boosts.boost, { artworkId: work });
    expect((await boost()).error?.code).toBe("insufficient_balance");
    const params = { customer_id: "ada", product_id: "welcome_credits" };
    await t.mutation(components.billing.public.attach, { params });
    await person("ben").mutation(views.record, { artworkId: plain });
    expect((await boost()).data?.boostedUntil).toBe(Date.now() + DAY_MS);
    expect((await boost()).error?.code).toBe("already_boosted");
    const customer = await inBilling(t, (ctx) => ctx.db.query("balances").take(50));
    const credits = customer.find(({ feature_id }) => feature_id === "credits");
    expect(credits?.balance).toBe(10_000_000);
    const trending = async () => (await t.query(feed.trending, FIRST_PAGE)).page;
    expect(await trending()).toMatchObject([{ id: work, isBoosted: true }, { id: plain }]);
    await settle();
    expect((await trending()).map(({ isBoosted }) => isBoosted)).toEqual([false, false]);
  });
});

describe("a gate of the site", () => {
  it("logs its refusal", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const { person, hang } = await openSite(modules);
    const artworkId = await hang("ada", "dunes");
    await person("ada").mutation(boosts.boost, { artworkId });
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toMatchObject([
      { operation: "gate", customer: "ada", code: "insufficient_balance" },
    ]);
  });
});

describe("insights.read", () => {
  it("returns 30 days to everyone, and 90 where the plan includes them", async () => {
    const { t, person, hang, tally } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    await person("ben").mutation(views.record, { artworkId });
    await tally();
    vi.setSystemTime(Date.now() + 30 * DAY_MS);
    await person("ben").mutation(api.community.likes.set, { artworkId, liked: true });
    await tally();
    const read = async (window: 30 | 90) => await person("ada").query(insights.read, { window });
    expect((await read(30)).data?.days).toMatchObject([{ views: 0, likes: 1 }]);
    expect((await read(90)).error?.code).toBe("insufficient_balance");
    const params = { customer_id: "ada", product_id: "pro" };
    await t.mutation(components.billing.public.attach, { params });
    expect((await read(90)).data?.days).toMatchObject([{ views: 1, likes: 0 }, { likes: 1 }]);
  });
});
