import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { billing } from "../../../convex/billing";
import { inBilling } from "../backend";
import { FIRST_PAGE, LABEL, buyPlan, openSite, pngOf } from "./site";
import type { Site } from "./site";
import { findProfile } from "../../../convex/community/profiles/model";

const modules = import.meta.glob(
  "../../../convex/community/{artworks/functions,accountDeletion,artworks/deletion,studios/members,notifications/functions,studios/ownership,files/functions,profiles/functions,storage/quota,studios/seatBalances,studios/seats,studios/storage,studios/functions}.ts",
);

const { accountDeletion } = api.community;
const { members, seatBalances, seats, ownership, functions: studios } = api.community.studios;
const notifications = api.community.notifications.functions;
const files = api.community.files.functions;
const uploads = api.community.uploads.functions;
const works = api.community.artworks.functions;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.useFakeTimers();
});

const MONTH_MS = 31 * 24 * 60 * 60 * 1000;
const IN_INK = { slug: "ink-room" };
const WORKS_IN_A_BATCH = 20;
/** The size of a file of these tests. Billing counts whole kB. */
const FILE_BYTES = 33;
const KB_PER_GB = 1_000_000;

/** Uses uploads of a member's seat, without files. */
async function spend({ t }: Site, username: string, value: number) {
  await t.run(async (ctx) => {
    const profile = await findProfile(ctx, username);
    const rows = await ctx.db.query("studioMembers").take(10);
    const { entityId, _id } = rows.find(({ profileId }) => profileId === profile?._id) ?? {};
    const seat = { customerId: "ada", entityId: entityId ?? "none" };
    const use = { featureId: "uploads" as const, value, key: `${_id} ${value} ${entityId}` };
    const { error } = await billing.gate(ctx, seat, use);
    if (error) throw new Error(error.message);
  });
}

async function publish(
  { person, send }: Site,
  name: string,
  clientUploadId: string,
  studio: string | null = IN_INK.slug,
) {
  return await person(name).mutation(uploads.publish, {
    ...{ ...LABEL, clientUploadId, ...(studio !== null && { studio }) },
    storageId: await send(pngOf(3, 2), "image/png", name),
  });
}

/** More works with the same file, each with a payer. */
async function copyWork({ t }: Site, artworkId: Id<"artworks">, times: number) {
  await t.run(async (ctx) => {
    const weight = await ctx.db.query("storedBytes").first();
    const work = await ctx.db.get("artworks", artworkId);
    if (!weight || !work) throw new Error("Nobody pays");
    const { _id, _creationTime, ...row } = work;
    for (let n = 0; n < times; n++) {
      await ctx.db.insert("artworks", { ...row, clientUploadId: `${_id} ${_creationTime} ${n}` });
    }
    await ctx.db.patch("storedBytes", weight._id, { bytes: weight.bytes + times * work.bytes });
  });
}

/** How many bytes each customer has. */
async function weighs({ t }: Site) {
  const rows = await t.run((ctx) => ctx.db.query("storedBytes").take(5));
  return Object.fromEntries(rows.map(({ customerId, bytes }) => [customerId, bytes]));
}

/** Ada's studio with a plan, which ben has joined. Eve is not a member. */
async function openStudio(): Promise<Site> {
  const site = await openSite(modules);
  const [ada, ben] = [site.person("ada"), site.person("ben")];
  for (const name of ["ben", "eve"]) {
    await site.person(name).mutation(api.community.profiles.functions.ensure, {});
  }
  await buyPlan(site, "ada");
  await ada.mutation(studios.create, { ...IN_INK, name: "Ink Room" });
  await ada.mutation(members.invite, { ...IN_INK, username: "ben", role: "member" });
  await ben.mutation(members.accept, IN_INK);
  return site;
}

