import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../convex/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../convex/community/plans";
import { artists, works } from "../../scripts/demo/index.json";
import { buyers, studios } from "../../scripts/demo/plans.json";
import { FIRST_PAGE, openSite } from "./community/site";

const named = import.meta.glob(["../../convex/seed.ts", "../../convex/community/**/*.ts"]);
/** By the paths that `openSite` uses. */
const modules = Object.fromEntries(
  Object.entries(named).map(([path, load]) => [`../${path}`, load]),
);

type Site = Awaited<ReturnType<typeof openSite>>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
});
/** The demo artists, each with the works of their studio. */
async function openGallery(): Promise<Site> {
  const site = await openSite(modules);
  for (const { artist: username, slug } of studios.flatMap((studio) => studio.works)) {
    const artist = artists.find((each) => each.username === username);
    if (!artist) throw new Error(`${username} is not in the gallery's list`);
    await site.t.mutation(internal.community.demo.artworks.publish, {
      ...{ artist, slug, title: slug, alt: "", medium: "painting", width: 4, height: 3 },
      ...{ tags: [], madeHow: "by_hand", mediaType: "image/png" },
      storageId: await site.send(new Uint8Array(8)),
    });
  }
  return site;
}

async function sellPlans({ t }: Site): Promise<number[]> {
  const { addStudio } = internal.community.demo.studios;
  const done: number[] = [];
  for (const studio of studios) done.push(Number(await t.mutation(addStudio, studio)));
  for (const buyer of buyers) done.push(await t.action(internal.seed.shop, buyer));
  for (const { slug } of studios) done.push(await t.action(internal.seed.seat, { slug }));
  return done;
}

async function productsOf({ t }: Site, username: string): Promise<string[]> {
  const { data } = await t.query(components.billing.public.getCustomer, {
    params: { customer_id: `gallery:${username}` },
    now: Date.now(),
  });
  return (data?.products ?? []).map(({ id, status }) => `${id} ${status}`).sort();
}

describe("the demo artists", () => {
  it("have, together, every plan and add-on that is for sale", () => {
    const bought = new Set(buyers.flatMap(({ buys }) => buys.map(({ productId }) => productId)));
    const forSale = SPOTLIGHT_CATALOGUE.products.map(({ id }) => id);
    // Every customer starts on the free plan; the referral credits come with a referral.
    expect(forSale.filter((id) => !bought.has(id))).toEqual([
      "free",
      "welcome_credits",
      "referral_credits",
    ]);
  });

  it("share every kind of file that the site accepts", () => {
    const kinds = new Set(works.map(({ mediaType = "image/jpeg" }) => mediaType));
    const video = ["video/mp4", "video/webm", "video/quicktime", "video/x-matroska"];
    const still = ["image/jpeg", "image/gif", "image/avif", "image/apng", "image/heic"];
    expect([...video, ...still].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("publish in studios only existing works", () => {
    const hung = new Set(works.map(({ slug, artist }) => `${artist}/${slug}`));
    const shown = studios.flatMap((studio) => studio.works);
    expect(shown.filter(({ artist, slug }) => !hung.has(`${artist}/${slug}`))).toEqual([]);
  });

  it("buy through the engine, once, however often the seeding runs", async () => {
    const site = await openGallery();
    const first = await sellPlans(site);
    expect(first).toEqual([1, 1, ...buyers.map(({ buys }) => buys.length), 3, 2]);
    expect(await sellPlans(site)).toEqual(first.map(() => 0));
    expect(await productsOf(site, "ines.duarte")).toEqual([
      ...["boost_pack active", "creator active"],
    ]);
    expect(await productsOf(site, "arun.pillai")).toEqual([
      ...["creator scheduled", "lifetime_badge active", "pro_annual active"],
    ]);
    // The credits of a referral come once the payment that earned them is kept for a month.
    const { data: ines } = await site.t.query(components.billing.public.getCustomer, {
      params: { customer_id: "gallery:ines.duarte", expand: ["referrals"] },
      now: Date.now(),
    });
    expect(ines?.referrals).toMatchObject([{ reward_applied: false }]);
    expect(ines?.referrals?.[0]?.reward_due_at).toBeGreaterThan(Date.now());
    const { page } = await site.t.query(api.community.studios.functions.listWorks, {
      ...{ slug: "long-table", ...FIRST_PAGE },
    });
    expect(page).toHaveLength(4);
  });

  it("have one trial among them, and seats in their studios", async () => {
    const site = await openGallery();
    await sellPlans(site);
    const read = async (username: string) => {
      const { data } = await site.t.query(components.billing.public.getCustomer, {
        params: { customer_id: `gallery:${username}`, expand: ["entities", "invoices"] },
        now: Date.now(),
      });
      return data;
    };
    const [trying, paying] = [await read("yuki.tanabe"), await read("noor.haddad")];
    expect(trying?.invoices).toEqual([]);
    expect(paying?.invoices).toMatchObject([{ total: 15, status: "paid" }]);
    expect((await read("kofi.mensah"))?.entities).toHaveLength(3);
  });

  it.each([
    ["outside the sandbox", { BILLING_MODE: "live" }],
    ["with a remote provider", { AUTUMN_SECRET_KEY: "am_sk_1" }],
  ])("buy nothing %s", async (_, env) => {
    const site = await openGallery();
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const [first] = buyers;
    if (!first) throw new Error("Nobody buys anything");
    expect(await site.t.action(internal.seed.shop, first)).toBe(0);
    expect(await productsOf(site, first.username)).toEqual([]);
  });
});

describe("a demo work", () => {
  it("gets each further picture and step once", async () => {
    const site = await openGallery();
    const [first] = studios.flatMap((studio) => studio.works);
    if (!first) throw new Error("No demo studio has works");
    const { fileUploadUrl, addFile } = internal.community.demo.artworks;
    const place = { work: first, role: "step" as const, position: 1 };
    expect(await site.t.mutation(fileUploadUrl, place)).not.toBeNull();
    const file = { caption: "One stone.", mediaType: "image/png" as const, width: 4, height: 3 };
    const storageId = await site.send(new Uint8Array(8));
    await site.t.mutation(addFile, { ...place, ...file, storageId });
    expect(await site.t.mutation(fileUploadUrl, place)).toBeNull();
    expect(await site.t.mutation(fileUploadUrl, { ...place, role: "page" })).not.toBeNull();
  });
});
