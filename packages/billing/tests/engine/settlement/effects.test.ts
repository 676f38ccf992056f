import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { triesOf } from "../processors";
import { applyEffects } from "../../../src/component/rules/effects/effects";
import type { Effect } from "../../../src/component/rules/effects/effects";
import { reload } from "../../../src/component/store/customers/customerState";
import type { CustomerState } from "../../../src/component/store/customers/customerState";
import type * as stored from "../../../src/component/store/effects";
import { casesFrom } from "../cases-from";
import { ANA, CARDS, DAY_MS, getCustomer, saveCard, setTime } from "../harness";
import { openLife } from "../paid-benefits";
import { anyPurchaseMove, EVERY_MOVE, leaveAll, live, SEATED } from "../purchaseMoves";
import { api } from "../../../src/component/_generated/api";
import { addEntities, bought, canceled, openShop, swapCards } from "../shop";
import type { Engine } from "../harness";

/** What each storing of effects left, and what `applyEffects` says of it. */
const seen = vi.hoisted(() => ({ kinds: new Set<string>(), differences: [] as unknown[] }));

vi.mock("../../../src/component/store/effects", async (importActual) => {
  const actual = await importActual<typeof stored>();
  const storeEffects: typeof stored.storeEffects = async (ctx, before, effects) => {
    const done = await actual.storeEffects(ctx, before, effects);
    noteDifference(before, effects, done.customerState, await reload(ctx, before));
    return done;
  };
  return { ...actual, storeEffects };
});

function noteDifference(
  before: CustomerState,
  effects: readonly Effect[],
  returned: CustomerState,
  found: CustomerState,
) {
  for (const effect of effects) seen.kinds.add(describeKind(effect));
  // A call about one feature loads its balances alone.
  const { features } = before;
  const planned = contentOf(applyEffects(before, effects), features);
  const [told, read] = [contentOf(returned, features), contentOf(found, features)];
  if (planned !== read || told !== read) seen.differences.push({ effects, planned, told, read });
}

const describeKind = (effect: Effect) =>
  effect.kind === "add" ? `add ${effect.row.status}` : effect.kind;

/** Subscriptions and balances without the ids of their rows, in an order of their own. */
function contentOf(
  { subscriptions, balanceRows }: CustomerState,
  features?: readonly string[],
): string {
  const places = new Map(
    subscriptions.map((row) => {
      const { product, entity_id, status, options, quantity, anchor, renews_at } = row;
      const { canceled_at, starts_at, ended_at, trial_ends_at, created_at } = row;
      const content = [
        ...[product.id, product.version, entity_id, status, options, quantity, anchor, renews_at],
        ...[canceled_at, starts_at, ended_at, trial_ends_at, created_at, row.grace_ends_at],
        ...[row.paid ?? [], row.pending_lines ?? [], row.origin !== undefined],
      ];
      return [row.id, JSON.stringify(content)] as const;
    }),
  );
  const known = balanceRows.filter((row) => features?.includes(row.feature_id) ?? true);
  const balances = known.map((row) => {
    const { feature_id, entity_id, granted, balance, adjustment, prepaid, interval } = row;
    const content = [
      ...[feature_id, entity_id, granted, balance, adjustment, prepaid, interval],
      ...[row.anchor, row.next_reset_at, row.expires_at, row.rollovers, row.unlimited],
      ...[row.usage_limit, row.usage_allowed, row.vacated, row.prepaid_spent ?? 0],
    ];
    return JSON.stringify([places.get(row.subscription_id) ?? null, content]);
  });
  return [...places.values()].sort().concat(balances.sort()).join("\n");
}

// Test files share their modules: this one's are its own, and are gone after it.
beforeAll(() => {
  vi.resetModules();
});
afterAll(() => {
  vi.doUnmock("../../../src/component/store/effects");
  vi.resetModules();
});
afterEach(() => {
  seen.differences.length = 0;
  seen.kinds.clear();
});

const credits = (quantity: number) => [{ feature_id: "credits", quantity }];

/** Each kind of effect, once. */
async function liveThroughEffects(t: Engine) {
  await bought(t, { product_id: "max" });
  await bought(t, { product_id: "pack" });
  await bought(t, { product_id: "pack" });
  await addEntities(t, "e1");
  // One of both.
  const transfer = { customer_id: ANA, product_id: "pack", to_entity_id: "e1" };
  await t.mutation(api.public.transferProduct, { params: transfer });
  // Scheduled, and dropped again.
  await bought(t, { product_id: "basic" });
  await bought(t, { product_id: "max" });
  await canceled(t, { product_id: "max" });
  setTime(Date.now() + 31 * DAY_MS);
  await getCustomer(t);
  await bought(t, { product_id: "team" });
  const seats = { customer_id: ANA, feature_id: "seats", value: 2 };
  await t.mutation(api.public.setUsage, { params: seats });
  await bought(t, { product_id: "pro", options: credits(300) });
  await bought(t, { product_id: "pro", options: credits(100) });
  // A renewal that fails, and is paid with another card.
  await swapCards(t, CARDS.failsLater);
  setTime(Date.now() + 31 * DAY_MS);
  await getCustomer(t);
  await swapCards(t);
  setTime(Date.now() + DAY_MS);
  await getCustomer(t);
  await leaveAll(t);
}

describe("what a customer has after effects are stored", () => {
  it("is what applyEffects says, for each kind of effect", async () => {
    const t = await openShop();
    await saveCard(t);
    await liveThroughEffects(t);
    expect(seen.differences).toEqual([]);
    const kinds =
      "add active,add scheduled,balances,cancel,charged,drop,end,grant,move,renew,reset,set,start";
    expect([...seen.kinds].sort().join()).toBe(kinds);
  });

  it("is what applyEffects says, in random lives", async () => {
    const begin = casesFrom(openLife);
    const moves = fc.array(anyPurchaseMove, { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(moves, (life) =>
        begin(async (t) => {
          await live(t, life);
          await leaveAll(t);
          expect(seen.kinds.size).toBeGreaterThan(0);
          expect(seen.differences).toEqual([]);
        }),
      ),
      { numRuns: triesOf(50), examples: [[EVERY_MOVE], [SEATED]] },
    );
  });
});
