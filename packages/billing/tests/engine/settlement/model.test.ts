import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { decideFeatureAccess } from "../../../src/contract/access";
import { ANA, CARDS, DAY_MS, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { casesFrom } from "../cases-from";
import { triesOf } from "../processors";
import { balancesOf, dump, GOODS, STATE, violationsIn } from "../invariants";
import { anyMove, FULL_LIFE, make } from "../moves";
import type { Move } from "../moves";
import { openShop, product, PRODUCTS } from "../shop";

/** Uploads for each seat, in addition to the shop's products. */
const STUDIO = product("studio", [
  { price: 30, interval: "month" },
  { feature_id: "seats", included_usage: 3 },
  { feature_id: "uploads", included_usage: 20, interval: "month", entity_feature_id: "seats" },
]);
const open = () => openShop([...PRODUCTS, STUDIO]);

const anyLife = fc.array(anyMove, { minLength: 2, maxLength: 6 });

async function liveOn(moves: readonly Move[]) {
  const t = await open();
  await saveCard(t);
  for (const move of moves) await make(t, move);
  return t;
}

/** Each keeps its backend. `npm run test:long` draws ten times as many lives. */
const MOST_KEPT = 400;
const lived = new Map<string, ReturnType<typeof casesFrom>>();

/**
 * Runs one case after a customer has made these moves. All properties draw the same lives, from
 * the same seed: each is lived once.
 */
async function after(moves: readonly Move[], attempt: (t: Engine) => Promise<void>) {
  const name = JSON.stringify(moves);
  const begin = lived.get(name) ?? casesFrom(() => liveOn(moves));
  if (lived.size < MOST_KEPT) lived.set(name, begin);
  await begin(attempt);
}

const newborn = casesFrom(() => liveOn([]));

/** Random lives, and one in which every action succeeds. */
const lives = (hold: (moves: Move[]) => Promise<void>) =>
  fc.assert(fc.asyncProperty(anyLife, hold), {
    numRuns: triesOf(200),
    examples: [[FULL_LIFE]],
  });

/** What holds after random lives, whatever else is drawn. */
const afterLives = <Drawn>(
  drawn: fc.Arbitrary<Drawn>,
  hold: (t: Engine, own: Drawn) => Promise<void>,
  examples: [Move[], Drawn][] = [],
) =>
  fc.assert(
    fc.asyncProperty(anyLife, drawn, (moves, own) => after(moves, (t) => hold(t, own))),
    { numRuns: triesOf(200), examples },
  );

describe("random customer actions", () => {
  it("keep every invariant after every step", async () => {
    const succeeded = new Set<string>();
    await lives((moves) =>
      newborn(async (t) => {
        for (const move of moves) {
          const answer = await make(t, move);
          if (answer === null || answer.error === null) succeeded.add(move.do);
          expect(await violationsIn(t), `after ${JSON.stringify(move)}`).toEqual({});
        }
      }),
    );
    // An action that never succeeds would prove nothing.
    expect([...succeeded].sort()).toEqual([...new Set(FULL_LIFE.map((move) => move.do))].sort());
  });

  it("change nothing when a request is repeated with its key (INV-14)", async () => {
    await lives((moves) =>
      newborn(async (t) => {
        for (const [index, move] of moves.entries()) {
          const key = `${ANA}:${index}`;
          const first = await make(t, move, key);
          if (first === null || first.error !== null) continue;
          const isDenied = "allowed" in first.data && !first.data.allowed;
          const before = await dump(t, STATE);
          const again = await make(t, move, key);
          if (!isDenied) expect(again).toEqual(first);
          expect(await dump(t, STATE)).toBe(before);
        }
      }),
    );
  });

  it("make check agree with the use that follows (INV-5)", async () => {
    const anyFeature = fc.constantFrom("uploads", "calls", "boosts", "credits");
    await afterLives(anyFeature, async (t, feature_id) => {
      for (const required_balance of [0.5, 3, 60]) {
        const params = { customer_id: ANA, feature_id, required_balance };
        const asked = await t.mutation(api.public.check, { params });
        const used = await t.mutation(api.public.check, {
          params: { ...params, send_event: true },
        });
        expect(used.data?.allowed).toBe(asked.data?.allowed);
      }
    });
  });

  it("let a page decide as the server does, from the data that the page has (INV-7)", async () => {
    const anyRequired = fc.shuffledSubarray([0.5, 1, 41, 900], { minLength: 1, maxLength: 1 });
    await afterLives(
      anyRequired,
      async (t, required) => {
        const { features } = await getCustomer(t);
        for (const feature_id of ["uploads", "calls", "boosts", "seats", "credits"]) {
          for (const required_balance of required) {
            const params = { customer_id: ANA, feature_id, required_balance };
            const { data } = await t.mutation(api.public.check, { params });
            const local = decideFeatureAccess(features, feature_id, required_balance);
            expect(local.allowed, `${feature_id} ${required_balance}`).toBe(data?.allowed);
          }
        }
      },
      [[FULL_LIFE, [0.5, 1, 41, 900]]],
    );
  });

  it("charge what checkout showed, and do what the scenario said (INV-23, INV-26)", async () => {
    const anyProduct = fc.constantFrom("basic", "pro", "max", "extra", "labs");
    await afterLives(anyProduct, async (t, product_id) => {
      await saveCard(t);
      await buyAsShown(t, product_id);
    });
  });

  it("grant nothing for a failed payment (INV-17)", async () => {
    const sold = ["basic", "max", "extra", "pack"];
    const anyTwo = fc.shuffledSubarray(sold, { minLength: 2, maxLength: 2 });
    await afterLives(
      anyTwo,
      async (t, products) => {
        await saveCard(t, CARDS.failsLater);
        for (const product_id of products) {
          const before = await dump(t, GOODS);
          const params = { customer_id: ANA, product_id };
          const { data } = await t.mutation(api.public.attach, { params });
          const isPurchase = data === null || data.code === "checkout_created";
          if (isPurchase) expect(await dump(t, GOODS)).toBe(before);
        }
      },
      [[FULL_LIFE, sold]],
    );
  });
});

/** The customer, without the numbers of invoices, which are new each time. */
async function viewOf(t: Engine) {
  const { invoices = [], ...customer } = await getCustomer(t);
  return {
    ...customer,
    invoices: invoices.map((row) => ({ ...row, hosted_invoice_url: null, stripe_id: "" })),
  };
}

async function buyAsShown(t: Engine, product_id: string) {
  const params = { customer_id: ANA, product_id };
  const shown = await t.mutation(api.public.checkout, { params });
  const done = await t.mutation(api.public.attach, { params });
  const scenario = shown.data?.product.scenario;
  if (!done.data) {
    expect(["active", "scheduled"]).toContain(scenario);
    return;
  }
  expect(done.data.code).not.toBe("checkout_created");
  const { products, invoices } = await getCustomer(t);
  const copy = products.find(({ id, entity_id }) => id === product_id && entity_id === undefined);
  if (scenario === "downgrade" || scenario === "cancel") expect(copy?.status).toBe("scheduled");
  else expect(copy).toMatchObject({ status: "active" });
  if (scenario === "renew") expect(copy?.canceled_at).toBe(null);
  const due = shown.data?.total ?? 0;
  if (due > 0) expect(invoices?.[0]?.total).toBe(due);
}

describe("setUsage", () => {
  it("sets use to the given value, as far as possible, and repeating it changes nothing (INV-11)", async () => {
    const anySetting = fc.tuple(
      fc.constantFrom("uploads", "calls", "boosts"),
      fc.constantFrom(0, 4, 90, 1500),
    );
    await afterLives(anySetting, async (t, [feature_id, value]) => {
      const params = { customer_id: ANA, feature_id, value };
      if ((await t.mutation(api.public.setUsage, { params })).error) return;
      const once = (await getCustomer(t)).features[feature_id];
      const isFull = once?.balance === 0;
      expect(once === undefined || once.usage === value || isFull).toBe(true);
      await t.mutation(api.public.setUsage, { params });
      expect((await getCustomer(t)).features[feature_id]).toEqual(once);
    });
  });
});

describe("a cancellation that is undone", () => {
  it("leaves the plan as it was, and charges nothing (INV-24)", async () => {
    const anyPlan = fc.constantFrom("basic", "max", "labs", "extra");
    await afterLives(
      anyPlan,
      async (t, product_id) => {
        await make(t, { do: "attach", product: product_id, entity: undefined });
        const before = await viewOf(t);
        const hasSubscribers = before.products.some(
          ({ id, status, canceled_at, entity_id }) =>
            id === product_id &&
            status === "active" &&
            canceled_at === null &&
            entity_id === undefined,
        );
        const successors = before.products.some(({ status }) => status === "scheduled");
        if (!hasSubscribers || successors) return;
        const params = { customer_id: ANA, product_id };
        const canceled = await t.mutation(api.public.cancel, { params });
        expect(canceled.error).toBe(null);
        await t.mutation(api.public.attach, { params });
        expect(await viewOf(t)).toEqual(before);
      },
      [[[{ do: "attach", product: "max", entity: undefined }], "max"]],
    );
  });
});

describe("a product that is transferred", () => {
  it("moves with its remaining and used units, and no money moves (INV-25)", async () => {
    const anyMoved = fc.constantFrom("basic", "max", "extra", "support");
    await afterLives(
      anyMoved,
      async (t, product_id) => {
        await make(t, { do: "attach", product: product_id, entity: undefined });
        await make(t, { do: "track", feature: "uploads", value: 130, entity: undefined });
        await make(t, { do: "addEntity", entity: "e3" });
        const before = [await balancesOf(t), (await getCustomer(t)).invoices];
        const params = { customer_id: ANA, product_id, to_entity_id: "e3" };
        const { data } = await t.mutation(api.public.transferProduct, { params });
        if (data === null) return;
        const [balances, invoices] = [await balancesOf(t), (await getCustomer(t)).invoices];
        expect(invoices).toEqual(before[1]);
        // When a plan of a group ends, its free default starts again: that is a grant of its own.
        if (product_id === "extra" || product_id === "support") expect(balances).toEqual(before[0]);
      },
      [[[{ do: "attach", product: "extra", entity: undefined }], "extra"]],
    );
  });
});

/** Reads when something is due, and halfway to there, when nothing is due. */
async function readAtEachBoundary(t: Engine, end: number) {
  for (;;) {
    const customer = await t.run((ctx) => ctx.db.query("customers").first());
    const next = customer?.next_change_at ?? end;
    if (next >= end) return;
    for (const at of [(Date.now() + next) / 2, next]) {
      setTime(Math.round(at));
      await getCustomer(t);
    }
  }
}

describe("the passing of time", () => {
  it("ends in the same state in one jump as in small steps (INV-19)", async () => {
    await fc.assert(
      fc.asyncProperty(anyLife, fc.integer({ min: 1, max: 70 }), async (moves, days) => {
        const views: unknown[] = [];
        for (const pace of ["one jump", "small steps"] as const)
          await after(moves, async (t) => {
            const end = Date.now() + days * DAY_MS;
            if (pace === "small steps") await readAtEachBoundary(t, end);
            setTime(end);
            await getCustomer(t);
            views.push(await viewOf(t));
          });
        expect(views[1]).toEqual(views[0]);
      }),
      { numRuns: triesOf(200) },
    );
  });
});
