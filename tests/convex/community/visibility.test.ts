import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, components } from "../../../convex/_generated/api";
import { BULK_EDIT_WORKS, WORK_LIMITS } from "../../../convex/contract/works";
import type { Visibility } from "../../../convex/contract/works";
import { FIRST_PAGE, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,artworks/bulkEdit,feed/functions,files/functions,storage/quota}.ts",
);

const works = api.community.artworks.functions;
const { apply } = api.community.artworks.bulkEdit;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});

const feedOf = async ({ t }: Site) =>
  (await t.query(works.feed, FIRST_PAGE)).page.map(({ title }) => title);

/** The uploads that ada has used. */
async function usedBy({ t }: Site) {
  const args = { params: { customer_id: "ada" }, now: Date.now() };
  const { data } = await t.query(components.billing.public.getCustomer, args);
  return data?.features["uploads"]?.usage ?? 0;
}

describe("a work's upload", () => {
  it.each([
    ["draft", [], 0],
    ["unlisted", [], 1],
    ["published", [], 1],
    ["draft", ["unlisted", "published"], 1],
    ["unlisted", ["draft", "unlisted"], 1],
    ["published", ["unlisted", "published"], 1],
  ] satisfies [Visibility, Visibility[], number][])(
    "of %s, then %j: %s",
    async (state, later, used) => {
      const site = await openSite(modules);
      await site.person("ada").action(api.billing.createCustomer, {});
      const id = await site.hang("ada", "w", { state });
      for (const next of later) {
        await site.person("ada").mutation(works.setState, { id, state: next });
      }
      expect(await usedBy(site)).toBe(used);
    },
  );
});

describe("an unlisted work", () => {
  it("is new in the feeds when it is listed for the first time, and only then", async () => {
    const site = await openSite(modules);
    const id = await site.hang("ada", "a", { title: "Swell", state: "unlisted" });
    vi.setSystemTime(Date.now() + 1000);
    await site.hang("ada", "b", { title: "Tide" });
    expect(await feedOf(site)).toEqual(["Tide"]);
    const to = async (state: Visibility) => {
      vi.setSystemTime(Date.now() + 1000);
      await site.person("ada").mutation(works.setState, { id, state });
    };
    await to("published");
    expect(await feedOf(site)).toEqual(["Swell", "Tide"]);
    vi.setSystemTime(Date.now() + 1000);
    await site.hang("ada", "c", { title: "Ebb" });
    await to("unlisted");
    expect(await feedOf(site)).toEqual(["Ebb", "Tide"]);
    await to("published");
    expect(await feedOf(site)).toEqual(["Ebb", "Swell", "Tide"]);
  });
});

describe("a bulk edit", () => {
  it("changes tags, licence and visibility of the caller's works, with a result for each", async () => {
    const site = await openSite(modules);
    const { person, hang, t } = site;
    const one = await hang("ada", "1", { title: "Swell", tags: ["ink", "old"] });
    const two = await hang("ada", "2", { title: "Tide" });
    const hers = await hang("eve", "3", { title: "Ebb" });
    const { data } = await person("ada").mutation(apply, {
      ids: [one, hers, two, "none"],
      changes: { addTags: ["#Sea"], removeTags: ["old"], licence: "cc0", state: "unlisted" },
    });
    expect(data?.map(({ id, error }) => [id, error && error.code])).toEqual([
      [one, null],
      [hers, "forbidden"],
      [two, null],
      ["none", "artwork_not_found"],
    ]);
    const changed = { licence: "cc0", state: "unlisted" };
    expect(await t.query(works.detail, { id: one })).toMatchObject({
      ...{ ...changed, tags: ["ink", "sea"] },
    });
    expect(await t.query(works.detail, { id: two })).toMatchObject({ ...changed, tags: ["sea"] });
    expect(await t.query(works.detail, { id: hers })).toMatchObject({
      ...{ state: "published", tags: [], licence: "all_rights_reserved" },
    });
    const tagged = { tag: "sea", ...FIRST_PAGE };
    expect((await t.query(api.community.feed.functions.explore, tagged)).page).toEqual([]);
    await person("ada").mutation(apply, { ids: [two], changes: { state: "published" } });
    expect((await t.query(api.community.feed.functions.explore, tagged)).page).toHaveLength(1);
  });

  it("leaves a work that would have too many tags as it is", async () => {
    const { person, hang, t } = await openSite(modules);
    const tags = Array.from({ length: WORK_LIMITS.tags }, (_, n) => `t${n}`);
    const id = await hang("ada", "1", { tags });
    const changes = { addTags: ["sea"], state: "draft" as const };
    const { data } = await person("ada").mutation(apply, { ids: [id], changes });
    expect(data).toMatchObject([{ id, error: { code: "too_many" } }]);
    expect(await t.query(works.detail, { id })).toMatchObject({ tags, state: "published" });
  });

  it.each([
    [BULK_EDIT_WORKS, null],
    [BULK_EDIT_WORKS + 1, "too_many"],
  ])("of %s works answers %s", async (count, code) => {
    const { person } = await openSite(modules);
    const ids = Array.from({ length: count }, () => "none");
    const { error } = await person("ada").mutation(apply, { ids, changes: {} });
    expect(error?.code ?? null).toBe(code);
  });
});
