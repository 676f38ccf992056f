import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import { install } from "../../../src/component/store/catalogue/catalog";
import { readRevision } from "../../../src/component/operations/customers/customers";
import type {
  ProgramDefinition,
  RewardDefinition,
} from "../../../src/component/rules/discounts/rewards";
import { casesOf } from "../../../../../tests/cases";
import { APRIL_1, CARDS, DAY_MS, MAY_1, setTime, startEngine, submit } from "../harness";
import type { Engine } from "../harness";
import { casesFrom } from "../cases-from";
import { swapCards } from "../shop";

const REWARDS: RewardDefinition[] = [
  ...SPOTLIGHT_CATALOGUE.rewards,
  {
    id: "half",
    name: "Half off",
    promo_codes: [],
    type: "percentage_discount",
    discount_value: 50,
    duration_type: "one_off",
    duration_value: 0,
  },
  {
    id: "free_plan",
    name: "The free plan",
    promo_codes: [],
    type: "free_product",
    free_product_id: "free",
  },
  {
    id: "free_studio",
    name: "A month of Studio",
    promo_codes: [],
    type: "free_product",
    free_product_id: "studio",
  },
  { id: "five", name: "5 dollars", promo_codes: [], type: "invoice_credits", discount_value: 5 },
];

const program = (id: string, over: Partial<ProgramDefinition> = {}): ProgramDefinition => ({
  id,
  when: "customer_creation",
  product_ids: [],
  reward: "five",
  max_redemptions: 2,
  received_by: "all",
  exclude_trial: true,
  hold_days: 0,
  ...over,
});

const PROGRAMS: ProgramDefinition[] = [
  ...SPOTLIGHT_CATALOGUE.programs.map((row) => ({ ...row, hold_days: 0 })),
  program("welcome"),
  program("thanks", { received_by: "referrer", max_redemptions: 100 }),
  program("half", { reward: "half", max_redemptions: 100 }),
  program("free_plan", { reward: "free_plan", received_by: "referrer" }),
  program("free_month", { reward: "free_studio", received_by: "referrer" }),
  program("studios", { when: "checkout", product_ids: ["studio"] }),
  program("trials", { when: "checkout", product_ids: ["pro"], exclude_trial: false }),
];

async function startReferring() {
  const t = await startEngine();
  const catalogue = { ...SPOTLIGHT_CATALOGUE, rewards: REWARDS, programs: PROGRAMS };
  await t.run((ctx) => install(ctx, catalogue, APRIL_1));
  for (const id of ["ana", "ben", "cleo", "dan"]) await customer(t, id);
  return t;
}

async function customer(t: Engine, id: string, data: { fingerprint?: string } = {}) {
  const answer = await t.mutation(api.public.createCustomer, {
    params: { id, customer_data: data, expand: ["rewards", "referrals", "invoices"] },
  });
  if (!answer.data) throw new Error("createCustomer answered nothing");
  return answer.data;
}

async function codeOf(t: Engine, id: string, programId = "invite-artist") {
  const { data, error } = await t.mutation(api.public.createReferralCode, {
    params: { customer_id: id, program_id: programId },
  });
  if (!data) throw new Error(error.message);
  return data.code;
}

function redeem(t: Engine, id: string, code: string) {
  return t.mutation(api.public.redeemReferralCode, {
    params: { customer_id: id, code },
  });
}

const errorOf = async (redeemed: ReturnType<typeof redeem>) => {
  const { error, statusCode } = await redeemed;
  return error && [error.code, statusCode];
};

async function buy(t: Engine, id: string, productId: string) {
  const params = { customer_id: id, product_id: productId, force_checkout: true };
  const { data } = await t.mutation(api.public.attach, { params });
  const url = data?.checkout_url ?? "";
  expect((await submit(t, url)).error).toBeNull();
}

const creditOf = (t: Engine, id: string) =>
  t.run(async (ctx) => {
    const query = ctx.db.query("customers");
    const row = await query.withIndex("by_customer_id", (q) => q.eq("customer_id", id)).unique();
    return row?.credit_minor;
  });

const creditsOf = async (t: Engine, id: string) =>
  (await customer(t, id)).features.credits?.balance ?? 0;

