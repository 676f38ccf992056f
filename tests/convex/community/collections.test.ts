import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components } from "../../../convex/_generated/api";
import { FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,collections/items,collections/functions,entitlements,artworks/deletion,profiles/functions,storage/quota,relationships/blocks}.ts",
);

const { items, functions: collections } = api.community.collections;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

const create = async ({ person }: Site, title: string) =>
  await person("ada").mutation(collections.create, {
    ...{ title, description: "", visibility: "public" },
  });

const shown = async ({ person }: Site) =>
  (await person("ada").query(collections.byProfile, { username: "ada", ...FIRST_PAGE })).page;

describe("collections", () => {
  it.each([
    ["the artist blocked its owner", "ada", "ben"],
    ["its owner blocked the artist", "ben", "ada"],
  ])("accept no work when %s", async (_, blocker, username) => {
    const site = await openSite(modules);
    const artworkId = await site.hang("ada", "w");
    const ben = site.person("ben");
    const shelf = { title: "Best", description: "", visibility: "public" as const };
    const { data } = await ben.mutation(collections.create, shelf);
    const collectionId = data?.id ?? expect.unreachable();
    const block = { username, kind: "block" as const };
    const { set } = api.community.relationships.blocks;
    await site.person(blocker).mutation(set, { ...block, enabled: true });
    const add = async () =>
      (await ben.mutation(items.add, { collectionId, artworkId })).error?.code;
    expect(await add()).toBe("blocked");
    await site.person(blocker).mutation(set, { ...block, enabled: false });
    expect(await add()).toBeUndefined();
  });

  it("have the plan's limit, and a deleted one frees a place", async () => {
    const site = await openSite(modules);
    for (const title of ["1", "2", "3"]) expect((await create(site, title)).error).toBeNull();
    expect((await create(site, "4")).error?.code).toBe("insufficient_balance");
    expect(await shown(site)).toHaveLength(3);
    const [newest] = await shown(site);
    if (!newest) throw new Error("Nothing there");
    await site.person("ada").mutation(collections.remove, { id: newest.id });
    await site.settle();
    expect((await create(site, "4")).error).toBeNull();
    expect((await create(site, "5")).error?.code).toBe("insufficient_balance");
  });

  it("remain when the plan has fewer: the oldest can be changed, the others read and deleted", async () => {
    const site = await openSite(modules);
    const ada = site.person("ada");
    const work = await site.hang("ada", "w");
    const plan = { customer_id: "ada", product_id: "pro" };
    await site.t.mutation(components.billing.public.attach, { params: plan });
    for (const title of ["1", "2", "3", "4", "5"]) await create(site, title);
    const end = { ...plan, cancel_immediately: true };
    await site.t.mutation(components.billing.public.cancel, { params: end });
    const all = await shown(site);
    expect(all.map(({ title, isReadOnly }) => [title, isReadOnly])).toEqual([
      ["5", true],
      ["4", true],
      ["3", false],
      ["2", false],
      ["1", false],
    ]);
    const [fifth, , third] = all;
    if (!fifth || !third) throw new Error("Some are gone");
    const add = async (collectionId: string) =>
      (await ada.mutation(items.add, { collectionId, artworkId: work })).error?.code;
    expect([await add(fifth.id), await add(third.id)]).toEqual(["read_only", undefined]);
    const edited = await ada.mutation(collections.edit, { id: fifth.id, title: "x" });
    expect(edited.error?.code).toBe("read_only");
    const item = { collectionId: fifth.id, artworkId: work };
    const removed = await ada.mutation(items.remove, item);
    const moved = await ada.mutation(items.move, { ...item, after: null });
    expect([removed.error?.code, moved.error?.code]).toEqual(["read_only", "read_only"]);
    // Its owner decides that.
    await site.person("eve").mutation(api.community.profiles.functions.ensure, {});
    const args = { username: "ada", ...FIRST_PAGE };
    const others = (await site.person("eve").query(collections.byProfile, args)).page;
    expect(others.map(({ isReadOnly }) => isReadOnly)).toEqual(Array(5).fill(false));
    const choices = await ada.query(items.listContaining, { artworkId: work });
    expect(choices.map(({ isReadOnly }) => isReadOnly)).toEqual([true, true, false, false, false]);
    expect((await create(site, "6")).error?.code).toBe("insufficient_balance");
    expect((await ada.mutation(collections.remove, { id: third.id })).error).toBeNull();
    await site.settle();
    expect((await shown(site)).map(({ isReadOnly }) => isReadOnly)).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect((await create(site, "6")).error?.code).toBe("insufficient_balance");
  });

  it("are visible to others when public, and changed only by their owner", async () => {
    const site = await openSite(modules);
    const artworkId = await site.hang("ada", "w");
    const { data } = await create(site, "Harbours");
    const id = data?.id ?? "";
    await site.person("ada").mutation(items.add, { collectionId: id, artworkId });
    const eve = site.person("eve");
    await eve.mutation(api.community.profiles.functions.ensure, {});
    const item = { collectionId: id, artworkId };
    const texts = { title: "Mine", description: "", visibility: "public" as const };
    const answers = [
      await eve.mutation(collections.edit, { id, ...texts }),
      await eve.mutation(items.add, item),
      await eve.mutation(items.move, { ...item, after: null }),
      await eve.mutation(items.remove, item),
      await eve.mutation(collections.remove, { id }),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => "forbidden"));
    expect(await shown(site)).toMatchObject([{ title: "Harbours", items: 1 }]);
  });

  it("hold each work once, in their owner's order", async () => {
    const site = await openSite(modules);
    const ada = site.person("ada");
    const made = await create(site, "Best");
    if (!made.data) throw new Error("Not made");
    const { id: collectionId } = made.data;
    const [a, b, c] = [
      await site.hang("ada", "a", { title: "a" }),
      await site.hang("ben", "b", { title: "b" }),
      await site.hang("ada", "c", { title: "c" }),
    ];
    for (const artworkId of [a, b, c, a]) {
      await ada.mutation(items.add, { collectionId, artworkId });
    }
    const titles = async () => {
      const { page } = await site.t.query(items.list, { collectionId, ...FIRST_PAGE });
      return page.map(({ title }) => title).join("");
    };
    expect(await titles()).toBe("abc");
    const move = async (artworkId: typeof a, after: typeof a | null) =>
      (await ada.mutation(items.move, { collectionId, artworkId, after })).error?.code;
    await move(c, null);
    expect(await titles()).toBe("cab");
    await move(c, a);
    expect(await titles()).toBe("acb");
    await move(c, b);
    expect(await titles()).toBe("abc");
    const holding = await ada.query(items.listContaining, { artworkId: b });
    expect(holding).toEqual([
      { id: collectionId, title: "Best", hasWork: true, isReadOnly: false },
    ]);
    expect(await ada.query(collections.get, { id: collectionId })).toMatchObject({
      covers: [expect.any(String), expect.any(String), expect.any(String)],
    });
    // A video without a poster has no picture.
    await site.t.run((ctx) => ctx.db.patch("artworks", a, { mediaType: "video/mp4" }));
    const { covers } = (await ada.query(collections.get, { id: collectionId })) ?? {};
    expect(covers).toHaveLength(2);
    await ada.mutation(items.remove, { collectionId, artworkId: b });
    expect(await move(b, a)).toBe("invalid_order");
    await ada.mutation(api.community.artworks.functions.remove, { id: a });
    await site.settle();
    expect(await titles()).toBe("c");
    expect(await site.t.query(collections.get, { id: collectionId })).toMatchObject({ items: 1 });
  });
});
