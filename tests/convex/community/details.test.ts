import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { FIRST_PAGE, buyPlan, openSite, pngOf } from "./site";
import type { Doc } from "../../../convex/_generated/dataModel";
import http from "../../../convex/http";
import { MEMBER_TEXTS } from "../../../convex/contract/texts";
import { NEW_PROFILE } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{comments/functions,relationships/follows,demo/artworks,studios/members,notifications/functions,studios/ownership,profiles/functions,prints/functions,search,studios/seatBalances,studios/seats,shareCards,studios/functions,artworks/tagSuggestions}.ts",
);

const comments = api.community.comments.functions;
const { follows } = api.community.relationships;
const { members, seatBalances, seats, functions: studios } = api.community.studios;
const notifications = api.community.notifications.functions;
const profiles = api.community.profiles.functions;
const prints = api.community.prints.functions;
const { search } = api.community;
const { tagSuggestions } = api.community.artworks;
const { artworks } = internal.community.demo;
const { shareCards } = internal.community;

const SITE = "https://spotlight.example";

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.stubEnv("SITE_ORIGIN", SITE);
  vi.useFakeTimers();
});

describe("the routes", () => {
  it("serve share pages over HTTP", () => {
    const routes = http.getRoutes().filter(([path]) => path.startsWith("/share"));
    expect(routes.map(([path, method]) => `${method} ${path}`)).toEqual(["GET /share/*"]);
  });
});

describe("a profile", () => {
  it("has the identity provider's name; equal names get a number", async () => {
    const { t } = await openSite(modules);
    const come = async (subject: string, said: object) => {
      const as = t.withIdentity({ subject, issuer: "https://x", ...said });
      return (await as.mutation(profiles.ensure, {})).data;
    };
    const ada = { preferredUsername: "Ada", nickname: "countess", name: "Ada L." };
    expect(await come("1", ada)).toEqual({ username: "Ada", name: "Ada L.", bio: "" });
    expect(await come("2", { preferredUsername: "ADA" })).toMatchObject({ username: "ADA-2" });
    expect(await come("3", ada)).toMatchObject({ username: "Ada-3", name: "Ada L." });
    expect(await come("4", { nickname: "countess" })).toMatchObject({ username: "countess" });
    expect(await come("five", {})).toMatchObject({ username: "five", name: "five" });
    const named = await t.query(profiles.byUsername, { username: "aDA-2" });
    expect(named).toEqual({ username: "ADA-2", name: "ADA-2", bio: "" });
    const found = await t.query(search.people, { text: "L.", ...FIRST_PAGE });
    expect(found.page.map(({ username }) => username).sort()).toEqual(["Ada", "Ada-3"]);
    const page = await t.query(profiles.get, { username: "ada" });
    expect(page).toMatchObject({ followers: 0, followed: 0, links: [], coverUrl: null });
  });

  it("counts each follower once, however often they follow", async () => {
    const { person } = await openSite(modules);
    await person("ada").mutation(profiles.ensure, {});
    const set = async (name: string, followed: boolean) =>
      (await person(name).mutation(follows.set, { username: "ada", followed })).data?.followers;
    expect([await set("eve", true), await set("eve", true), await set("ben", true)]).toEqual([
      ...[1, 1, 2],
    ]);
    expect([await set("eve", false), await set("eve", false)]).toEqual([1, 1]);
  });
});

/** The files of a work, and which of them is shown large and small. */
const STILLS: readonly [Doc<"artworks">["mediaType"], string, string, string][] = [
  ["image/png", "", "own", "own"],
  ["image/png", "preview", "own", "own"],
  ["image/png", "poster", "own", "poster"],
  ["image/heic", "", "none", "none"],
  ["image/heic", "preview", "preview", "preview"],
  ["image/heic", "poster", "poster", "poster"],
  ["image/heic", "preview poster", "preview", "poster"],
  ["video/mp4", "", "none", "none"],
  ["video/mp4", "preview", "none", "none"],
  ["video/mp4", "preview poster", "poster", "poster"],
];

