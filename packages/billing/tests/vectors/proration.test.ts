import { describe, expect, it } from "vitest";
import type { Interval } from "../../src/contract/wire";
import { CHANGES } from "../../src/component/rules/changes";
import { decideChange, scenarioFor } from "../../src/component/rules/plans/decideChange";
import { changePacks } from "../../src/component/rules/balances/balances";
import { closingLines, deferredLines, planLines } from "../../src/component/rules/invoices/lines";
import type { ChangeInput, Line } from "../../src/component/rules/invoices/lines";
import type { CatalogueProduct, Subscription, ItemDefinition, OnIncrease } from "../../src/component/rules/model";
import { fromMicros, toMajor } from "../../src/component/rules/money/money";
import { resolveOptions } from "../../src/component/rules/plans/options";
import { periodAt } from "../../src/component/rules/periods/periods";
import { nextCycle, periodEnd, renewalLines } from "../../src/component/rules/renewals/renewal";
import { planSeatChange, seatsBeyond } from "../../src/component/rules/entities/seats";
import { tieredAmount } from "../../src/component/rules/prices/tiers";
import { decideTrial } from "../../src/component/rules/products/trial";
import { balanceRow, FEATURES, subscriptions, percentOff, price, product } from "../rules/fixtures";
import file from "./proration.json";

/** Fields of the inputs of all kinds. */
interface Input {
  anchor_ms?: number;
  now_ms: number;
  period_ms?: [number, number];
  interval?: Interval;
  old_interval?: Interval;
  new_interval?: Interval;
  old_price: number;
  new_price: number;
  trial?: Trial;
  new_trial?: Trial;
  old_trial_ends_ms?: number;
  base_price: number;
  billing_units: number;
  price_per_pack?: number;
  tiers?: NonNullable<ItemDefinition["tiers"]> | null;
  old_quantity_units: number;
  new_quantity_units: number;
  quantity_units?: number;
  requested_units?: number;
  included: number;
  price: number;
  usage: number;
  usage_owed: number;
  prorate: boolean;
  seats_used?: number;
  old_seats?: { included: number; price: number };
  new_seats?: { included: number; price: number };
  price_per_seat: number;
  old_usage: number;
  new_usage: number;
  steps?: { to: number }[];
  on_increase?: OnIncrease;
  on_decrease?: "prorate_immediately" | "none";
  coupon?: { percent_off: number; since: "subscription_start" | "after_payment" };
  amount_paid_for_period?: number;
  already_refunded?: number;
}
interface Trial {
  length: number;
  duration: "day";
}
interface Vector {
  id: string;
  kind: string;
  currency: string;
  input: Input;
}

/** What the store or the processor does with a total; tested elsewhere. */
const EFFECTS = ["collected_first_minor", "settlement"];

const [FIRST, SECOND] = [0, 1];
const USAGE_BY_TITLE: Record<string, { item: ItemDefinition; overage: number }> = {
  P24: {
    item: {
      feature_id: "api_calls",
      interval: "month",
      price: 0.5,
      billing_units: 10,
      usage_model: "pay_per_use",
    },
    overage: 37,
  },
};

const metered = (over: Partial<ItemDefinition>): ItemDefinition => ({
  feature_id: "api_calls",
  interval: "month",
  usage_model: "pay_per_use",
  ...over,
});
const seatItem = (included: number, amount: number): ItemDefinition =>
  metered({ feature_id: "seats", included_usage: included, price: amount });
const plan = (id: string, items: ItemDefinition[], over: Partial<CatalogueProduct> = {}) =>
  product(id, items, over);

