import { describe, expect, it } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { artists, works } from "../../../scripts/gallery/index.json";
import { people, talk } from "../../../scripts/gallery/life.json";
import { openSite } from "./site";

const ana = { username: "ana", name: "Ana", bio: "" };
const bram = { username: "bram", name: "Bram", bio: "" };
const WORK = { artist: "ana", slug: "dunes" };

async function openGallery() {
  const site = await openSite();
  for (const [artist, slug] of [
    [ana, "dunes"],
    [bram, "grid"],
  ] as const) {
    await site.t.mutation(internal.community.gallery.hang, {
      artist,
      slug,
      storageId: await site.send(new Uint8Array(8)),
      title: slug,
      alt: "",
      medium: "painting",
      width: 4,
      height: 3,
      tags: ["sand"],
      madeHow: "by_hand",
      mediaType: "image/png",
    });
  }
  const enliven = () =>
    site.t.mutation(internal.community.galleryLife.enliven, {
      username: "bram",
      follows: ["ana"],
      likes: [WORK],
      collections: [{ title: "Sand", description: "", works: [WORK] }],
    });
  const discuss = () =>
    site.t.mutation(internal.community.galleryLife.discuss, {
      work: WORK,
      said: { by: "bram", text: "Warm." },
      answers: [{ by: "ana", text: "It was, @bram." }],
    });
  return { ...site, enliven, discuss };
}

const PAGE = { paginationOpts: { numItems: 10, cursor: null } };

describe("the gallery's life", () => {
  it("follows, likes and collects once, however often it is told to", async () => {
    const { t, enliven } = await openGallery();
    expect([await enliven(), await enliven()]).toEqual([true, false]);
    const found = await t.query(api.community.pages.get, { username: "ana" });
    expect(found?.followers).toBe(1);
    const { page } = await t.query(api.community.artworks.byProfile, { username: "ana", ...PAGE });
    expect(page).toMatchObject([{ likes: 1, madeHow: "by_hand" }]);
    const collections = await t.query(api.community.collections.byProfile, {
      username: "bram",
      ...PAGE,
    });
    expect(collections.page).toMatchObject([{ title: "Sand", items: 1 }]);
  });

  it("talks once, with answers under what is answered", async () => {
    const { t, discuss } = await openGallery();
    expect([await discuss(), await discuss()]).toEqual([true, false]);
    const { page } = await t.query(api.community.artworks.byProfile, { username: "ana", ...PAGE });
    const artworkId = page[0]?.id ?? "";
    const said = await t.query(api.community.comments.list, { artworkId, ...PAGE });
    expect(said.page).toMatchObject([{ text: "Warm.", replies: 1 }]);
  });

  it("is shown by what stands in for a file that few browsers open", async () => {
    const { t, send } = await openSite();
    const file = async (mediaType: "image/webp" | "image/jpeg", bytes: number) => ({
      ...{ storageId: await send(new Uint8Array(bytes)), mediaType },
    });
    await t.mutation(internal.community.gallery.hang, {
      ...{ artist: ana, slug: "dusk", title: "Dusk", alt: "", medium: "photography" },
      ...{ storageId: await send(new Uint8Array(8)), width: 4, height: 3, mediaType: "image/heic" },
      ...{ tags: [], madeHow: null, thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" },
      ...{ preview: await file("image/jpeg", 9), poster: await file("image/webp", 7) },
    });
    const { page } = await t.query(api.community.artworks.byProfile, { username: "ana", ...PAGE });
    const [card] = page;
    expect(new Set([card?.url, card?.previewUrl, card?.posterUrl]).size).toBe(3);
    expect(card?.thumbhash).toBe("3OcRJYB4d3h/iIeHeEh3eIhw+j2w");
  });

  it("names only artists and works that the gallery has", () => {
    const names = new Set(artists.map(({ username }) => username));
    const hung = new Set(works.map(({ slug, artist }) => `${artist}/${slug}`));
    const named = people.flatMap(({ username, follows }) => [username, ...follows]);
    const spoken = talk.flatMap(({ said, answers }) => [said.by, ...answers.map(({ by }) => by)]);
    expect([...named, ...spoken].filter((name) => !names.has(name))).toEqual([]);
    const meant = [
      ...people.flatMap(({ likes, collections }) => [
        ...likes,
        ...collections.flatMap((collection) => collection.works),
      ]),
      ...talk.map(({ work }) => work),
    ];
    const lost = meant.filter(({ artist, slug }) => !hung.has(`${artist}/${slug}`));
    expect(lost).toEqual([]);
  });
});
