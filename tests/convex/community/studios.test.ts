import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { FIRST_PAGE, LABEL, openSite, pngOf } from "./site";
import type { Site } from "./site";

const { deletion, members, seats, studioPlan, studios, uploads } = api.community;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const IN_INK = { slug: "ink-room" };

/** Ada's studio with a plan, which ben has joined. Eve has nothing to do with it. */
async function openStudio(): Promise<Site> {
  const site = await openSite();
  const [ada, ben] = [site.person("ada"), site.person("ben")];
  for (const name of ["ben", "eve"]) {
    await site.person(name).mutation(api.community.profiles.ensure, {});
  }
  await ada.mutation(studios.create, { ...IN_INK, name: "Ink Room" });
  const plan = { ...IN_INK, productId: "studio" as const, clientRequestId: "1" };
  const { data } = await ada.action(studioPlan.subscribe, plan);
  const token = (data?.checkoutUrl ?? "").split("/").at(-1) ?? "";
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2090, cvc: "123" };
  await site.t.mutation(internal.payments.sandbox.checkout.submitCard, { token, card });
  await ada.mutation(members.invite, { ...IN_INK, username: "ben", role: "member" });
  await ben.mutation(members.accept, IN_INK);
  return site;
}

describe("a studio", () => {
  it("has an address of its own, taken once", async () => {
    const { person } = await openStudio();
    const again = await person("eve").mutation(studios.create, { ...IN_INK, name: "Other" });
    expect(again.error?.code).toBe("slug_taken");
    const bad = await person("eve").mutation(studios.create, { slug: "Ink Room", name: "x" });
    expect(bad.error?.code).toBe("invalid_slug");
    expect(await person("ben").query(studios.get, IN_INK)).toMatchObject({
      ...{ standing: "member", state: "joined", owner: { username: "ada" } },
    });
  });

  it("is run by its managers: strangers and members are refused", async () => {
    const { t, person } = await openStudio();
    const ben = { ...IN_INK, username: "ben" };
    for (const [as, code] of [
      [t, "unauthenticated"],
      [person("eve"), "forbidden"],
      [person("ben"), "forbidden"],
    ] as const) {
      const answers = [
        await as.mutation(members.invite, { ...IN_INK, username: "eve", role: "manager" }),
        await as.mutation(members.remove, ben),
        await as.mutation(members.handOver, ben),
        await as.action(seats.assign, ben),
        await as.action(seats.release, ben),
        await as.action(studioPlan.close, IN_INK),
        await as.action(studioPlan.subscribe, {
          ...{ ...IN_INK, productId: "studio", clientRequestId: "1" },
        }),
      ];
      expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([code]));
    }
    expect(await person("eve").query(members.list, IN_INK)).toEqual([]);
    expect((await person("eve").mutation(members.accept, IN_INK)).error?.code).toBe(
      "studio_not_found",
    );
    expect(await person("ben").query(members.list, IN_INK)).toHaveLength(2);
  });

  it("gives an address to pay at when no card is known", async () => {
    const { person } = await openStudio();
    await person("eve").mutation(studios.create, { slug: "eves", name: "Eve's" });
    const args = { slug: "eves", productId: "studio" as const, clientRequestId: "1" };
    const { data } = await person("eve").action(studioPlan.subscribe, args);
    expect(data?.checkoutUrl).toMatch(/^https?:/);
  });

  it("outlives its owner's account only in other hands", async () => {
    const { person, hang } = await openStudio();
    await hang("ada", "w");
    const gone = { username: "ada" };
    expect((await person("ada").action(deletion.removeAccount, gone)).error?.code).toBe(
      "owns_studio",
    );
    expect((await person("ada").mutation(members.leave, IN_INK)).error?.code).toBe("owns_studio");
    await person("ada").mutation(members.handOver, { ...IN_INK, username: "ben" });
    expect((await person("ada").mutation(members.leave, IN_INK)).error).toBeNull();
    expect((await person("ada").action(deletion.removeAccount, gone)).error).toBeNull();
    expect((await person("ben").action(studioPlan.close, IN_INK)).error).toBeNull();
    expect(await person("ben").query(studios.get, IN_INK)).toBeNull();
  });
});

describe("a seat", () => {
  const publish = async ({ person, send }: Site, name: string, clientUploadId: string) =>
    await person(name).action(uploads.publish, {
      ...{ ...LABEL, clientUploadId, studio: IN_INK.slug },
      storageId: await send(pngOf(3, 2)),
    });

  it("pays for what its member hangs for the studio, as long as they have it", async () => {
    const site = await openStudio();
    const { t, person, settle } = site;
    const ben = { ...IN_INK, username: "ben" };
    expect((await publish(site, "ben", "0")).error?.code).toBe("no_seat");
    expect((await publish(site, "eve", "0")).error?.code).toBe("studio_not_found");
    expect((await person("ada").action(seats.assign, ben)).error).toBeNull();
    expect((await person("ada").action(seats.assign, ben)).error).toBeNull();
    for (let n = 1; n <= 60; n++) {
      expect((await publish(site, "ben", `${n}`)).error).toBeNull();
    }
    expect((await publish(site, "ben", "61")).error?.code).toBe("insufficient_balance");
    const { page } = await t.query(studios.gallery, { ...IN_INK, ...FIRST_PAGE });
    expect(page).toHaveLength(10);
    await person("ada").action(seats.release, ben);
    await settle();
    expect((await publish(site, "ben", "62")).error?.code).toBe("no_seat");
    const entities = await t.run((ctx) => ctx.db.query("entities").take(10));
    expect(entities.map(({ deleted_at }) => deleted_at === null)).toEqual([false]);
  });

  it("is there as often as the plan has it, and a leaver's is free again", async () => {
    const site = await openStudio();
    const { person, settle } = site;
    const assign = async (username: string) =>
      (await person("ada").action(seats.assign, { ...IN_INK, username })).error?.code;
    for (const username of ["eve", "fay", "gil"]) {
      await person(username).mutation(api.community.profiles.ensure, {});
      await person("ada").mutation(members.invite, { ...IN_INK, username, role: "member" });
      expect(await assign(username)).toBe("artist_not_found");
      await person(username).mutation(members.accept, IN_INK);
    }
    const given = [await assign("ada"), await assign("ben"), await assign("eve")];
    expect(given).toEqual([undefined, undefined, undefined]);
    expect(await assign("fay")).toBe("insufficient_balance");
    await person("eve").mutation(members.leave, IN_INK);
    await settle();
    expect(await assign("fay")).toBeUndefined();
  });
});