describe("a referral code", () => {
  it("is ten letters and digits, and stays the same", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana");
    expect(code).toMatch(/^[A-Z0-9]{10}$/);
    expect(await codeOf(t, "ana")).toBe(code);
    expect(await codeOf(t, "ana", "welcome")).not.toBe(code);
    expect(await codeOf(t, "ben")).not.toBe(code);
  });

  it("is generated again when it is taken", async () => {
    const t = await startReferring();
    const draws = [...Array<number>(20).fill(0), ...Array<number>(10).fill(27)];
    const random = vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
      (bytes as unknown as Uint8Array)[0] = draws.shift() ?? 1;
      return bytes;
    });
    const codes = [await codeOf(t, "ana"), await codeOf(t, "ben")];
    random.mockRestore();
    expect(codes).toEqual(["AAAAAAAAAA", "1111111111"]);
  });

  it("updates the referrer's open pages when it is redeemed", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana");
    const revision = () => t.run((ctx) => readRevision(ctx, "ana"));
    const before = await revision();
    expect((await redeem(t, "ben", code)).error).toBeNull();
    expect((await revision()).customer).toBeGreaterThan(before.customer);
  });

  it("needs a customer and a program", async () => {
    const t = await startReferring();
    const ask = (customer_id: string, program_id: string) =>
      errorOf(
        t.mutation(api.public.createReferralCode, {
          params: { customer_id, program_id },
        }) as ReturnType<typeof redeem>,
      );
    expect(await ask("nobody", "welcome")).toEqual(["customer_not_found", 404]);
    expect(await ask("ana", "nothing")).toEqual(["reward_program_not_found", 404]);
  });
});

describe("redeeming", () => {
  it("returns the referrer and the referee, whatever the case of the code", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana");
    const { data } = await redeem(t, "ben", `  ${code.toLowerCase()} `);
    expect(data).toMatchObject({
      customer_id: "ben",
      reward_id: "referral_credits",
      referrer: { id: "ana", created_at: APRIL_1 },
      redeemer: { id: "ben", name: null, email: null },
    });
  });

  it("is refused for reasons in this order", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana", "welcome");
    expect(await errorOf(redeem(t, "nobody", code))).toEqual(["customer_not_found", 404]);
    expect(await errorOf(redeem(t, "ben", "NOCODE"))).toEqual(["referral_code_not_found", 404]);
    expect(await errorOf(redeem(t, "ana", code))).toEqual(["customer_cannot_redeem_own_code", 400]);
    expect(await errorOf(redeem(t, "ben", code))).toBeNull();
    const twice = ["customer_already_redeemed_referral_code", 400];
    expect(await errorOf(redeem(t, "ben", code))).toEqual(twice);
    expect(await errorOf(redeem(t, "ben", await codeOf(t, "cleo", "welcome")))).toEqual(twice);
    expect(await errorOf(redeem(t, "cleo", code))).toBeNull();
    const full = ["referral_code_max_redemptions_reached", 400];
    expect(await errorOf(redeem(t, "dan", code))).toEqual(full);
    expect(await errorOf(redeem(t, "ana", code))).toEqual(full);
  });

  it("a code is refused for another account on the referrer's device", async () => {
    const t = await startReferring();
    await customer(t, "eve", { fingerprint: "device" });
    await customer(t, "eve_again", { fingerprint: "device" });
    const code = await codeOf(t, "eve", "welcome");
    const own = ["customer_cannot_redeem_own_code", 400];
    expect(await errorOf(redeem(t, "eve_again", code))).toEqual(own);
  });

  it("accepts customers without a known device as different people", async () => {
    const t = await startReferring();
    await customer(t, "eve", { fingerprint: "" });
    await customer(t, "fay", { fingerprint: "" });
    expect(await errorOf(redeem(t, "fay", await codeOf(t, "eve", "welcome")))).toBeNull();
  });

  it("reserves its place, so that pending redemptions cannot exceed the maximum (B38)", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana", "studios");
    const answers = await Promise.all(
      ["ben", "cleo", "dan"].map((id) => errorOf(redeem(t, id, code))),
    );
    expect(answers.filter((error) => error === null)).toHaveLength(2);
    expect(
      answers.filter((error) => error?.[0] === "referral_code_max_redemptions_reached"),
    ).toHaveLength(1);
  });
});

