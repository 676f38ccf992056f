import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import { FIRST_PAGE, LABEL, openSite, pngOf } from "./site";
import type { Site } from "./site";

const { deletion, members, notifications, seatBalances, seats, studios, uploads } = api.community;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const IN_INK = { slug: "ink-room" };

/** Somebody buys the Studio plan, with a new card. */
async function buyPlan({ t, person }: Site, name: string) {
  const { data } = await person(name).action(api.billing.attach, { productId: "studio" });
  const token = (data?.checkout_url ?? "").split("/").at(-1) ?? "";
  const card = { number: "4242424242424242", expMonth: 12, expYear: 2090, cvc: "123" };
  await t.mutation(internal.payments.sandbox.checkout.submitCard, { token, card });
}

/** Ada's studio with a plan, which ben has joined. Eve has nothing to do with it. */
async function openStudio(): Promise<Site> {
  const site = await openSite();
  const [ada, ben] = [site.person("ada"), site.person("ben")];
  for (const name of ["ben", "eve"]) {
    await site.person(name).mutation(api.community.profiles.ensure, {});
  }
  await buyPlan(site, "ada");
  await ada.mutation(studios.create, { ...IN_INK, name: "Ink Room" });
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
      people: [{ username: "ada" }, { username: "ben" }],
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
        await as.mutation(seats.release, ben),
        await as.mutation(seats.transfer, { ...IN_INK, from: "ben", to: "ada" }),
        await as.mutation(studios.close, IN_INK),
      ];
      expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([code]));
    }
    expect(await person("eve").query(members.list, IN_INK)).toEqual([]);
    expect((await person("eve").mutation(members.accept, IN_INK)).error?.code).toBe(
      "studio_not_found",
    );
    const listed = await person("ben").query(members.list, IN_INK);
    expect(listed.map(({ username }) => username)).toEqual(["ada", "ben"]);
  });

  it("is founded by who has a plan with seats, and by nobody else", async () => {
    const { t, person } = await openStudio();
    const eves = { slug: "eves", name: "Eve's" };
    expect((await t.mutation(studios.create, eves)).error?.code).toBe("unauthenticated");
    const refused = await person("eve").mutation(studios.create, eves);
    expect(refused.error?.code).toBe("insufficient_balance");
    expect(await person("eve").query(studios.get, { slug: "eves" })).toBeNull();
  });

  it("asks people to join it, who are told, and may decline without a trace", async () => {
    const { person } = await openStudio();
    const eve = person("eve");
    const told = async () => (await eve.query(notifications.list, FIRST_PAGE)).page;
    const ask = { ...IN_INK, username: "eve", role: "member" as const };
    await person("ada").mutation(members.invite, ask);
    expect(await told()).toMatchObject([
      {
        kind: "invite",
        actor: { username: "ada" },
        studio: { slug: "ink-room", name: "Ink Room" },
      },
    ]);
    expect(await eve.query(studios.get, IN_INK)).toMatchObject({
      standing: null,
      state: "invited",
      people: [{ username: "ada" }, { username: "ben" }],
    });
    expect(await eve.query(seatBalances.ofStudio, IN_INK)).toBeNull();
    await eve.mutation(members.leave, IN_INK);
    expect(await told()).toEqual([]);
    expect(await eve.query(studios.get, IN_INK)).toMatchObject({ state: null });
  });

  it("outlives its owner's account only in other hands", async () => {
    const site = await openStudio();
    const { person, settle } = site;
    const gone = { username: "ada" };
    expect((await person("ada").action(deletion.removeAccount, gone)).error?.code).toBe(
      "owns_studio",
    );
    expect((await person("ada").mutation(members.leave, IN_INK)).error?.code).toBe("owns_studio");
    const toBen = { ...IN_INK, username: "ben" };
    await person("ada").action(seats.assign, toBen);
    expect((await person("ada").mutation(members.handOver, toBen)).error?.code).toBe("no_plan");
    await buyPlan(site, "ben");
    expect((await person("ada").mutation(members.handOver, toBen)).error).toBeNull();
    await settle();
    expect(await person("ben").query(seatBalances.ofStudio, IN_INK)).toMatchObject({ usage: 0 });
    expect((await person("ada").mutation(members.leave, IN_INK)).error).toBeNull();
    expect((await person("ada").action(deletion.removeAccount, gone)).error).toBeNull();
    expect((await person("ben").mutation(studios.close, IN_INK)).error).toBeNull();
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
    await person("ada").mutation(seats.release, ben);
    await settle();
    expect((await publish(site, "ben", "62")).error?.code).toBe("no_seat");
    const entities = await t.run((ctx) => ctx.db.query("entities").take(10));
    expect(entities.map(({ deleted_at }) => deleted_at === null)).toEqual([false]);
  });

  it("goes to another member with what is left in it, and is seen by who belongs there", async () => {
    const site = await openStudio();
    const { t, person } = site;
    const ada = person("ada");
    const toAda = { ...IN_INK, from: "ben", to: "ada" };
    expect((await ada.mutation(seats.transfer, toAda)).error?.code).toBe("no_seat");
    await ada.action(seats.assign, { ...IN_INK, username: "ben" });
    await publish(site, "ben", "1");
    const seat = { slug: "ink-room", name: "Ink Room", uploads: { usage: 1, balance: 59 } };
    expect(await person("ben").query(seatBalances.mine, {})).toMatchObject([seat]);
    expect((await ada.mutation(seats.transfer, toAda)).error).toBeNull();
    expect(await person("ben").query(seatBalances.mine, {})).toEqual([]);
    expect(await ada.query(seatBalances.mine, {})).toMatchObject([seat]);
    const asked = { ...IN_INK, username: "ada" };
    expect(await person("ben").query(seatBalances.ofMember, asked)).toMatchObject({ usage: 1 });
    expect(await person("ben").query(seatBalances.ofStudio, IN_INK)).toMatchObject({ usage: 1 });
    for (const stranger of [t, person("eve")]) {
      expect(await stranger.query(seatBalances.mine, {})).toEqual([]);
      expect(await stranger.query(seatBalances.ofMember, asked)).toBeNull();
      expect(await stranger.query(seatBalances.ofStudio, IN_INK)).toBeNull();
    }
    await ada.action(seats.assign, { ...IN_INK, username: "ben" });
    const back = { ...IN_INK, from: "ada", to: "ben" };
    expect((await ada.mutation(seats.transfer, back)).error?.code).toBe("too_many");
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