/** Attaches `target`, from the present state, through every rule of attach. */
function change(vector: Vector, target: CatalogueProduct, current: Subscription | null) {
  const { input } = vector;
  const decided = decideChange({
    target,
    subscriptions: current ? [current] : [],
    entityId: null,
    options: [],
    features: FEATURES,
    now: input.now_ms,
    preview: false,
  });
  const { kind, row, main } = decided;
  const trial = decideTrial({
    target,
    kind,
    entityId: null,
    trialsUsed: [],
    fingerprintUsed: false,
    now: input.now_ms,
  });
  const joins = row.cycle === "keeps" || row.cycle === "at_end";
  const change: ChangeInput = {
    kind,
    target,
    options: [],
    current: main,
    features: FEATURES,
    currency: vector.currency,
    now: input.now_ms,
    anchor: trial.available ? trial.endsAt : anchorOf(input, joins),
    trialEndsAt: trial.available ? trial.endsAt : null,
    usage: { seats: input.seats_used ?? 0 },
    overage: { api_calls: USAGE_BY_TITLE[vector.id]?.overage ?? 0 },
    ...paymentOf(vector),
  };
  return describeChange(vector, change, {
    scenario: scenarioFor({
      target,
      subscriptions: current ? [current] : [],
      entityId: null,
      features: FEATURES,
      now: input.now_ms,
    }),
    ...(row.cycle === "at_end" &&
      main && { scheduled: { starts_at_ms: periodEnd(main, input.now_ms) } }),
  });
}

/** A new subscription starts now, unless it is aligned to a running period. */
function anchorOf({ anchor_ms, period_ms, now_ms }: Input, joins: boolean): number {
  return joins ? (anchor_ms ?? now_ms) : (period_ms?.[0] ?? now_ms);
}

function paymentOf({ input, currency }: Vector): Partial<ChangeInput> {
  const { coupon, old_price, amount_paid_for_period, already_refunded } = input;
  const { old_seats, seats_used } = input;
  const minor = (amount: number) => tieredAmount({ price: amount }, 1, currency);
  if (amount_paid_for_period !== undefined) {
    const full = minor(amount_paid_for_period);
    return { paid: new Map([[FIRST, { full, left: full - minor(already_refunded ?? 0) }]]) };
  }
  if (old_seats && seats_used !== undefined) {
    const full = minor(old_seats.price * seatsBeyond(seatItem(old_seats.included, 0), seats_used));
    return { paid: new Map([[SECOND, { full, left: full }]]) };
  }
  if (!coupon) return {};
  const full =
    coupon.since === "subscription_start"
      ? minor(old_price * (1 - coupon.percent_off / 100))
      : minor(old_price);
  return { discounts: [percentOff(coupon.percent_off)], paid: new Map([[FIRST, { full, left: full }]]) };
}

function describeChange(vector: Vector, change: ChangeInput, more: object) {
  const next = nextCycle(change);
  return {
    ...serializeLines(planLines(change), vector.currency),
    has_prorations: CHANGES[change.kind].prorates,
    next_cycle: next && { starts_at: next.starts_at, ...total(next.minor, vector.currency) },
    ...more,
  };
}

const KINDS = {
  charge: "charge",
  unused: "unused_credit",
  remaining: "remaining_charge",
  usage: "usage_arrears",
};

function serializeLines(lines: readonly Line[], currency: string) {
  const sum = lines.reduce((minor, line) => minor + line.minor, 0);
  return {
    lines: lines.map((line) => ({
      kind: KINDS[line.kind],
      amount_minor: line.minor,
      amount: toMajor(line.minor, currency),
    })),
    ...total(sum, currency),
  };
}

const total = (minor: number, currency: string) => ({
  total_minor: minor,
  total: toMajor(minor, currency),
});

const planChange = (vector: Vector) => {
  const { input } = vector;
  const { old_price, new_price, interval = "month", old_seats, new_seats } = input;
  const usage = USAGE_BY_TITLE[vector.id];
  const from = plan("old", [
    price(old_price, input.old_interval ?? interval),
    ...(old_seats ? [seatItem(old_seats.included, old_seats.price)] : []),
    ...(usage ? [usage.item] : []),
  ]);
  const to = plan("new", [
    price(new_price, input.new_interval ?? interval),
    ...(new_seats ? [seatItem(new_seats.included, new_seats.price)] : []),
  ]);
  return change(vector, to, subscriptions(from, { anchor: input.anchor_ms ?? 0 }));
};

const newPlan = (vector: Vector) => {
  const { new_price, interval = "month", trial } = vector.input;
  return change(vector, plan("new", [price(new_price, interval)], trialOf(trial)), null);
};

const trialOf = (trial: Trial | undefined): Partial<CatalogueProduct> =>
  trial ? { free_trial: { ...trial, unique_fingerprint: false, card_required: true } } : {};