describe("a rendition of a work", () => {
  it.each(STILLS)("of %s with “%s” is large its %s, small its %s", async (...row) => {
    const [mediaType, files, large, small] = row;
    const { t, person, hang, send } = await openSite(modules);
    const id = await hang("ada", "w");
    await person("ben").mutation(comments.add, { artworkId: id, text: "Ah" });
    const standIns = { preview: await send(pngOf(1, 1)), poster: await send(pngOf(2, 1)) };
    const urls = await t.run(async ({ db, storage }) => {
      const work = await db.get("artworks", id);
      if (!work) throw new Error("Nothing hangs");
      for (const name of ["preview", "poster"] as const) {
        if (!files.includes(name)) continue;
        const file = { storageId: standIns[name], mediaType: "image/jpeg" as const, bytes: 1 };
        await db.patch("artworks", id, { [name]: file });
      }
      await db.patch("artworks", id, { mediaType });
      const all = { own: work.storageId, ...standIns };
      const found = Object.entries(all).map(async ([name, storageId]) => {
        return [await storage.getUrl(storageId), name] as const;
      });
      return await Promise.all(found);
    });
    const nameOf = (url: string | null | undefined) =>
      urls.find(([known]) => known === url)?.[1] ?? "none";
    const card = await t.query(shareCards.ofWork, { id });
    const told = await person("ada").query(notifications.list, FIRST_PAGE);
    expect(card?.kind).toBe("card");
    const picture = card?.kind === "card" ? card.image?.url : null;
    expect([nameOf(picture), nameOf(told.page[0]?.artwork?.url)]).toEqual([large, small]);
  });
});

describe("a shared page", () => {
  it("of a work has its artist's description, or else the alternative text", async () => {
    const { t, hang } = await openSite(modules);
    const ids = [
      await hang("ada", "1", { alt: "Waves", description: "At noon", noAi: false }),
      await hang("ada", "2", { alt: "Waves", description: "" }),
    ];
    const found = await Promise.all(ids.map((id) => t.query(shareCards.ofWork, { id })));
    const cards = found.map((card) => (card?.kind === "card" ? card : null));
    expect(cards.map((card) => card?.description)).toEqual(["At noon", "Waves"]);
    expect(cards.map((card) => card?.robots)).toEqual([[], ["noai", "noimageai"]]);
    expect(cards[0]?.image).toMatchObject({ alt: "Waves", size: { width: 3, height: 2 } });
  });

  it("of an artist shows their small avatar, and links to their page", async () => {
    const { t, person, prepare } = await openSite(modules);
    await person("ada & co").mutation(profiles.ensure, {});
    const ada = person("ada & co");
    const storageId = await prepare("ada & co");
    await ada.mutation(profiles.setProfileImage, { kind: "avatar", storageId });
    await ada.mutation(profiles.edit, { name: "Ada", bio: "Looms" });
    const url = await t.run(async ({ storage }) => await storage.getUrl(storageId));
    expect(await t.query(shareCards.ofArtist, { username: "ada & co" })).toEqual({
      ...{ kind: "card", path: "/u/ada%20%26%20co", title: "Ada", description: "Looms" },
      ...{ feed: "/feeds/u/ada%20%26%20co", robots: ["noai", "noimageai"] },
      image: { url, alt: "Ada", size: null, look: "small" },
    });
    const response = await t.fetch("/share/u/ada%20%26%20co");
    const text = await response.text();
    expect(text).toContain(`<meta name="twitter:card" content="summary" />`);
    expect(text).not.toContain("og:image:width");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  });

  it("needs the site's URL", async () => {
    const { t } = await openSite(modules);
    vi.stubEnv("SITE_ORIGIN", "");
    await expect(t.fetch("/share/a/x")).rejects.toThrow("SITE_ORIGIN is not set");
  });
});

