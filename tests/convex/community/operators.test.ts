import { makeFunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { GROUPS } from "./every-function";
import type { Named } from "./every-function";
import { buyPlan, openSite } from "./site";
import type { Site } from "./site";

const modules = import.meta.glob(
  "../../../convex/community/{operators/*,moderation/*,profiles/functions,comments/functions,accountDeletion}.ts",
);
const reads = api.community.operators.functions;
const acts = api.community.operators.actions;
const { role } = internal.community.operators;
const { ensure } = api.community.profiles.functions;
const { suspensions } = internal.community.moderation;

const ISSUER = "https://accounts.example";

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "https://site.example");
  vi.stubEnv("EMBEDDED_ISSUER", ISSUER);
  vi.useFakeTimers();
});

/** Olga is an operator, ada a customer with a plan, eve a member. */
async function setUp() {
  const site = await openSite(modules);
  for (const name of ["olga", "ada", "eve"]) await site.person(name).mutation(ensure, {});
  await site.t.mutation(role.grant, { username: "olga" });
  await buyPlan(site, "ada", "creator");
  return { ...site, olga: site.person("olga") };
}

/** A local account with a session, and the role. */
async function openSession({ t }: Site) {
  const subject = "acct_op";
  const sid = await t.run(async ({ db }) => {
    const name = { username: "op", usernameKey: "op", passwordHash: "-" };
    const email = { email: "Op@Example.com", emailKey: "op@example.com" };
    const accountId = await db.insert("accounts", { subject, ...name, ...email });
    const times = { rotatedAt: Date.now(), expiresAt: Date.now() + 60_000 };
    return await db.insert("sessions", { accountId, familyHash: "f", tokenHash: "t", ...times });
  });
  const token = { subject, issuer: ISSUER, tokenIdentifier: `${ISSUER}|${subject}`, sid };
  const op = t.withIdentity({ ...token, preferredUsername: "op" });
  await op.mutation(ensure, {});
  await t.mutation(role.grant, { username: "op" });
  return { op, sid };
}

type Caller = Site["t"] | ReturnType<Site["person"]>;

/** The results of every function for operators. */
async function outcomesFor(as: Caller): Promise<string[]> {
  const codes = new Set<string>();
  for (const { calls } of GROUPS) {
    for (const [name, args] of Object.entries(calls)) {
      if (!name.startsWith("community/operators/") || name.endsWith(":mine")) continue;
      const given = args({} as Named);
      const { error } = (await (/functions:|reports:open/.test(name)
        ? as.query(makeFunctionReference<"query">(name), given)
        : as.mutation(makeFunctionReference<"mutation">(name), given))) as {
        error: { code: string } | null;
      };
      codes.add(error?.code ?? "done");
    }
  }
  return [...codes];
}

describe("the role of an operator", () => {
  it("is refused to visitors and to members, whatever they ask for", async () => {
    const { t, person } = await setUp();
    expect(await outcomesFor(t)).toEqual(["unauthenticated"]);
    expect(await outcomesFor(person("eve"))).toEqual(["forbidden"]);
    expect(await person("eve").query(reads.mine, {})).toBeNull();
  });

  it("opens everything, and ends at once when it is taken away", async () => {
    const { t, olga } = await setUp();
    expect(await olga.query(reads.mine, {})).toEqual({ name: "olga" });
    expect(await outcomesFor(olga)).toContain("done");
    expect(await outcomesFor(olga)).not.toContain("forbidden");
    await t.mutation(role.revoke, { username: "olga" });
    expect(await outcomesFor(olga)).toEqual(["forbidden"]);
    await t.mutation(role.revoke, { username: "olga" });
  });

  it("is for members who exist, and is granted once", async () => {
    const { t } = await setUp();
    await t.mutation(role.grant, { username: "@olga".slice(1) });
    expect(await t.run((ctx) => ctx.db.query("operators").take(9))).toHaveLength(1);
    await expect(t.mutation(role.grant, { username: "nobody" })).rejects.toThrow("nobody");
  });

  it("is worth nothing once the session has ended", async () => {
    const site = await setUp();
    const { op, sid } = await openSession(site);
    expect(await op.query(reads.mine, {})).toEqual({ name: "op" });
    await site.t.run(async ({ db }) => await db.delete("sessions", sid));
    expect(await outcomesFor(op)).toEqual(["unauthenticated"]);
    expect(await op.query(reads.mine, {})).toBeNull();
  });

  it("is worth nothing while the operator is suspended", async () => {
    const { t, olga } = await setUp();
    await t.mutation(suspensions.suspend, { username: "olga", reason: "Stolen laptop" });
    expect(await outcomesFor(olga)).toEqual(["account_suspended"]);
    expect(await olga.query(reads.mine, {})).toBeNull();
  });

  it("ends with the account", async () => {
    const { t, olga, settle } = await setUp();
    await olga.action(api.billing.createCustomer, {});
    const { removeAccount } = api.community.accountDeletion;
    const { error } = await olga.action(removeAccount, { confirmation: { username: "olga" } });
    expect(error).toBeNull();
    await settle();
    expect(await t.run((ctx) => ctx.db.query("operators").take(9))).toEqual([]);
  });
});

