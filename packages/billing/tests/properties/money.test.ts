import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { closingLines, planLines } from "../../src/component/rules/invoices/lines";
import type { ChangeInput } from "../../src/component/rules/invoices/lines";
import type { CatalogueProduct, ItemDefinition } from "../../src/component/rules/model";
import { minorDigits } from "../../src/contract/currency";
import { roundHalfAway, toMajor, toMinor } from "../../src/component/rules/money/money";
import { periodAt } from "../../src/component/rules/periods/periods";
import { prorate } from "../../src/component/rules/periods/proration";
import { nextCycle, renewalLines } from "../../src/component/rules/renewals/renewal";
import { planSeatChange, seatsBeyond } from "../../src/component/rules/entities/seats";
import { tieredAmount } from "../../src/component/rules/prices/tiers";
import { FEATURES, subscriptions, price, product } from "../rules/fixtures";
import {
  always,
  anyBillingInterval,
  anyCurrency,
  anyPrice,
  anyPriced,
  anyTime,
} from "./arbitraries";

const anyPart = fc.double({ min: 0, max: 1, noNaN: true });
const anyPeriod = fc
  .record({ anchor: anyTime, interval: anyBillingInterval })
  .map(({ anchor, interval }) => ({ anchor, interval, ...periodAt(anchor, interval, 1, anchor) }));

const at = ({ start, end }: { start: number; end: number }, part: number) =>
  start + Math.floor(part * (end - start - 1));

const total = (lines: readonly { minor: number }[]) =>
  lines.reduce((sum, { minor }) => sum + minor, 0);

const terms = (
  target: CatalogueProduct,
  over: Partial<ChangeInput> & Pick<ChangeInput, "kind" | "now" | "anchor" | "currency">,
): ChangeInput => ({
  target,
  options: [],
  current: null,
  features: FEATURES,
  trialEndsAt: null,
  ...over,
});

describe("any amount of money", () => {
  it("converts to minor units and back without change (INV-33)", () => {
    const anyCoins = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), anyCurrency);
    always(anyCoins, ([minor, currency]) => {
      expect(toMinor(toMajor(minor, currency), currency)).toBe(minor);
      if (minorDigits(currency) === 0) expect(toMajor(minor, currency)).toBe(minor);
    });
  });

  it("is rounded to the smallest unit, and a half away from zero", () => {
    const anyFraction = fc.tuple(fc.integer(), fc.integer({ min: 1, max: 1_000_000 }));
    always(anyFraction, ([numerator, denominator]) => {
      const rounded = roundHalfAway(BigInt(numerator), BigInt(denominator));
      const rest = BigInt(numerator) - BigInt(rounded) * BigInt(denominator);
      const twice = (rest < 0n ? -rest : rest) * 2n;
      expect(twice <= BigInt(denominator)).toBe(true);
      if (twice === BigInt(denominator)) expect(Math.sign(rounded)).toBe(Math.sign(numerator));
      expect(roundHalfAway(BigInt(-numerator), BigInt(denominator)) + rounded).toBe(0);
    });
  });

  it("is prorated to between nothing and all of it, less as time passes (INV-29)", () => {
    const anyParts = fc.tuple(fc.integer({ min: 0, max: 1e7 }), anyPeriod, anyPart, anyPart);
    always(anyParts, ([minor, period, a, b]) => {
      const full = { numerator: BigInt(minor), denominator: 1n };
      const [early, late] = [at(period, Math.min(a, b)), at(period, Math.max(a, b))];
      const [more, less] = [prorate(full, period, early), prorate(full, period, late)];
      expect(0 <= less && less <= more && more <= minor).toBe(true);
      expect(prorate(full, period, period.start)).toBe(minor);
      expect(prorate(full, period, period.end)).toBe(0);
    });
  });
});