describe("the reward of a referral", () => {
  it("is given at once where the program starts with the customer: credit for both", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "welcome"));
    expect([await creditOf(t, "ana"), await creditOf(t, "ben")]).toEqual([500, 500]);
    await buy(t, "ben", "creator");
    const [invoice] = await t.run((ctx) => ctx.db.query("invoices").take(1));
    expect(invoice).toMatchObject({ total_minor: 600, credit_minor: 500, amount_paid_minor: 100 });
  });

  it("goes to the referrer alone where the program says so", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "thanks"));
    expect([await creditOf(t, "ana"), await creditOf(t, "ben")]).toEqual([500, 0]);
    expect((await customer(t, "ana")).referrals).toEqual([
      {
        program_id: "thanks",
        customer: { id: "ben", name: null, email: null },
        reward_applied: true,
        created_at: APRIL_1,
      },
    ]);
    expect((await customer(t, "ben")).referrals).toEqual([]);
  });

  it("waits for the new customer's first payment: both get 200 credits, for three months", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana"));
    expect((await customer(t, "ana")).referrals).toMatchObject([{ reward_applied: false }]);
    await buy(t, "ben", "creator");
    expect([await creditsOf(t, "ana"), await creditsOf(t, "ben")]).toEqual([200, 300]);
    expect((await customer(t, "ana")).referrals).toMatchObject([{ reward_applied: true }]);
    const { features } = await customer(t, "ana");
    expect(features.credits?.breakdown).toMatchObject([{ expires_at: Date.UTC(2025, 6, 1) }]);
  });

  it("is given again for the next new customer, in addition", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana");
    for (const id of ["ben", "cleo"]) {
      await redeem(t, id, code);
      await buy(t, id, "creator");
    }
    expect(await creditsOf(t, "ana")).toBe(400);
    const { referrals = [] } = await customer(t, "ana");
    expect(referrals.map((row) => row.customer.id)).toEqual(["cleo", "ben"]);
  });

  it("is not given for a product outside the program", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "studios"));
    await buy(t, "ben", "creator");
    expect(await creditOf(t, "ana")).toBe(0);
    await buy(t, "ben", "studio");
    expect(await creditOf(t, "ana")).toBe(500);
  });

  it("waits while the new customer is on trial, and is given with the first paid month", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana"));
    await buy(t, "ben", "pro");
    expect(await creditsOf(t, "ana")).toBe(0);
    setTime(APRIL_1 + 14 * DAY_MS);
    await customer(t, "ben");
    expect(await creditsOf(t, "ana")).toBe(200);
  });

  it("is given once the first month is paid, when the card had failed at the trial's end", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana"));
    await buy(t, "ben", "pro");
    await swapCards(t, CARDS.failsLater, "ben");
    setTime(APRIL_1 + 14 * DAY_MS);
    await customer(t, "ben");
    expect(await creditsOf(t, "ana")).toBe(0);
    await swapCards(t, CARDS.ok, "ben");
    setTime(APRIL_1 + 15 * DAY_MS);
    await customer(t, "ben");
    expect(await creditsOf(t, "ana")).toBe(200);
  });

  it("is given with a trial where the program counts trials", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "trials"));
    await buy(t, "ben", "pro");
    expect(await creditOf(t, "ana")).toBe(500);
  });

  it("is given by every program that waits, not only by the first (B38)", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "trials"));
    await redeem(t, "ben", await codeOf(t, "cleo", "studios"));
    await redeem(t, "ben", await codeOf(t, "dan"));
    await buy(t, "ben", "studio");
    expect([await creditOf(t, "ana"), await creditOf(t, "cleo")]).toEqual([0, 500]);
    expect(await creditsOf(t, "dan")).toBe(200);
  });

  it("is given once: the renewal gives nothing more", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "studios"));
    await buy(t, "ben", "studio");
    setTime(MAY_1);
    await customer(t, "ben");
    expect(await creditOf(t, "ana")).toBe(500);
  });

  it("is given with a renewal when that is the first payment", async () => {
    const t = await startReferring();
    await buy(t, "ben", "studio");
    await redeem(t, "ben", await codeOf(t, "ana", "studios"));
    expect(await creditOf(t, "ana")).toBe(0);
    setTime(MAY_1);
    await customer(t, "ben");
    expect(await creditOf(t, "ana")).toBe(500);
  });

  it("a paid plan as reward is its first period for free", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "free_month"));
    const shown = async (productId: string) => {
      const params = { customer_id: "ana", product_id: productId };
      const { data } = await t.mutation(api.public.checkout, { params });
      return [data?.total, data?.next_cycle?.total];
    };
    expect(await shown("creator")).toEqual([6, 6]);
    expect(await shown("studio")).toEqual([0, 39]);
    await buy(t, "ana", "studio");
    const { invoices = [], rewards } = await customer(t, "ana");
    expect(invoices).toMatchObject([{ total: 0, status: "paid" }]);
    expect(rewards?.discounts).toEqual([]);
  });

  it("a free plan as reward changes nothing for customers who have it", async () => {
    const t = await startReferring();
    await redeem(t, "ben", await codeOf(t, "ana", "free_plan"));
    expect((await customer(t, "ana")).referrals).toMatchObject([{ reward_applied: false }]);
    expect((await customer(t, "ana")).products.map(({ id }) => id)).toEqual(["free"]);
  });

  it("a second discount waits until the first is used up, and then applies", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana", "half");
    for (const id of ["ben", "cleo"]) await redeem(t, id, code);
    expect((await customer(t, "ana")).rewards?.discounts).toHaveLength(1);
    await buy(t, "ana", "creator");
    setTime(Date.UTC(2025, 5, 1));
    const { invoices = [], rewards } = await customer(t, "ana");
    expect(invoices.map(({ total }) => total)).toEqual([6, 3, 3]);
    expect(rewards?.discounts).toEqual([]);
  });
});