describe("an operator finds a customer", () => {
  it.each(["ada", "@ada", " ADA ", "nobody"])("by %j", async (text) => {
    const { olga } = await setUp();
    const { data } = await olga.query(reads.find, { text });
    const ids = data?.map(({ customer_id }) => customer_id);
    expect(ids).toEqual(text === "nobody" ? [] : ["ada"]);
  });

  it("by the address of an account here, in any case", async () => {
    const site = await setUp();
    const { op } = await openSession(site);
    await op.action(api.billing.createCustomer, {});
    const { data } = await site.olga.query(reads.find, { text: "OP@example.com" });
    expect(data).toMatchObject([{ name: "op", customer_id: "acct_op" }]);
  });

  it("and sees plan, member, invoices and timeline", async () => {
    const { olga, t } = await setUp();
    const ada = { customerId: "ada" };
    await t.mutation(suspensions.suspend, { username: "ada", reason: "Copied works" });
    const { data } = await olga.query(reads.customer, ada);
    expect(data?.member).toEqual({ username: "ada", suspendedFor: "Copied works" });
    expect(data?.customer.products.map(({ id }) => id)).toEqual(["creator"]);
    const invoices = await olga.query(reads.invoices, { ...ada, cursor: null });
    expect(invoices.data?.list).toMatchObject([{ total: 6, refundable: 6 }]);
    const first = await olga.query(reads.timeline, { ...ada, cursor: null });
    expect(first.data?.list.map(({ kind }) => kind)).toContain("invoice");
    const unknown = await olga.query(reads.customer, { customerId: "nobody" });
    expect(unknown.error?.code).toBe("customer_not_found");
  });
});

describe("mails that were given up", () => {
  it("are listed without their texts, page by page", async () => {
    const site = await setUp();
    await openSession(site);
    await site.t.run(async ({ db }) => {
      const account = await db.query("accounts").first();
      if (!account) throw new Error("No account");
      for (let n = 0; n < 27; n += 1) {
        const mail = { to: "a@b.c", subject: `S${n}`, text: "secret", html: "secret" };
        const state = n === 3 ? ("sent" as const) : ("failed" as const);
        const row = { accountId: account._id, ...mail, state, attempts: 5, dueAt: n };
        await db.insert("mails", { ...row, error: "550" });
      }
    });
    const { data } = await site.olga.query(reads.failedMails, { cursor: null });
    expect(data?.list.map(({ subject }) => subject).slice(0, 2)).toEqual(["S26", "S25"]);
    expect(JSON.stringify(data)).not.toContain("secret");
    expect(data?.list).toHaveLength(25);
    const { data: rest } = await site.olga.query(reads.failedMails, {
      cursor: data?.next_cursor ?? null,
    });
    expect(rest).toMatchObject({ list: [{ subject: "S0" }], next_cursor: null });
  });
});

const WHY = { customerId: "ada", reason: "A day was lost", key: "k" };

/** The texts of operators' entries in ada's timeline. */
async function entriesOf({ olga }: Awaited<ReturnType<typeof setUp>>) {
  const { data } = await olga.query(reads.timeline, { customerId: "ada", cursor: null });
  return (data?.list ?? []).flatMap((row) => {
    if (row.kind !== "operator") return [];
    const { action, name, reason } = row.what;
    return [[action, name, reason]];
  });
}

