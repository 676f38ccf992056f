import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changePacks,
  planBalances,
  resetBalance,
  trimRollovers,
} from "../../../src/component/rules/balances/balances";
import type { GrantInput } from "../../../src/component/rules/balances/balances";
import type { Subscription, NewBalance, Rollover } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import {
  addDuration,
  addIntervals,
  nextBoundary,
} from "../../../src/component/rules/periods/periods";
import {
  BOOST_PACK,
  balanceRow,
  CREATOR,
  FEATURES,
  FREE,
  subscriptions,
  PRO,
  product,
  STUDIO,
  utc,
} from "../fixtures";

const START = utc("2026-11-11");
const grant = (row: Subscription, over: Partial<GrantInput> = {}) =>
  planBalances({ subscription: row, features: FEATURES, trialEndsAt: null, ...over });
const of = (balanceRows: NewBalance[], id: string) =>
  balanceRows.filter((row) => row.feature_id === id);

describe("planBalances", () => {
  const creator = () =>
    grant(
      subscriptions(CREATOR, {
        anchor: START,
        options: [{ feature_id: "credits", quantity: 300 }],
      }),
    );

  it("grants included units and prepaid packs in separate balances", () => {
    expect(of(creator(), "credits")).toMatchObject([
      { granted: toMicros(100), prepaid: false, rollover: { max: 200 } },
      { granted: toMicros(300), prepaid: true, rollover: null },
    ]);
  });

  it("starts full, and resets at the first boundary", () => {
    const [uploads] = of(creator(), "uploads");
    expect(uploads).toMatchObject({ balance: toMicros(100), next_reset_at: utc("2026-12-11") });
  });

  it("never resets a continuous-use feature, though its price recurs", () => {
    const [storage] = of(grant(subscriptions(PRO)), "storage_gb");
    expect(storage).toMatchObject({ interval: null, next_reset_at: null, usage_allowed: true });
    expect(storage?.usage_limit).toBe(toMicros(1000));
  });

  it("counts nothing for an unlimited feature, and has no balance of a boolean", () => {
    const pro = grant(subscriptions(PRO));
    expect(of(pro, "uploads")).toMatchObject([{ unlimited: true, next_reset_at: null }]);
    expect(of(pro, "hd_upload")).toEqual([]);
  });

  it("grants nothing for prices and booleans", () => {
    expect(grant(subscriptions(PRO)).map(({ feature_id: id, prepaid }) => [id, prepaid])).toEqual([
      ["uploads", false],
      ["storage_gb", false],
      ["collections", false],
      ["credits", false],
      ["credits", true],
    ]);
  });

  it("lets only use that is billed afterwards go below zero", () => {
    const sold = product("sold", [
      { feature_id: "api_calls", interval: "month", price: 1, usage_model: "pay_per_use" },
      { feature_id: "uploads", included_usage: 5, interval: "month" },
      { feature_id: "boost", interval: "month", price: 1, usage_model: "prepaid" },
    ]);
    expect(grant(subscriptions(sold)).map((row) => row.usage_allowed)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("grants nothing per entity without entities", () => {
    expect(of(grant(subscriptions(STUDIO)), "uploads")).toEqual([]);
  });

  it("lets units of a pack expire twelve months after they were bought", () => {
    const pack = subscriptions(BOOST_PACK, {
      starts_at: START,
      options: [{ feature_id: "credits", quantity: 100 }],
    });
    expect(grant(pack)).toMatchObject([
      { granted: toMicros(100), interval: null, expires_at: utc("2027-11-11"), is_add_on: true },
    ]);
  });

  it("grants per entity where the item says so, to entities of that feature only", () => {
    const entities = [
      { id: "ana", feature_id: "seats" },
      { id: "bob", feature_id: "seats" },
      { id: "room", feature_id: "rooms" },
    ];
    const uploads = of(grant(subscriptions(STUDIO), { entities }), "uploads");
    expect(uploads.map((row) => row.entity_id)).toEqual(["ana", "bob"]);
  });

  it("resets at the end of a trial that is shorter than the interval", () => {
    const trialEndsAt = addDuration(START, 14, "day");
    const row = subscriptions(PRO, { starts_at: START, anchor: START });
    const [credits] = of(grant(row, { trialEndsAt }), "credits");
    expect(credits).toMatchObject({ next_reset_at: trialEndsAt, anchor: trialEndsAt });
  });

  it("resets a daily balance at the time of attaching, not at the subscription's anchor", () => {
    const startsAt = START + 3_600_000;
    const [tags] = of(grant(subscriptions(FREE, { anchor: START, starts_at: startsAt })), "ai_tag");
    expect(tags).toMatchObject({ anchor: startsAt, next_reset_at: startsAt + 86_400_000 });
  });
});

describe("resetBalance", () => {
  const monthly = balanceRow({
    granted: 100,
    balance: 40,
    adjustment: 7,
    interval: "month",
    anchor: START,
    next_reset_at: utc("2026-12-11"),
  });

  it("returns the same object before the boundary", () => {
    expect(resetBalance(monthly, utc("2026-12-11") - 1)).toBe(monthly);
  });

  it("refills at the boundary, and drops the adjustment", () => {
    expect(resetBalance(monthly, utc("2026-12-11"))).toMatchObject({
      balance: toMicros(100),
      adjustment: 0,
      next_reset_at: utc("2027-01-11"),
    });
  });

  it("catches up with years of minutes in one step", () => {
    const minutely = balanceRow({ interval: "minute", anchor: 0, next_reset_at: 60_000 });
    expect(resetBalance(minutely, utc("2026-01-01")).next_reset_at).toBe(
      utc("2026-01-01T00:01:00"),
    );
  });

  it.each([
    ["of an unlimited feature", balanceRow({ unlimited: true, interval: "month" })],
    ["of a continuous-use feature", balanceRow({ interval: null })],
    [
      "with a rollover, but without a next reset",
      balanceRow({ interval: "month", rollover: { max: null, length: 1, duration: "month" } }),
    ],
  ])("never resets a balance %s", (_what, row) => {
    expect(resetBalance(row, utc("2027-01-01"))).toBe(row);
  });

  it("skips boundaries whose rollovers have expired", () => {
    let boundaries = 0;
    const rollover = {
      length: 1,
      duration: "month" as const,
      get max() {
        boundaries += 1;
        return 50;
      },
    };
    const hourly = balanceRow({ interval: "hour", rollover, next_reset_at: 3_600_000 });
    expect(resetBalance(hourly, utc("1975-01-01")).rollovers).toEqual([
      { balance: toMicros(50), usage: 0, expires_at: utc("1975-02-01") },
    ]);
    expect(boundaries).toBeLessThan(2 * 31 * 24 + 2);
  });

  it("rolls over the rest when the boundary is the first whose rollovers are alive", () => {
    const quarterly = balanceRow({
      balance: 40,
      interval: "quarter",
      anchor: START,
      next_reset_at: utc("2027-02-11"),
      rollover: { max: null, length: 1, duration: "month" },
    });
    expect(resetBalance(quarterly, utc("2027-02-11"))).toMatchObject({
      balance: toMicros(100),
      rollovers: [{ balance: toMicros(40), expires_at: utc("2027-03-11") }],
    });
  });

  it("rolls nothing over from overage", () => {
    const owing = {
      ...monthly,
      balance: toMicros(-30),
      rollover: { max: null, length: 1, duration: "month" as const },
    };
    expect(resetBalance(owing, utc("2026-12-11"))).toMatchObject({
      balance: toMicros(100),
      rollovers: [],
    });
  });

  it("B15: leaves rollovers that never expire, and resets their use to 0", () => {
    const older = { balance: toMicros(20), usage: toMicros(5), expires_at: null };
    const rolling = {
      ...monthly,
      rollover: { max: null, length: 0, duration: "forever" as const },
      rollovers: [older],
    };
    expect(resetBalance(rolling, utc("2026-12-11")).rollovers).toEqual([
      { balance: toMicros(20), usage: 0, expires_at: null },
      { balance: toMicros(40), usage: 0, expires_at: null },
    ]);
  });

  const anyBalance = fc
    .record({
      interval: fc.constantFrom(
        "day" as const,
        "week" as const,
        "month" as const,
        "quarter" as const,
      ),
      anchor: fc.integer({ min: utc("2024-01-01"), max: utc("2024-12-31") }),
      granted: fc.integer({ min: 1, max: 100 }),
      used: fc.integer({ min: -50, max: 100 }),
      max: fc.option(fc.integer({ min: 1, max: 150 })),
      length: fc.integer({ min: 0, max: 4 }),
      rolls: fc.boolean(),
    })
    .map(({ interval, anchor, granted, used, max, length, rolls }) =>
      balanceRow({
        interval,
        anchor,
        granted,
        balance: granted - Math.max(used, 0),
        usage_allowed: used < 0,
        next_reset_at: nextBoundary(anchor, interval, 1, anchor),
        rollover: rolls
          ? { max, length, duration: length === 0 ? ("forever" as const) : ("month" as const) }
          : null,
      }),
    );
  const anyJumps = fc.array(fc.integer({ min: 1, max: 80 * 86_400_000 }), {
    minLength: 1,
    maxLength: 12,
  });

  it("INV-19: one late reset has the result of timely ones", () => {
    fc.assert(
      fc.property(anyBalance, anyJumps, (start, jumps) => {
        let [stepped, now] = [start, start.anchor];
        for (const jump of jumps) {
          now += jump;
          stepped = resetBalance(stepped, now);
        }
        expect(resetBalance(start, now)).toEqual(stepped);
      }),
    );
  });

  it("INV-18: the next reset is always a later boundary of the original anchor", () => {
    fc.assert(
      fc.property(anyBalance, anyJumps, (start, jumps) => {
        let [row, now] = [start, start.anchor];
        for (const jump of jumps) {
          const before = row.next_reset_at ?? 0;
          now += jump;
          row = resetBalance(row, now);
          const next = row.next_reset_at ?? 0;
          expect(next).toBeGreaterThan(now);
          expect(next).toBeGreaterThanOrEqual(before);
          const { interval, anchor } = row;
          expect(interval && nextBoundary(anchor, interval, 1, next - 1)).toBe(next);
        }
      }),
    );
  });

  it("INV-20: after a reset the grant is whole, and rollovers respect their cap and their expiry", () => {
    fc.assert(
      fc.property(anyBalance, fc.integer({ min: 1, max: 6 }), (start, boundaries) => {
        const { interval, anchor, rollover } = start;
        const at = addIntervals(anchor, interval ?? "month", 1, boundaries);
        const row = resetBalance(start, at);
        const sum = row.rollovers.reduce((total, { balance }) => total + balance, 0);
        expect(row.balance).toBe(row.granted);
        if (rollover?.max != null) expect(sum).toBeLessThanOrEqual(toMicros(rollover.max));
        for (const kept of row.rollovers) {
          expect(kept.balance).toBeGreaterThan(0);
          expect(kept.balance).toBeLessThanOrEqual(row.granted);
          expect(kept.expires_at ?? Infinity).toBeGreaterThan(at);
        }
        if (rollover === null) expect(row.rollovers).toEqual([]);
      }),
    );
  });
});

describe("trimRollovers", () => {
  const row = (balance: number, expires_at: number | null): Rollover => ({
    balance: toMicros(balance),
    usage: 0,
    expires_at,
  });

  it.each<[string, Rollover[], number | null, Rollover[]]>([
    ["leaves what fits exactly", [row(60, 20), row(40, 30)], 100, [row(60, 20), row(40, 30)]],
    [
      "cuts the one that expires first",
      [row(41, 30), row(60, 20)],
      100,
      [row(59, 20), row(41, 30)],
    ],
    ["drops it when nothing is left of it", [row(10, 20), row(100, 30)], 100, [row(100, 30)]],
    [
      "leaves everything without a cap",
      [row(60, 20), row(400, null)],
      null,
      [row(60, 20), row(400, null)],
    ],
    ["drops one that expires now", [row(5, 10), row(5, 11)], null, [row(5, 11)]],
    ["counts no overage against the cap", [row(60, 20), row(-30, 30)], 50, [row(50, 20)]],
    ["drops a used-up one", [row(0, 20)], null, []],
    [
      "cuts one that never expires last",
      [row(50, null), row(60, 20)],
      100,
      [row(50, 20), row(50, null)],
    ],
  ])("%s", (_what, rollovers, max, expected) => {
    expect(trimRollovers(rollovers, max, 10)).toEqual(expected);
  });
});

describe("changePacks", () => {
  it.each([
    ["adds to the grant and the balance", 300, 100, 200, 500, 300],
    ["subtracts from both", 300, 250, -200, 100, 50],
    ["never takes the balance below 0", 300, 100, -200, 100, 0],
    ["leaves overage as it is on a decrease", 300, -20, -200, 100, -20],
    ["reduces overage on an increase", 300, -20, 100, 400, 80],
  ])("%s", (_what, granted, balance, delta, grantedAfter, balanceAfter) => {
    expect(changePacks(balanceRow({ granted, balance }), delta)).toMatchObject({
      granted: toMicros(grantedAfter),
      balance: toMicros(balanceAfter),
    });
  });
});