describe("a studio", () => {
  it("has its own address, which is unique", async () => {
    const { person } = await openStudio();
    const again = await person("eve").mutation(studios.create, { ...IN_INK, name: "Other" });
    expect(again.error?.code).toBe("slug_taken");
    const bad = await person("eve").mutation(studios.create, { slug: "Ink Room", name: "x" });
    expect(bad.error?.code).toBe("invalid_slug");
    expect(await person("ben").query(studios.get, IN_INK)).toMatchObject({
      ...{ ownRole: "member", state: "joined", owner: { username: "ada" } },
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

  it("can be created with a plan with seats only", async () => {
    const { t, person } = await openStudio();
    const eves = { slug: "eves", name: "Eve's" };
    expect((await t.mutation(studios.create, eves)).error?.code).toBe("unauthenticated");
    const refused = await person("eve").mutation(studios.create, eves);
    expect(refused.error?.code).toBe("insufficient_balance");
    expect(await person("eve").query(studios.get, { slug: "eves" })).toBeNull();
  });

  it("notifies invited members, who can decline without a trace", async () => {
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
      ownRole: null,
      state: "invited",
      people: [{ username: "ada" }, { username: "ben" }],
    });
    expect(await eve.query(seatBalances.ofStudio, IN_INK)).toBeNull();
    await eve.mutation(members.leave, IN_INK);
    expect(await told()).toEqual([]);
    expect(await eve.query(studios.get, IN_INK)).toMatchObject({ state: null });
  });

  it("moves its works' storage, and no other, to the member who pays next", async () => {
    const site = await openStudio();
    const { t, person, hang, prepare, settle } = site;
    const toBen = { ...IN_INK, username: "ben" };
    await person("ada").action(seats.assign, toBen);
    const artworkId = (await publish(site, "ben", "1")).data?.artworkId;
    if (!artworkId) throw new Error("Nothing hangs");
    await copyWork(site, artworkId, WORKS_IN_A_BATCH);
    const page = { artworkId, role: "page" as const, caption: "" };
    const storageId = await prepare("ben");
    expect((await person("ben").mutation(files.add, { ...page, storageId })).error).toBeNull();
    await person("ada").action(seats.assign, { ...IN_INK, username: "ada" });
    await hang("ada", "own");
    const counted = async (customerId: string) =>
      await t.run(async (ctx) => {
        const { data } = await billing.feature(ctx, { customerId }, "storage_gb");
        return Math.round((data?.usage ?? 0) * KB_PER_GB);
      });
    expect(await weighs(site)).toEqual({ ada: 23 * FILE_BYTES });
    await buyPlan(site, "ben");
    await person("ada").mutation(members.handOver, toBen);
    await person("ben").mutation(ownership.accept, IN_INK);
    await settle();
    expect(await weighs(site)).toEqual({ ada: FILE_BYTES, ben: 22 * FILE_BYTES });
    expect([await counted("ada"), await counted("ben")]).toEqual([1, 1]);
    await person("ben").mutation(api.community.artworks.functions.remove, { id: artworkId });
    await settle();
    expect(await weighs(site)).toEqual({ ada: FILE_BYTES, ben: 20 * FILE_BYTES });
  });

  it("leaves no storage of a work that is deleted while it moves", async () => {
    const site = await openStudio();
    const { t, person, settle } = site;
    await person("ada").action(seats.assign, { ...IN_INK, username: "ben" });
    const artworkId = (await publish(site, "ben", "1")).data?.artworkId;
    if (!artworkId) throw new Error("Nothing hangs");
    await copyWork(site, artworkId, WORKS_IN_A_BATCH);
    const ids = await t.run(async (ctx) => {
      const studio = await ctx.db.query("studios").first();
      const last = await ctx.db.query("artworks").order("desc").first();
      if (!studio || !last) throw new Error("No studio");
      await ctx.db.patch("studios", studio._id, { customerId: "ben" });
      return { studioId: studio._id, last: last._id };
    });
    const start = { studioId: ids.studioId, from: "ada", cursor: null, moved: 0 };
    await t.mutation(internal.community.studios.storage.move, start);
    await person("ben").mutation(works.setState, { id: ids.last, state: "draft" });
    await settle();
    expect(await weighs(site)).toEqual({ ben: 21 * FILE_BYTES });
  });

  it("remains after its owner's account is deleted only if it was transferred", async () => {
    const site = await openStudio();
    const { person, settle } = site;
    const gone = { confirmation: { username: "ada" } };
    expect((await person("ada").action(accountDeletion.removeAccount, gone)).error?.code).toBe(
      "owns_studio",
    );
    expect((await person("ada").mutation(members.leave, IN_INK)).error?.code).toBe("owns_studio");
    const toBen = { ...IN_INK, username: "ben" };
    await person("ada").action(seats.assign, toBen);
    expect((await person("ada").mutation(members.handOver, toBen)).error?.code).toBe("no_plan");
    await buyPlan(site, "ben");
    await person("ada").mutation(members.invite, { ...IN_INK, username: "eve", role: "member" });
    expect((await person("ada").mutation(members.handOver, toBen)).error).toBeNull();
    const heard = await person("ben").query(notifications.list, FIRST_PAGE);
    expect(heard.page[0]).toMatchObject({ kind: "offer", studio: { slug: IN_INK.slug } });
    const offered = async (name: string) =>
      (await person(name).query(studios.get, IN_INK))?.offeredTo?.username ?? null;
    expect([await offered("ada"), await offered("ben"), await offered("eve")]).toEqual([
      ...["ben", "ben", null],
    ]);
    expect((await person("ben").mutation(ownership.accept, IN_INK)).error).toBeNull();
    expect(await offered("ben")).toBeNull();
    await settle();
    const eve = person("eve");
    const asked = async () => (await eve.query(notifications.list, FIRST_PAGE)).page;
    expect(await asked()).toMatchObject([{ kind: "invite", actor: { username: "ben" } }]);
    await eve.mutation(members.leave, IN_INK);
    expect(await asked()).toEqual([]);
    expect(await person("ben").query(seatBalances.ofStudio, IN_INK)).toMatchObject({ usage: 0 });
    expect((await person("ada").mutation(members.leave, IN_INK)).error).toBeNull();
    expect((await person("ada").action(accountDeletion.removeAccount, gone)).error).toBeNull();
    expect((await person("ben").mutation(studios.close, IN_INK)).error).toBeNull();
    expect(await person("ben").query(studios.get, IN_INK)).toBeNull();
  });
});

describe("a seat", () => {
  it("pays for what its member publishes for the studio, as long as they have it", async () => {
    const site = await openStudio();
    const { t, person, settle } = site;
    const ben = { ...IN_INK, username: "ben" };
    expect((await publish(site, "ben", "0")).error?.code).toBe("no_seat");
    expect((await publish(site, "eve", "0")).error?.code).toBe("studio_not_found");
    expect((await person("ada").action(seats.assign, ben)).error).toBeNull();
    expect((await person("ada").action(seats.assign, ben)).error).toBeNull();
    expect((await publish(site, "ben", "1")).error).toBeNull();
    await spend(site, "ben", 58);
    expect((await publish(site, "ben", "60")).error).toBeNull();
    expect((await publish(site, "ben", "61")).error?.code).toBe("seat_spent");
    const { page } = await t.query(studios.listWorks, { ...IN_INK, ...FIRST_PAGE });
    expect(page).toHaveLength(2);
    await person("ada").mutation(seats.release, ben);
    await settle();
    expect((await publish(site, "ben", "62")).error?.code).toBe("no_seat");
    const entities = await inBilling(t, (ctx) => ctx.db.query("entities").take(10));
    expect(entities.map(({ deleted_at }) => deleted_at === null)).toEqual([false]);
  });

  it("of an owner pays for their own works too, and a member's does not", async () => {
    const site = await openStudio();
    const { person } = site;
    const [ada, ben] = [person("ada"), { ...IN_INK, username: "ben" }];
    await ada.action(seats.assign, ben);
    expect((await publish(site, "ada", "0", null)).error?.code).toBe("no_seat");
    await ada.action(seats.assign, { ...IN_INK, username: "ada" });
    expect((await publish(site, "ada", "1", null)).error).toBeNull();
    const [own] = await ada.query(seatBalances.mine, {});
    expect(own).toMatchObject({ uploads: { usage: 1 }, isOwn: true });
    expect(await person("ben").query(seatBalances.mine, {})).toMatchObject([
      { uploads: { usage: 0 }, isOwn: false },
    ]);
    await spend(site, "ada", 59);
    expect((await publish(site, "ada", "61", null)).error?.code).toBe("seat_spent");
    expect((await publish(site, "ben", "1")).error).toBeNull();
    expect((await publish(site, "ben", "2", null)).error).toBeNull();
    expect(await ada.query(seatBalances.ofMember, ben)).toMatchObject({ usage: 1 });
  });

  it("assigned again in the same month continues with its use, once no unused seat is left", async () => {
    const site = await openStudio();
    const { person, settle } = site;
    const give = async (username: string, uploads: number) => {
      const member = { ...IN_INK, username };
      expect((await person("ada").action(seats.assign, member)).error).toBeNull();
      expect(await person("ada").query(seatBalances.ofMember, member)).toMatchObject({
        balance: uploads,
      });
    };
    const take = async (username: string) => {
      await person("ada").mutation(seats.release, { ...IN_INK, username });
      await settle();
      vi.setSystemTime(Date.now() + 1000);
    };
    await give("ada", 60);
    await give("ben", 60);
    await spend(site, "ben", 50);
    await take("ben");
    await give("ben", 60);
    await spend(site, "ben", 60);
    await take("ben");
    await give("ben", 10);
    await take("ben");
    await give("ben", 10);
    await spend(site, "ben", 10);
    await take("ben");
    await give("ben", 0);
    vi.setSystemTime(Date.now() + MONTH_MS);
    await take("ben");
    await give("ben", 60);
  });

  it("is assigned once, however many calls do so at once", async () => {
    const site = await openStudio();
    const { t, person, settle } = site;
    const ada = person("ada");
    const toBen = { ...IN_INK, username: "ben" };
    await Promise.all([ada.action(seats.assign, toBen), ada.action(seats.assign, toBen)]);
    await settle();
    const entities = await inBilling(t, (ctx) => ctx.db.query("entities").take(10));
    expect(entities.filter(({ deleted_at }) => deleted_at === null)).toHaveLength(1);
    expect(await person("ben").query(seatBalances.mine, {})).toMatchObject([
      { uploads: { balance: 60 } },
    ]);
  });

  it("is transferred with what is left in it, and is visible to the members", async () => {
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

  it("exists as often as the plan says, and is free again when its member leaves", async () => {
    const site = await openStudio();
    const { person, settle } = site;
    const assign = async (username: string) =>
      (await person("ada").action(seats.assign, { ...IN_INK, username })).error?.code;
    for (const username of ["eve", "fay", "gil"]) {
      await person(username).mutation(api.community.profiles.functions.ensure, {});
      await person("ada").mutation(members.invite, { ...IN_INK, username, role: "member" });
      expect(await assign(username)).toBe("artist_not_found");
      await person(username).mutation(members.accept, IN_INK);
    }
    expect([await assign("ada"), await assign("ben")]).toEqual([undefined, undefined]);
    const last = await Promise.all([assign("eve"), assign("fay")]);
    expect(last).toEqual([undefined, "insufficient_balance"]);
    expect(await assign("fay")).toBe("insufficient_balance");
    await person("eve").mutation(members.leave, IN_INK);
    await settle();
    expect(await assign("fay")).toBeUndefined();
  });
});