describe("what an operator does", () => {
  it("is done once and in the timeline, with the name of the session and not of the call", async () => {
    const scene = await setUp();
    const { olga } = scene;
    const { data } = await olga.query(reads.invoices, { customerId: "ada", cursor: null });
    const invoice = data?.list[0]?.number ?? "";
    const asked = { ...WHY, invoice, refundTotal: 2.5, to: "card" as const };
    const first = await olga.mutation(acts.refund, asked);
    expect(first.data).toMatchObject({ refunded: 2.5, by_card: 2.5 });
    expect(await olga.mutation(acts.refund, asked)).toEqual(first);
    const units = { ...WHY, featureId: "credits", units: 5 };
    expect((await olga.mutation(acts.grantUnits, units)).data?.balance).toBe(105);
    const badge = { ...WHY, productId: "lifetime_badge" };
    expect((await olga.mutation(acts.grantProduct, badge)).data?.ends_at).toBeNull();
    const forged = { ...units, operator: "eve" };
    await expect(olga.mutation(acts.grantUnits, forged)).rejects.toThrow("operator");
    expect(await entriesOf(scene)).toEqual([
      ["grant_product", "olga", "A day was lost"],
      ["grant_units", "olga", "A day was lost"],
      ["refund", "olga", "A day was lost"],
    ]);
  });

  it("refuses as billing does, and enters nothing", async () => {
    const scene = await setUp();
    const trial = { ...WHY, productId: "creator", days: 3 };
    expect((await scene.olga.mutation(acts.extendTrial, trial)).error?.code).toBe(
      "invalid_request",
    );
    const invoice = { ...WHY, invoice: "nothing" };
    expect((await scene.olga.mutation(acts.retryPayment, invoice)).error?.code).toBe("not_found");
    const nameless = { ...WHY, reason: " ", featureId: "credits", units: 5 };
    expect((await scene.olga.mutation(acts.grantUnits, nameless)).error?.code).toBe(
      "invalid_inputs",
    );
    expect(await entriesOf(scene)).toEqual([]);
  });

  it("has a reason of 1 to 500 characters, whatever it is", async () => {
    const scene = await setUp();
    const calls = GROUPS.flatMap((group) => Object.entries(group.calls));
    // Starting a job changes nothing that the job would not do by itself.
    const own = calls.filter(
      ([name]) => name.startsWith("community/operators/actions:") && !name.endsWith(":retryJob"),
    );
    expect(own).toHaveLength(8);
    for (const [name, args] of own) {
      for (const reason of ["", " ", "x".repeat(501)]) {
        const asked = { ...args({} as Named), reason };
        const { error } = (await scene.olga.mutation(
          makeFunctionReference<"mutation">(name),
          asked,
        )) as { error: { code: string } | null };
        expect([name, error?.code]).toEqual([name, "invalid_inputs"]);
      }
    }
    expect(await entriesOf(scene)).toEqual([]);
  });

  it("suspends a member, who reads why, and reinstates them", async () => {
    const scene = await setUp();
    const { olga, person } = scene;
    for (let time = 0; time < 2; time += 1) {
      expect((await olga.mutation(acts.suspend, WHY)).error).toBeNull();
    }
    expect((await person("ada").mutation(ensure, {})).error).toMatchObject({
      code: "account_suspended",
      message: "Your account is suspended: A day was lost",
    });
    const back = { ...WHY, key: "k2", reason: "It was a mistake" };
    expect((await olga.mutation(acts.reinstate, back)).error).toBeNull();
    expect((await person("ada").mutation(ensure, {})).error).toBeNull();
    expect(await entriesOf(scene)).toEqual([
      ["reinstate", "olga", "It was a mistake"],
      ["suspend", "olga", "A day was lost"],
    ]);
  });

  it("suspends no one again by repeating a request, which the timeline would not show", async () => {
    const scene = await setUp();
    const { olga, person } = scene;
    await olga.mutation(acts.suspend, WHY);
    await olga.mutation(acts.reinstate, { ...WHY, key: "k2" });
    expect((await olga.mutation(acts.suspend, WHY)).error).toBeNull();
    expect((await person("ada").mutation(ensure, {})).error).toBeNull();
    expect(await entriesOf(scene)).toHaveLength(2);
  });

  it.each([
    ["themselves", { customerId: "olga" }, "not_yourself"],
    ["a customer without a member", { customerId: "nobody" }, "artist_not_found"],
    ["without a reason", { reason: "" }, "invalid_inputs"],
  ])("does not suspend %s", async (_, over, code) => {
    const { olga, t } = await setUp();
    await olga.action(api.billing.createCustomer, {});
    expect((await olga.mutation(acts.suspend, { ...WHY, ...over })).error?.code).toBe(code);
    expect(await t.run((ctx) => ctx.db.query("restrictions").take(9))).toEqual([]);
  });
});