describe("any price by quantity", () => {
  const anyUnits = fc.integer({ min: 0, max: 3_000 });

  it("never falls as the quantity rises, and is 0 for 0 (INV-30)", () => {
    always(fc.tuple(anyPriced, anyUnits, anyUnits, anyCurrency), ([item, a, b, currency]) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)];
      expect(tieredAmount(item, less, currency)).toBeLessThanOrEqual(
        tieredAmount(item, more, currency),
      );
      expect(tieredAmount(item, 0, currency)).toBe(0);
    });
  });

  it("charges a started pack whole, and each pack at its own tier (INV-30)", () => {
    always(fc.tuple(anyPriced, fc.integer({ min: 0, max: 40 })), ([item, packs]) => {
      const units = packs * item.billing_units;
      const upTo = tieredAmount(item, units, "kwd");
      const next = tieredAmount(item, units + 1, "kwd");
      const rows = item.tiers ?? [{ to: "inf" as const, amount: item.price ?? 0 }];
      const tier = rows.find(({ to }) => to === "inf" || units < to);
      expect(next - upTo).toBe(toMinor(tier?.amount ?? NaN, "kwd"));
      expect(tieredAmount(item, units + item.billing_units, "kwd")).toBe(next);
    });
  });
});

describe("any change of plans", () => {
  const anyPlan = (id: string) => anyPrice.map((amount) => product(id, [price(amount, "month")]));

  it("charges in whole minor units, and credits no more than is left of what was paid (INV-27)", () => {
    const anyChange = fc.record({
      from: anyPrice,
      to: anyPrice,
      paid: anyPart,
      refunded: anyPart,
      period: anyPeriod,
      part: anyPart,
      currency: anyCurrency,
    });
    always(anyChange, ({ from, to, paid, refunded, period, part, currency }) => {
      const old = product("old", [price(from, period.interval)]);
      const full = Math.floor(toMinor(from, currency) * paid);
      const left = Math.floor(full * (1 - refunded));
      const lines = planLines(
        terms(product("new", [price(to, period.interval)]), {
          kind: "upgrade",
          current: subscriptions(old, { anchor: period.anchor }),
          now: at(period, part),
          anchor: period.anchor,
          currency,
          paid: new Map([[0, { full, left }]]),
        }),
      );
      expect(lines.every(({ minor }) => Number.isSafeInteger(minor))).toBe(true);
      const credit = 0 - total(lines.filter(({ kind }) => kind === "unused"));
      expect(credit).toBeGreaterThanOrEqual(0);
      expect(credit).toBeLessThanOrEqual(left);
      const charge = total(lines.filter(({ kind }) => kind !== "unused"));
      expect(charge).toBeGreaterThanOrEqual(0);
      expect(charge).toBeLessThanOrEqual(toMinor(to, currency));
    });
  });

  it("costs over a period the price of each plan for its time (INV-28)", () => {
    const anyDay = fc.record({
      prices: fc.array(anyPrice, { minLength: 2, maxLength: 5 }),
      parts: fc.array(anyPart, { minLength: 4, maxLength: 4 }),
      period: anyPeriod,
    });
    always(anyDay, ({ prices, parts, period }) => {
      const plans = prices.map((amount, i) => product(`p${i}`, [price(amount, period.interval)]));
      const times = [0, ...parts.slice(0, plans.length - 1).sort((a, b) => a - b)];
      const moments = times.map((part) => at(period, part));
      let [charged, lines, worth] = [0, 0, 0n];
      for (const [i, plan] of plans.entries()) {
        const before = plans[i - 1];
        const due = planLines(
          terms(plan, {
            kind: before ? "upgrade" : "new",
            current: before ? subscriptions(before, { anchor: period.anchor }) : null,
            now: moments[i] ?? NaN,
            anchor: period.anchor,
            currency: "usd",
          }),
        );
        charged += total(due);
        lines += due.length;
        const heldFor = (moments[i + 1] ?? period.end) - (moments[i] ?? NaN);
        worth += BigInt(toMinor(prices[i] ?? NaN, "usd")) * BigInt(heldFor);
      }
      const length = BigInt(period.end - period.start);
      const gap = BigInt(charged) * length - worth;
      expect((gap < 0n ? -gap : gap) * 2n <= BigInt(lines) * length).toBe(true);
    });
  });

  it("up and down at the same instant costs nothing (INV-28)", () => {
    const anyPair = fc.tuple(anyPlan("a"), anyPlan("b"), anyTime, anyPart, anyCurrency);
    always(anyPair, ([a, b, anchor, part, currency]) => {
      const now = at(periodAt(anchor, "month", 1, anchor), part);
      const move = (from: CatalogueProduct, to: CatalogueProduct) =>
        total(
          planLines(
            terms(to, {
              kind: "upgrade",
              current: subscriptions(from, { anchor }),
              now,
              anchor,
              currency,
            }),
          ),
        );
      expect(move(a, b) + move(b, a)).toBe(0);
    });
  });

  it("charges nothing on trial, and announces the full price at its end (INV-34)", () => {
    const anyTrial = fc.tuple(anyPlan("a"), anyTime, fc.integer({ min: 1, max: 1e9 }));
    always(anyTrial, ([plan, now, length]) => {
      const trial = terms(plan, {
        kind: "new",
        now,
        anchor: now + length,
        currency: "usd",
        trialEndsAt: now + length,
      });
      expect(total(planLines(trial))).toBe(0);
      const full = toMinor(plan.items[0]?.price ?? NaN, "usd");
      expect(nextCycle(trial)).toEqual({ starts_at: now + length, minor: full });
    });
  });

  it("bills overage once: in full at the boundary, or in full when the plan ends (INV-31)", () => {
    const anyOverage = fc.tuple(anyPriced, fc.integer({ min: 0, max: 3_000 }), anyTime, anyPart);
    always(anyOverage, ([priced, used, anchor, part]) => {
      const item: ItemDefinition = {
        ...priced,
        feature_id: "api_calls",
        interval: "month",
        usage_model: "pay_per_use",
      };
      const metered = product("metered", [item]);
      const period = periodAt(anchor, "month", 1, anchor);
      const common = { features: FEATURES, currency: "usd", overage: { api_calls: used } };
      const renewed = renewalLines({
        ...common,
        product: metered,
        options: [],
        anchor,
        at: period.end,
      });
      const left = closingLines({
        ...common,
        subscription: subscriptions(metered, { anchor }),
        now: at(period, part),
        prorate: true,
      });
      expect(total(renewed)).toBe(tieredAmount(item, used, "usd"));
      expect(total(left)).toBe(total(renewed));
    });
  });
});