describe("a print order", () => {
  it("has an address of up to 400 characters; a refused one is not stored", async () => {
    const { t, person, hang } = await openSite(modules);
    const artworkId = await hang("ada", "w");
    const order = async (address: string) =>
      (await person("ada").mutation(prints.order, { artworkId, address })).error?.code;
    expect(await order("x".repeat(401))).toBe("invalid_text");
    expect(await order("x".repeat(400))).toBe("insufficient_balance");
    expect(await t.run(({ db }) => db.query("printOrders").take(1))).toEqual([]);
  });
});

describe("a studio", () => {
  it("has a name of limited length, and an owner at most five studios", async () => {
    const site = await openSite(modules);
    const { person } = site;
    await person("ada").mutation(profiles.ensure, {});
    await buyPlan(site, "ada");
    const found = async (slug: string, name = "x") =>
      (await person("ada").mutation(studios.create, { slug, name })).error?.code;
    const long = "x".repeat(MEMBER_TEXTS.studioName.most);
    expect([await found("one", ` ${long}`), await found("one", " ")]).toEqual([
      ...["invalid_text", "invalid_text"],
    ]);
    expect([await found("one", long), await found("two", " Two ")]).toEqual([undefined, undefined]);
    expect(await person("ada").query(studios.get, { slug: "two" })).toMatchObject({
      name: "Two",
    });
    for (const slug of ["three", "four", "five"]) expect(await found(slug)).toBeUndefined();
    expect(await found("six")).toBe("too_many");
  });

  it("can be transferred to a member with fewer than five, however many its owner has", async () => {
    const site = await openSite(modules);
    const { person } = site;
    const slugs = Array.from({ length: 5 }, (_, n) => `studio-${n}`);
    const own = async (name: string, prefix: string, wanted: readonly string[]) => {
      for (const slug of wanted) {
        await person(name).mutation(studios.create, { slug: `${prefix}-${slug}`, name: "x" });
      }
    };
    for (const name of ["ada", "ben"]) {
      await person(name).mutation(profiles.ensure, {});
      await buyPlan(site, name);
    }
    await own("ada", "adas", slugs);
    await own("ben", "bens", slugs.slice(1));
    const give = async (from: string, to: string, slug: string) => {
      await person(from).mutation(members.invite, { slug, username: to, role: "member" });
      await person(to).mutation(members.accept, { slug });
      const offer = await person(from).mutation(members.handOver, { slug, username: to });
      if (offer.error) return offer.error.code;
      return (await person(to).mutation(api.community.studios.ownership.accept, { slug })).error
        ?.code;
    };
    expect(await give("ada", "ben", "adas-studio-0")).toBeUndefined();
    expect(await give("ada", "ben", "adas-studio-1")).toBe("too_many");
    expect(await give("ben", "ada", "bens-studio-1")).toBeUndefined();
  });

  it("is marked as the member's own or not, for a member of two", async () => {
    const site = await openSite(modules);
    const { person } = site;
    for (const name of ["ada", "ben"]) {
      await person(name).mutation(profiles.ensure, {});
      await buyPlan(site, name);
      await person(name).mutation(studios.create, { slug: `of-${name}`, name });
    }
    const there = { slug: "of-ada", username: "ben" };
    await person("ada").mutation(members.invite, { ...there, role: "member" });
    await person("ben").mutation(members.accept, { slug: "of-ada" });
    await person("ada").action(seats.assign, there);
    const mine = async () =>
      (await person("ben").query(seatBalances.mine, {}))
        .map(({ slug, isOwn }) => `${slug} ${isOwn}`)
        .sort();
    expect(await mine()).toEqual(["of-ada false"]);
    await person("ben").action(seats.assign, { slug: "of-ben", username: "ben" });
    expect(await mine()).toEqual(["of-ada false", "of-ben true"]);
  });

  it("shows its first 24 members, in the order of joining", async () => {
    const site = await openSite(modules);
    const { t, person } = site;
    await person("ada").mutation(profiles.ensure, {});
    await buyPlan(site, "ada");
    const slug = "ink-room";
    await person("ada").mutation(studios.create, { slug, name: "Ink" });
    const names = Array.from({ length: 25 }, (_, n) => `p${n}`);
    await t.run(async ({ db }) => {
      const studio = await db.query("studios").first();
      if (!studio) throw new Error("No studio");
      const ids = [];
      for (const username of names.toReversed()) {
        const keys = { username, usernameKey: username, tokenIdentifier: username };
        const row = { ...NEW_PROFILE, ...keys, name: username, bio: "", searchText: "" };
        ids.unshift(await db.insert("profiles", row));
      }
      const joined = { role: "member" as const, state: "joined" as const, entityId: null };
      for (const profileId of ids) {
        const member = { ...joined, studioId: studio._id, profileId, customerId: null };
        await db.insert("studioMembers", member);
      }
    });
    const shown = (await t.query(studios.get, { slug }))?.people.map(({ username }) => username);
    expect(shown).toEqual(["ada", ...names.slice(0, 23)]);
    const listed = await person("ada").query(members.list, { slug });
    expect(listed.map(({ username }) => username)).toEqual(["ada", ...names]);
  });
});

