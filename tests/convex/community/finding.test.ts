import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../convex/_generated/api";
import { FIRST_PAGE, openSite } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,artworks/related,feed/functions,profiles/functions,relationships/blocks,relationships/follows,notifications/functions,collections/functions,search}.ts",
);
const profiles = api.community.profiles.functions;
const { search } = api.community;
const { related } = api.community.artworks;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.useFakeTimers();
});
describe("a search for works", () => {
  it("finds them by their artist, also after the artist took another name", async () => {
    const { t, person, hang, settle } = await openSite(modules);
    await person("hana").mutation(profiles.ensure, {});
    await hang("hana", "Swell", { title: "Swell" });
    await hang("ada", "Tide", { title: "Tide" });
    const found = async (text: string) =>
      (await t.query(search.works, { text, ...FIRST_PAGE })).page.map(({ title }) => title);
    expect(await found("hana")).toEqual(["Swell"]);
    await person("hana").mutation(profiles.edit, { name: "Novák" });
    await settle();
    expect([await found("novák"), await found("hana")]).toEqual([["Swell"], ["Swell"]]);
    await person("hana").mutation(profiles.edit, { name: "Duarte" });
    await settle();
    expect([await found("novák"), await found("duarte")]).toEqual([[], ["Swell"]]);
  });

  it("finds those of Hana Novak by each of her names, and by both", async () => {
    const { t, person, hang, settle } = await openSite(modules);
    await person("hana.novak").mutation(profiles.ensure, {});
    await person("hana.novak").mutation(profiles.edit, { name: "Hana Novak" });
    await settle();
    await hang("hana.novak", "Swell", { title: "Swell" });
    await hang("ada", "Tide", { title: "Tide" });
    for (const text of ["hana", "Novak", "hana novak", "hana.novak"]) {
      const { page } = await t.query(search.works, { text, ...FIRST_PAGE });
      expect([text, page.map(({ title }) => title)]).toEqual([text, ["Swell"]]);
    }
  });
});

describe("people", () => {
  it("are found by the medium of their published works", async () => {
    const { t, person, hang } = await openSite(modules);
    const ink = { medium: "ink" as const };
    await hang("hana1", "Swell", ink);
    await hang("hana1", "Tide", ink);
    await hang("hana2", "Moor", { medium: "pixel" });
    const draft = await hang("hana3", "Fen", ink);
    await person("hana3").mutation(api.community.artworks.functions.setState, {
      ...{ id: draft, state: "draft" },
    });
    await hang("olga", "Reed", ink);
    const found = async (args: { text: string; medium?: "ink" }, as: Pick<typeof t, "query"> = t) =>
      (await as.query(search.people, { ...args, ...FIRST_PAGE })).page.map((one) => one.username);
    expect((await found({ text: "hana" })).sort()).toEqual(["hana1", "hana2", "hana3"]);
    expect(await found({ text: "hana", ...ink })).toEqual(["hana1"]);
    expect(await found({ text: "", ...ink })).toEqual(["olga", "hana1"]);
    expect(await found({ text: "" })).toEqual([]);
    await person("eve").mutation(profiles.ensure, {});
    const mute = { username: "olga", kind: "mute" as const, enabled: true };
    await person("eve").mutation(api.community.relationships.blocks.set, mute);
    expect(await found({ text: "", ...ink }, person("eve"))).toEqual(["hana1"]);
  });
});

describe("suggestions", () => {
  it("are members and tags that begin with the text, a few of each", async () => {
    const { t, person, hang } = await openSite(modules);
    for (const name of ["ink1", "ink2", "ink3", "ink4", "ink5", "olga"]) {
      await person(name).mutation(profiles.ensure, {});
    }
    await hang("ada", "Swell", { title: "Swell", tags: ["ink", "inkwell", "sea"] });
    const { people, tags } = await t.query(search.suggest, { text: " ink" });
    expect(people.map(({ username }) => username)).toHaveLength(4);
    expect(people.every(({ username }) => username.startsWith("ink"))).toBe(true);
    expect(tags.map(({ tag, works }) => [tag, works]).sort()).toEqual([
      ["ink", 1],
      ["inkwell", 1],
    ]);
    expect(await t.query(search.suggest, { text: "  " })).toEqual({ people: [], tags: [] });
  });
});

describe("related works", () => {
  it("are those with the most tags in common, then the newest of the medium, without itself", async () => {
    const { t, hang } = await openSite(modules);
    const sea = { tags: ["sea", "night"] };
    const id = await hang("ada", "Swell", { title: "Swell", ...sea });
    await hang("ben", "One tag", { title: "One tag", tags: ["sea"] });
    await hang("ben", "Two tags", { title: "Two tags", ...sea });
    await hang("ben", "Same medium", { title: "Same medium", tags: [] });
    await hang("ben", "Another medium", { title: "Another medium", tags: [], medium: "ink" });
    const found = await t.query(related.list, { id });
    expect(found.map(({ title }) => title)).toEqual(["Two tags", "One tag", "Same medium"]);
  });

  it("are eight at most, and none for an unknown work", async () => {
    const { t, hang } = await openSite(modules);
    const id = await hang("ada", "Swell");
    for (let n = 0; n < 9; n++) await hang("ben", `Tide ${n}`);
    expect(await t.query(related.list, { id })).toHaveLength(8);
    expect(await t.query(related.list, { id: "none" })).toEqual([]);
  });
});

describe("the tabs of a profile", () => {
  it("count public works and collections, and drafts and unlisted works for the artist alone", async () => {
    const { t, person, hang } = await openSite(modules);
    await hang("ada", "Swell");
    const draft = await hang("ada", "Tide");
    await hang("ada", "Ebb", { state: "unlisted" });
    await person("ada").mutation(api.community.artworks.functions.setState, {
      ...{ id: draft, state: "draft" },
    });
    for (const visibility of ["public", "private"] as const) {
      const list = { title: visibility, description: "", visibility };
      await person("ada").mutation(api.community.collections.functions.create, list);
    }
    const ofAda = { username: "ada" };
    expect(await t.query(profiles.counts, ofAda)).toEqual({ works: 1, drafts: 0, collections: 1 });
    expect(await person("ada").query(profiles.counts, ofAda)).toEqual({
      ...{ works: 1, drafts: 2, collections: 2 },
    });
    expect(await t.query(profiles.counts, { username: "eve" })).toBeNull();
    await person("eve").mutation(profiles.ensure, {});
    await person("eve").mutation(api.community.relationships.blocks.set, {
      ...{ ...ofAda, kind: "block", enabled: true },
    });
    expect(await person("eve").query(profiles.counts, ofAda)).toBeNull();
  });
});

describe("a new follower", () => {
  it("is announced with whether the caller follows back", async () => {
    const { person } = await openSite(modules);
    const { follows } = api.community.relationships;
    await person("ada").mutation(profiles.ensure, {});
    await person("ben").mutation(follows.set, { username: "ada", followed: true });
    const isFollowed = async () =>
      (await person("ada").query(api.community.notifications.functions.list, FIRST_PAGE)).page.map(
        (one) => one.isFollowed,
      );
    expect(await isFollowed()).toEqual([false]);
    await person("ada").mutation(follows.set, { username: "ben", followed: true });
    expect(await isFollowed()).toEqual([true]);
  });
});
