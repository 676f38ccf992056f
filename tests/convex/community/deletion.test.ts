import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import schema from "../../../convex/schema";
import { openSite } from "./site";

const { collections, comments, deletion, follows, likes, pages, views, works } = api.community;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe("deletion.removeAccount", () => {
  it("is refused to who is signed out, and to who types another name", async () => {
    const { t, person, hang } = await openSite();
    await hang("ada", "w");
    const remove = deletion.removeAccount;
    expect((await t.action(remove, { username: "ada" })).error?.code).toBe("unauthenticated");
    const eve = await person("eve").action(remove, { username: "ada" });
    expect(eve.error?.code).toBe("artist_not_found");
    expect(await t.query(pages.get, { username: "ada" })).not.toBeNull();
  });

  it("leaves no row and no file that names them, and others' counts right", async () => {
    const { t, person, hang, prepare, settle } = await openSite();
    const own = await hang("ada", "w", { tags: ["ink"] });
    const other = await hang("ben", "b");
    const [ada, ben] = [person("ada"), person("ben")];
    const profile = await t.run((ctx) => ctx.db.query("profiles").first());
    if (!profile) throw new Error("No profile");
    const portrait = { kind: "cover" as const, storageId: await prepare("ada") };
    await ada.mutation(pages.setPortrait, portrait);
    await prepare("ada");
    await ada.mutation(follows.set, { username: "ben", followed: true });
    await ben.mutation(follows.set, { username: "ada", followed: true });
    for (const [viewer, artworkId] of [
      [ada, other],
      [ben, own],
    ] as const) {
      await viewer.mutation(likes.set, { artworkId, liked: true });
      await viewer.mutation(views.record, { artworkId });
      await viewer.mutation(comments.add, { artworkId, text: "Hello @ada and @ben" });
    }
    const texts = { title: "Best", description: "", visibility: "public" as const };
    await ada.mutation(collections.create, texts);
    await settle();

    expect((await ada.action(deletion.removeAccount, { username: "Ada" })).error).toBeNull();
    expect(await t.query(pages.get, { username: "ada" })).toBeNull();
    await settle();

    await t.run(async (ctx) => {
      for (const table of Object.keys(schema.tables) as (keyof typeof schema.tables)[]) {
        const rows = JSON.stringify(await ctx.db.query(table).take(500));
        expect([table, rows.includes(profile._id), rows.includes("|ada")]).toEqual([
          table,
          false,
          false,
        ]);
      }
      // Ben's own picture.
      expect(await ctx.db.system.query("_storage").take(10)).toHaveLength(1);
      expect(await ctx.db.query("customers").take(10)).toHaveLength(1);
      expect(await ctx.db.query("tags").take(1)).toEqual([]);
    });
    const page = await t.query(pages.get, { username: "ben" });
    expect(page).toMatchObject({ followers: 0, followed: 0 });
    const left = await t.query(works.detail, { id: other });
    expect(left).toMatchObject({ comments: 0 });
    const found = await t.query(api.community.artworks.get, { id: other });
    expect(found?.artwork.likes).toBe(0);
  });

  it("frees the name for whoever comes next", async () => {
    const { person, hang, settle } = await openSite();
    await hang("ada", "w");
    await person("ada").action(deletion.removeAccount, { username: "ada" });
    await settle();
    const again = await person("ada").mutation(api.community.profiles.ensure, {});
    expect(again.data?.username).toBe("ada");
  });
});
