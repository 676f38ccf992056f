import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../../convex/_generated/api";
import { openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,entitlements,artworks/deletion,profiles/functions,prints/functions,storage/quota,artworks/tagSuggestions}.ts",
);

const { functions: artworks, tagSuggestions } = api.community.artworks;
const { functions: pages } = api.community.profiles;
const prints = api.community.prints.functions;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});

/** Ada buys something, with a new card. */
async function buy({ t, person }: Site, productId: string) {
  const { data } = await person("ada").action(api.billing.attach, { productId });
  const token = (data?.checkout_url ?? "").split("/").at(-1) ?? "";
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2090, cvc: "123" };
  await t.mutation(components.billing.pages.checkout.submitCard, { token, card });
}

describe("tagSuggestions.suggest", () => {
  const ask = async ({ person }: Site, words: string, tags: string[] = []) => {
    // Each in a different millisecond, like clicks.
    vi.advanceTimersByTime(1);
    return await person("ada").mutation(tagSuggestions.suggest, { words, tags });
  };

  it("returns tags of similar works, the commonest first, without the present ones", async () => {
    const site = await openSite(modules);
    await site.hang("ben", "1", { title: "Harbour", tags: ["sea", "night"] });
    await site.hang("ben", "2", { title: "Harbour at noon", tags: ["boats", "night"] });
    await site.hang("ben", "3", { title: "Harbour, sketch", tags: ["secret"], state: "draft" });
    await site.hang("ben", "4", { title: "Owl", alt: "A bird", tags: ["feather"] });
    expect((await ask(site, "harbour", ["#Sea"])).data).toEqual(["night", "boats"]);
  });

  it("counts twenty a day on the free plan, and nothing without a suggestion", async () => {
    const site = await openSite(modules);
    await site.hang("ben", "1", { title: "Harbour", tags: ["sea"] });
    for (let n = 0; n < 20; n++) expect((await ask(site, "harbour")).data).toEqual(["sea"]);
    expect((await ask(site, "owls")).data).toEqual([]);
    expect((await ask(site, "harbour", ["sea"])).data).toEqual([]);
    expect((await ask(site, "harbour")).error?.code).toBe("insufficient_balance");
  });
});

describe("prints.order", () => {
  const ADDRESS = "Ada, Elm Street 1, Turin, Italy";

  it("uses a bought print, and shows the address until it is sent", async () => {
    const site = await openSite(modules);
    const { t, person, hang } = site;
    const artworkId = await hang("ada", "w");
    const ada = person("ada");
    // All in the same millisecond, and each counts.
    const order = async (address = ADDRESS) =>
      await ada.mutation(prints.order, { artworkId, address });
    expect((await order()).error?.code).toBe("insufficient_balance");
    await buy(site, "print_pack");
    expect((await order(" ")).error?.code).toBe("invalid_text");
    for (let n = 0; n < 5; n++) expect((await order()).error).toBeNull();
    expect((await order()).error?.code).toBe("insufficient_balance");
    const open = await t.query(internal.community.prints.functions.open, {});
    expect(open.map(({ address }) => address)).toEqual(Array(5).fill(ADDRESS));
    const [first] = open;
    if (!first) throw new Error("Nothing was ordered");
    await t.mutation(internal.community.prints.functions.ship, { id: first.id });
    const states = (await ada.query(prints.ofWork, { artworkId })).map(({ state }) => state);
    expect(states).toEqual(["shipped", "ordered", "ordered", "ordered", "ordered"]);
    expect(await person("ben").query(prints.ofWork, { artworkId })).toEqual([]);
    const row = await t.run((ctx) => ctx.db.get("printOrders", first.id));
    expect(row?.address).toBe("");
  });

  it("deletes the address when the work is deleted, and refunds unsent prints", async () => {
    const site = await openSite(modules);
    const { t, person } = site;
    const ada = person("ada");
    const artworkId = await site.hang("ada", "w");
    await buy(site, "print_pack");
    for (let ordered = 0; ordered < 2; ordered++) {
      await ada.mutation(prints.order, { artworkId, address: ADDRESS });
    }
    const [first] = await t.query(internal.community.prints.functions.open, {});
    if (!first) throw new Error("Nothing was ordered");
    await t.mutation(internal.community.prints.functions.ship, { id: first.id });
    await ada.mutation(artworks.remove, { id: artworkId });
    await site.settle();
    expect(await t.run((ctx) => ctx.db.query("printOrders").take(1))).toEqual([]);
    const { data: customer } = await ada.action(api.billing.createCustomer, {});
    expect(customer?.features["prints"]?.balance).toBe(4);
  });
});

describe("a supporter's page", () => {
  it("shows the badge to everyone, from the purchase on", async () => {
    const site = await openSite(modules);
    await site.hang("ada", "w");
    const isSupporter = async () =>
      (await site.t.query(pages.get, { username: "ada" }))?.isSupporter;
    expect(await isSupporter()).toBe(false);
    await buy(site, "lifetime_badge");
    expect(await isSupporter()).toBe(true);
  });
});