describe("random referrals (INV-36)", () => {
  const PEOPLE = ["ana", "ben", "cleo", "dan"];
  const person = fc.constantFrom(...PEOPLE);
  const pays = fc.constantFrom(true, false, false, false);
  const step = fc.record({ redeemer: person, referrer: person, pays });

  it("give one redemption per person, none of the person's own code, and none beyond the maximum", async () => {
    const begin = casesFrom(startReferring);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), (steps) =>
        begin(async (t) => {
          for (const { redeemer, referrer, pays } of steps) {
            await redeem(t, redeemer, await codeOf(t, referrer, "studios"));
            if (!pays) continue;
            const { products } = await customer(t, redeemer);
            if (!products.some(({ id }) => id === "studio")) await buy(t, redeemer, "studio");
          }
          const { rows, codes } = await t.run(async (ctx) => ({
            rows: await ctx.db.query("redemptions").take(100),
            codes: await ctx.db.query("referralCodes").take(100),
          }));
          expect(new Set(rows.map(({ redeemer }) => redeemer)).size).toBe(rows.length);
          expect(rows.filter(({ redeemer, referrer }) => redeemer === referrer)).toEqual([]);
          for (const { _id, redeemed } of codes) {
            expect(rows.filter(({ code }) => code === _id)).toHaveLength(redeemed);
            expect(redeemed).toBeLessThanOrEqual(2);
          }
          const given = rows.filter(({ applied }) => applied).length;
          const received = rows.filter(({ redeemer_applied }) => redeemer_applied).length;
          const credits = await Promise.all(PEOPLE.map((id) => creditOf(t, id)));
          const spent = await t.run(async (ctx) =>
            (await ctx.db.query("invoices").take(100)).map((row) => row.credit_minor ?? 0),
          );
          const sum = (list: (number | undefined)[]) => list.reduce((a = 0, b = 0) => a + b, 0);
          expect(sum(credits)).toBe((given + received) * 500 - Number(sum(spent)));
        }),
      ),
      { numRuns: casesOf(200, 1_000) },
    );
  });
});

describe("misuse of codes", () => {
  it.each(["invite-artist", "welcome"])(
    "a customer is not rewarded for inviting their own referrer (%s)",
    async (program) => {
      const t = await startReferring();
      expect(await errorOf(redeem(t, "ben", await codeOf(t, "ana")))).toBeNull();
      const back = await codeOf(t, "ben", program);
      expect(await errorOf(redeem(t, "ana", back))).toEqual([
        "customer_cannot_redeem_own_code",
        400,
      ]);
      expect(await errorOf(redeem(t, "cleo", back))).toBeNull();
    },
  );

  it("after ten wrong codes the customer must wait, even for a right one", async () => {
    const t = await startReferring();
    const code = await codeOf(t, "ana");
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await errorOf(redeem(t, "ben", `WRONG${tries}`))).toEqual([
        "referral_code_not_found",
        404,
      ]);
      const { error } = await t.mutation(api.public.attach, {
        params: { customer_id: "ben", product_id: "creator", reward: `WRONG${tries}` },
      });
      expect(error?.code).toBe("reward_not_found");
    }
    expect(await errorOf(redeem(t, "ben", code))).toEqual(["rate_limit_exceeded", 429]);
    expect(await errorOf(redeem(t, "cleo", code))).toBeNull();
    setTime(Date.now() + 60_000);
    expect(await errorOf(redeem(t, "ben", code))).toBeNull();
  });

  it("a program may use longer codes", async () => {
    const t = await startReferring();
    await codeOf(t, "ana");
    await t.run(async (ctx) => {
      const [row] = await ctx.db.query("referralCodes").take(1);
      if (!row) throw new Error("There is no row");
      await ctx.db.patch("referralCodes", row._id, { code: "ABC123" });
    });
    const code = await codeOf(t, "ana");
    expect(code).toMatch(/^[A-Z0-9]{10}$/);
    expect(await codeOf(t, "ana")).toBe(code);
    expect(await errorOf(redeem(t, "ben", "ABC123"))).toEqual(["referral_code_not_found", 404]);
  });
});