describe("an operator decides on reports", () => {
  const { reports } = api.community.operators;
  const { send } = api.community.moderation.reports;
  const open = async (olga: Caller) =>
    (await olga.query(reports.open, { cursor: null })).data?.list;

  /** Eve and ben report ada's work, a comment of hers, and ada. */
  async function reported() {
    const site = await setUp();
    await site.person("ben").mutation(ensure, {});
    const artworkId = await site.hang("ada", "Lemons");
    const ada = site.person("ada");
    const said = { artworkId, text: "Buy @eve" };
    const { data } = await ada.mutation(api.community.comments.functions.add, said);
    const comment = data?.commentId;
    const subjects = [
      { kind: "artwork" as const, id: artworkId },
      { kind: "comment" as const, id: String(comment) },
      { kind: "profile" as const, id: "ada" },
    ];
    for (const subject of subjects) {
      await site.person("eve").mutation(send, { subject, reason: "stolen", note: "Mine" });
    }
    const again = { subject: { kind: "artwork" as const, id: artworkId }, note: "" };
    await site.person("ben").mutation(send, { ...again, reason: "spam" });
    return { ...site, artworkId };
  }

  it("and sees what they are about, oldest first", async () => {
    const { olga, artworkId } = await reported();
    const note = { reason: "stolen", note: "Mine", reporter: "eve" };
    const work = { kind: "artwork", artworkId, title: "Lemons, Again", artist: "ada" };
    expect(await open(olga)).toMatchObject([
      { ...note, subject: work },
      { ...note, subject: { kind: "comment", artworkId, text: "Buy @eve", author: "ada" } },
      { ...note, subject: { kind: "profile", username: "ada" } },
      { reason: "spam", note: "", reporter: "ben", subject: work },
    ]);
  });

  it.each([
    ["upheld", "hidden"],
    ["dismissed", "published"],
  ] as const)("once, for all reports of the same: %s", async (state, becomes) => {
    const { t, olga, artworkId } = await reported();
    const [first] = (await open(olga)) ?? [];
    const decision = { id: String(first?.id), state, reason: " Copied " };
    expect(await olga.mutation(reports.close, decision)).toMatchObject({ error: null });
    expect((await open(olga))?.map(({ subject }) => subject?.kind)).toEqual(["comment", "profile"]);
    const { work, rows } = await t.run(async ({ db }) => ({
      work: await db.get("artworks", artworkId),
      rows: await db.query("reports").take(9),
    }));
    expect(work?.state).toBe(becomes);
    const closed = { operator: "olga", reason: "Copied", at: Date.now() };
    expect(rows.map((row) => [row.state, row.closed])).toEqual([
      [state, closed],
      ["open", undefined],
      ["open", undefined],
      [state, closed],
    ]);
    const other = { ...decision, state: "dismissed" as const, reason: "A mistake" };
    expect(await olga.mutation(reports.close, other)).toMatchObject({ error: null });
    const [kept] = await t.run(({ db }) => db.query("reports").take(1));
    expect(kept?.state).toBe(state);
  });

  it("with a reason that others can read, about a report that exists", async () => {
    const { olga, t } = await reported();
    const [first] = (await open(olga)) ?? [];
    const decision = { id: String(first?.id), state: "upheld" as const };
    for (const reason of [" ", "x".repeat(501)]) {
      const { error } = await olga.mutation(reports.close, { ...decision, reason });
      expect(error?.code).toBe("invalid_text");
    }
    const gone = { ...decision, id: "gone", reason: "Copied" };
    expect((await olga.mutation(reports.close, gone)).error?.code).toBe("report_not_found");
    await t.run(({ db }) => db.delete("reports", first?.id as Id<"reports">));
    const deleted = { ...decision, reason: "Copied" };
    expect((await olga.mutation(reports.close, deleted)).error?.code).toBe("report_not_found");
  });

  it("also when the subject or the reporter is gone", async () => {
    const { olga, t, artworkId } = await reported();
    await t.run(async ({ db }) => {
      const [comment] = await db.query("comments").take(1);
      if (comment) await db.delete("comments", comment._id);
      await db.delete("artworks", artworkId);
      for (const profile of await db.query("profiles").take(9)) {
        if (profile.username !== "olga") await db.delete("profiles", profile._id);
      }
    });
    const list = (await open(olga)) ?? [];
    expect(list.map(({ subject, reporter }) => [subject, reporter])).toEqual(
      Array.from({ length: 4 }, () => [null, null]),
    );
    for (const { id } of list) {
      await olga.mutation(reports.close, { id, state: "dismissed", reason: "Gone" });
    }
    expect(await open(olga)).toEqual([]);
  });
});