describe("any changes of seats in a period", () => {
  const anySeats = fc.record({
    included: fc.integer({ min: 0, max: 5 }),
    amount: anyPrice,
    counts: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 6 }),
    parts: fc.array(anyPart, { minLength: 6, maxLength: 6 }),
    period: anyPeriod,
    onDecrease: fc.constantFrom("prorate_immediately" as const, "none" as const),
  });

  it("cost the paid seats for their time; seats that stay paid never decrease (INV-32)", () => {
    always(anySeats, ({ included, amount, counts, parts, period, onDecrease }) => {
      const item: ItemDefinition = { feature_id: "seats", included_usage: included, price: amount };
      const moments = [...parts].sort((a, b) => a - b).map((part) => at(period, part));
      const seat = BigInt(toMinor(amount, "usd"));
      let [from = 0] = counts;
      let [vacated, charged] = [0, 0];
      let paid = seatsBeyond(item, from);
      let [full_minor, left_minor] = [Number(seat) * paid, Number(seat) * paid];
      let worth = seat * BigInt(paid) * BigInt(period.end - period.start);
      for (const [i, to] of counts.slice(1).entries()) {
        const now = moments[i] ?? NaN;
        const common = { item, from, to, vacated, onDecrease, currency: "usd", period, now };
        const change = planSeatChange({ ...common, receipt: { full_minor, left_minor } });
        [full_minor, left_minor] = [full_minor + change.full, left_minor + change.minor];
        charged += change.minor;
        [from, vacated] = [to, change.vacated];
        const after = seatsBeyond(item, to) + vacated;
        if (onDecrease === "none") expect(after).toBeGreaterThanOrEqual(paid);
        worth += seat * BigInt(after - paid) * BigInt(period.end - now);
        paid = after;
      }
      const start = seat * BigInt(seatsBeyond(item, counts[0] ?? 0));
      const length = BigInt(period.end - period.start);
      const gap = (BigInt(charged) + start) * length - worth;
      expect((gap < 0n ? -gap : gap) * 2n <= BigInt(counts.length) * length).toBe(true);
    });
  });
});