const RUNNERS: Record<string, (vector: Vector) => object> = {
  new: newPlan,
  trial: newPlan,
  plan_change: planChange,
  downgrade: planChange,

  new_from_free: (vector) => {
    const to = plan("new", [price(vector.input.new_price, "month")]);
    return change(vector, to, subscriptions(plan("free", [])));
  },

  trial_upgrade: (vector) => {
    const { old_price, new_price, old_trial_ends_ms: ends = 0, new_trial } = vector.input;
    const from = subscriptions(plan("old", [price(old_price, "month")]), {
      anchor: ends,
      starts_at: 0,
      trial_ends_at: ends,
    });
    return change(vector, plan("new", [price(new_price, "month")], trialOf(new_trial)), from);
  },

  add_on: (vector) => {
    const to = plan("extra", [price(vector.input.new_price, "month")], { is_add_on: true });
    return change(vector, to, null);
  },

  prepaid_quantity: (vector) => {
    const { input, currency } = vector;
    const { anchor_ms: anchor = 0, now_ms: now, billing_units: size } = input;
    const item: ItemDefinition = {
      feature_id: "credits",
      interval: "month",
      usage_model: "prepaid",
      billing_units: size,
      price: input.price_per_pack ?? 0,
      ...(input.on_increase && { on_increase: input.on_increase }),
    };
    const target = plan("pro", [price(input.base_price, "month"), item]);
    const options = [{ feature_id: "credits", quantity: input.old_quantity_units }];
    const current = subscriptions(target, { anchor, options });
    const asked = [{ feature_id: "credits", quantity: input.new_quantity_units }];
    const resolved = resolveOptions({
      product: target,
      features: FEATURES,
      options: asked,
      current,
      preview: false,
    });
    if ("error" in resolved) throw new Error(resolved.error.message);
    const question = { target, subscriptions: [current], entityId: null, features: FEATURES, now };
    const decided = decideChange({ ...question, options: asked, preview: false });
    const before = balanceRow({ granted: input.old_quantity_units });
    const after = changePacks(before, input.new_quantity_units - input.old_quantity_units);
    const change: ChangeInput = {
      kind: decided.kind,
      target,
      options: resolved.options,
      current,
      features: FEATURES,
      currency,
      now,
      anchor,
      trialEndsAt: null,
    };
    const pending = deferredLines(change).reduce((sum, { minor }) => sum + minor, 0);
    const next = nextCycle(change);
    const invoiced = (next?.minor ?? NaN) + pending;
    return {
      ...describeChange(vector, change, {
        scenario: scenarioFor(question),
        balance_delta_units: fromMicros(after.balance - before.balance),
        options_after: resolved.options.map(({ quantity }) => ({ quantity, packs: quantity / size })),
      }),
      // Lines that are deferred to the next invoice are part of what the next cycle costs.
      next_cycle: next && { starts_at: next.starts_at, ...total(invoiced, currency) },
      ...(pending !== 0 && {
        pending_invoice_items: [{ amount_minor: pending }],
        next_invoice_total_minor: invoiced,
      }),
    };
  },

  price: (vector) => {
    const { billing_units: size, tiers, price_per_pack, quantity_units } = vector.input;
    const item: ItemDefinition = {
      feature_id: "credits",
      usage_model: "prepaid",
      billing_units: size,
      ...(tiers ? { tiers } : { price: price_per_pack ?? 0 }),
    };
    const target = plan("pack", [item], { is_add_on: true });
    const quantity = quantity_units ?? vector.input.requested_units ?? 0;
    const resolved = resolveOptions({
      product: target,
      features: FEATURES,
      options: [{ feature_id: "credits", quantity }],
      current: null,
      preview: false,
    });
    if ("error" in resolved) throw new Error(resolved.error.message);
    const [{ quantity: granted } = { quantity: 0 }] = resolved.options;
    return describeChange(
      vector,
      {
        kind: "one_off",
        target,
        options: resolved.options,
        current: null,
        features: FEATURES,
        currency: vector.currency,
        now: 0,
        anchor: 0,
        trialEndsAt: null,
      },
      {
        granted_units: granted,
        options_after: [{ quantity: granted, packs: granted / size }],
      },
    );
  },

  usage_invoice: ({ input, currency }) => {
    const { billing_units, tiers, included, usage } = input;
    const item = metered({ billing_units, ...(tiers ? { tiers } : { price: input.price }) });
    const lines = renewalLines({
      product: plan("metered", [item]),
      options: [],
      features: FEATURES,
      currency,
      anchor: 0,
      at: periodAt(0, "month", 1, 0).end,
      overage: { api_calls: usage - included },
    });
    return { ...serializeLines(lines, currency), has_prorations: false, next_cycle: null };
  },

  cancel_immediately: ({ input, currency }) => {
    const items = [price(input.old_price, "month"), metered({ price: input.usage_owed })];
    const lines = closingLines({
      subscription: subscriptions(plan("pro", items), { anchor: input.anchor_ms ?? 0 }),
      features: FEATURES,
      currency,
      now: input.now_ms,
      prorate: input.prorate,
      overage: { api_calls: 1 },
    });
    const prorated = lines.some((line) => line.kind === "unused");
    return { ...serializeLines(lines, currency), has_prorations: prorated, next_cycle: null };
  },

  seats: ({ input, currency }) => {
    const { included, price_per_seat, period_ms: [start, end] = [0, 1], steps } = input;
    const item = seatItem(included, price_per_seat);
    let from = input.old_usage;
    // The vector with steps has its start in its title: 7 seats.
    if (steps) from = 7;
    let vacated = 0;
    const full_minor = tieredAmount(item, seatsBeyond(item, from), currency);
    const changes = (steps ?? [{ to: input.new_usage }]).map(({ to }) => {
      const result = planSeatChange({
        item,
        from,
        to,
        vacated,
        onDecrease: input.on_decrease ?? "prorate_immediately",
        receipt: { full_minor, left_minor: full_minor },
        currency,
        period: { start, end },
        now: input.now_ms,
      });
      [from, vacated] = [to, result.vacated];
      return result;
    });
    const charged = changes.filter(({ minor }) => minor !== 0);
    const lines = charged.map(
      ({ minor }): Line => ({
        kind: minor < 0 ? "unused" : "remaining",
        description: "seats",
        minor,
        of: "current",
        itemIndex: FIRST,
      }),
    );
    const billed = seatsBeyond(item, from);
    return {
      ...serializeLines(lines, currency),
      has_prorations: lines.length > 0,
      next_cycle: null,
      replaceables_after: changes.map((result) => result.vacated),
      billed_seats_at_renewal: billed,
      next_renewal_seat_charge_minor: tieredAmount(item, billed, currency),
    };
  },
};