describe("tag suggestions", () => {
  it("are eight at most, for the first 200 characters", async () => {
    const { person, hang } = await openSite(modules);
    await hang("ben", "1", { title: "Harbour", tags: Array.from("abcdefghij") });
    await hang("ben", "2", { title: "Harbour", tags: ["j", "i"] });
    const ask = async (words: string, tags: string[] = []) => {
      vi.advanceTimersByTime(1);
      return (await person("ada").mutation(tagSuggestions.suggest, { words, tags })).data;
    };
    expect(await ask("harbour")).toEqual(["i", "j", "a", "b", "c", "d", "e", "f"]);
    expect(await ask("harbour", ["#J", "a"])).toEqual(["i", "b", "c", "d", "e", "f", "g", "h"]);
    expect(await ask(`${"x ".repeat(100)}harbour`)).toEqual([]);
    expect(await ask(" ")).toEqual([]);
  });
});

describe("a demo artist", () => {
  it("gets an avatar and a cover, each once, and works whose files arrived", async () => {
    const { t, send } = await openSite(modules);
    const artist = { username: "ana", name: "Ana", bio: "Sand" };
    const work = (slug: string) => ({
      ...{ artist, slug, title: slug, alt: "", medium: "painting" as const, width: 4, height: 3 },
      ...{ tags: ["sand"], madeHow: "by_hand" as const, mediaType: "image/png" as const },
    });
    const poster = { storageId: await send(new Uint8Array(5)), mediaType: "image/png" as const };
    const storageId = await send(new Uint8Array(8));
    await t.mutation(artworks.publish, { ...work("dunes"), storageId, poster });
    const row = await t.run(({ db }) => db.query("artworks").first());
    expect(row).toMatchObject({
      ...{ bytes: 8, poster: { bytes: 5 }, clientUploadId: "dunes", state: "published" },
      ...{ wasPublished: true, editedAt: null, boostedUntil: null, noAi: true, sensitive: false },
    });
    expect(await t.query(search.tags, { text: "" })).toEqual([{ tag: "sand", works: 1 }]);
    const set = async (field: "avatarId" | "coverId") => {
      const url = async () =>
        await t.mutation(artworks.profileImageUploadUrl, { username: "ana", field });
      const before = await url();
      const portrait = { username: "ana", field, storageId: await send(new Uint8Array(8)) };
      await t.mutation(artworks.setProfileImage, portrait);
      const page = await t.query(profiles.get, { username: "ana" });
      return [typeof before, await url(), typeof page?.avatarUrl, typeof page?.coverUrl];
    };
    expect(await set("coverId")).toEqual(["string", null, "object", "string"]);
    expect(await set("avatarId")).toEqual(["string", null, "string", "string"]);
    await t.run(({ storage }) => storage.delete(storageId));
    const gone = t.mutation(artworks.publish, { ...work("lost"), storageId });
    await expect(gone).rejects.toThrow("did not arrive");
    const nobody = { username: "bram", field: "coverId" as const };
    await expect(t.mutation(artworks.profileImageUploadUrl, nobody)).rejects.toThrow(
      "not an artist",
    );
  });
});
