import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { ANA, APRIL_1, DAY_MS, getCustomer, setTime, startBareEngine } from "../harness";
import type { Engine } from "../harness";

const metered = (id: string) => ({
  ...{ id, name: id, type: "single_use" as const },
  archived: false,
});
const item = (feature_id: string, interval: "day" | "month"): ItemDefinition => ({
  ...{ feature_id, included_usage: 10 },
  interval,
});
/** One feature resets every day, the other every month. */
const CATALOGUE = {
  currency: "usd",
  features: [metered("tokens"), metered("prints")],
  products: [
    {
      ...{ id: "free", name: "Free", group: "", is_add_on: false, is_default: true },
      ...{ archived: false, items: [item("tokens", "day"), item("prints", "month")] },
      free_trial: null,
    },
  ],
};

async function start() {
  const t = await startBareEngine(CATALOGUE);
  await getCustomer(t);
  return t;
}

const about = (feature_id: string) => ({ params: { customer_id: ANA, feature_id } });
const ask = {
  check: (t: Engine) => t.mutation(api.public.check, about("prints")),
  "check and use": (t: Engine) =>
    t.mutation(api.public.check, {
      params: { ...about("prints").params, send_event: true },
    }),
  track: (t: Engine) => t.mutation(api.public.track, about("prints")),
  setUsage: (t: Engine) =>
    t.mutation(api.public.setUsage, {
      params: { ...about("prints").params, value: 3 },
    }),
};
const CALLS = ["check", "check and use", "track", "setUsage"] as const;

const stored = (t: Engine) =>
  t.run(async (ctx) => {
    const customer = await ctx.db.query("customers").unique();
    const balances = await ctx.db.query("balances").take(10);
    const resets = balances.map(({ feature_id: id, next_reset_at: at }) => [id, at]);
    return { next: customer?.next_change_at, resets: Object.fromEntries(resets) as object };
  });

describe("a call about one feature", () => {
  it.each(CALLS)("%s leaves the scheduled reset of the other feature", async (name) => {
    const t = await start();
    await ask[name](t);
    expect(await stored(t)).toMatchObject({
      next: APRIL_1 + DAY_MS,
      resets: { tokens: APRIL_1 + DAY_MS },
    });
  });

  it.each(CALLS)(
    "%s stores the due reset of the other feature, and schedules the next",
    async (name) => {
      const t = await start();
      setTime(APRIL_1 + DAY_MS + 1);
      await ask[name](t);
      expect(await stored(t)).toMatchObject({
        next: APRIL_1 + 2 * DAY_MS,
        resets: { tokens: APRIL_1 + 2 * DAY_MS },
      });
    },
  );
});