/**
 * Texts are this product's own, exact fractions are the vectors' working; both are
 * tested elsewhere.
 */
function comparable({ id, expected }: { id: string; expected: Record<string, unknown> }) {
  const { lines, next_cycle: next, ...rest } = expected as {
    lines: { kind: string; amount_minor: number; amount: number }[];
    next_cycle: { starts_at: number; total_minor: number; total: number } | null;
  };
  const known = Object.entries(rest).filter(([name]) => !EFFECTS.includes(name));
  expect(lines, id).toBeInstanceOf(Array);
  return {
    ...Object.fromEntries(known),
    lines: lines.map(({ kind, amount_minor, amount }) => ({ kind, amount_minor, amount })),
    next_cycle: next && {
      starts_at: next.starts_at,
      total_minor: next.total_minor,
      total: next.total,
    },
  };
}

describe("proration vectors", () => {
  const executed: string[] = [];

  it("has a runner for every kind in the file", () => {
    const kinds = new Set(file.vectors.map((vector) => vector.kind));
    expect([...kinds].sort()).toEqual(Object.keys(RUNNERS).sort());
  });

  it.each(file.vectors.map((vector) => [vector.id, vector.title, vector] as const))(
    "%s %s",
    (id, _title, vector) => {
      // The runner of a kind reads the input of that kind.
      const actual = RUNNERS[vector.kind]?.(vector as unknown as Vector);
      expect(actual).toMatchObject(comparable(vector));
      executed.push(id);
    },
  );

  it("ran every vector of the file", () => {
    expect(executed).toEqual(file.vectors.map(({ id }) => id));
    expect(new Set(executed).size).toBe(33);
  });
});
