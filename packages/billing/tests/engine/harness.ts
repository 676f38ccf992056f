import { vi } from "vitest";
import { api } from "../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import type { Attach, Checkout } from "../../src/contract/responses";
import type { Customer } from "../../src/contract/wire";
import { install } from "../../src/component/store/catalogue/catalog";
import { CARDS } from "./cards";
import { deploy, payRemotely, remoteOf } from "./processors";
import { openBilling } from "../../../../tests/convex/backend";

export { CARDS };

export const DAY_MS = 24 * 60 * 60 * 1000;
/** 1 April 2025: a month of 30 days. */
export const APRIL_1 = Date.UTC(2025, 3, 1);
export const MAY_1 = Date.UTC(2025, 4, 1);
export const ANA = "user_ana";

interface PurchaseParams {
  product_id: string;
  options?: { feature_id: string; quantity: number }[];
  force_checkout?: boolean;
  reward?: string;
  entity_id?: string;
}

export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** An engine with Spotlight's catalogue, in the sandbox, on 1 April 2025. */
export async function startEngine(mode = "sandbox") {
  return deploy(await startBareEngine(SPOTLIGHT_CATALOGUE, mode), mode);
}

/** Stops the clock, and says what an engine finds around it. */
export function enterMode(mode: string, now = APRIL_1) {
  vi.useFakeTimers({ now });
  vi.stubEnv("BILLING_MODE", mode);
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
}

/** An engine whose charges are sent only by the test. */
export async function startBareEngine(catalogue: Parameters<typeof install>[1], mode = "sandbox") {
  enterMode(mode);
  const t = openBilling();
  await t.run((ctx) => install(ctx, catalogue, APRIL_1));
  return t;
}

export function setTime(now: number) {
  vi.setSystemTime(now);
}

export async function getCustomer(t: Engine, id = ANA): Promise<Customer> {
  const { data } = await t.mutation(api.public.createCustomer, {
    params: { id, expand: ["invoices", "trials_used", "payment_method"] },
  });
  if (!data) throw new Error("createCustomer answered nothing");
  return data;
}

export function attach(t: Engine, params: PurchaseParams, idempotencyKey?: string) {
  return t.mutation(api.public.attach, {
    params: { customer_id: ANA, ...params },
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
}

export async function attached(t: Engine, params: PurchaseParams): Promise<Attach> {
  const { data, error } = await attach(t, params);
  if (!data) throw new Error(error.message);
  return data;
}

export async function checkedOut(t: Engine, params: PurchaseParams): Promise<Checkout> {
  const { data, error } = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, ...params },
  });
  if (!data) throw new Error(error.message);
  return data;
}

export async function submit(t: Engine, url: string, number = CARDS.ok) {
  const token = url.slice(url.lastIndexOf("/") + 1);
  if (remoteOf(t)) return await payRemotely(t, token, number);
  return await t.mutation(api.pages.checkout.submitCard, {
    token,
    card: { number, expMonth: 12, expYear: 2030, cvc: "123" },
  });
}

/** Saves a card as the "add a card" page does. */
export async function saveCard(t: Engine, number = CARDS.ok) {
  const { data } = await t.mutation(api.public.setupPayment, {
    params: { customer_id: ANA },
  });
  if (!data) throw new Error("setupPayment answered nothing");
  return await submit(t, data.url, number);
}

export function gate(t: Engine, featureId: string, value = 1, key?: string) {
  return t.mutation(api.public.check, {
    params: {
      customer_id: ANA,
      feature_id: featureId,
      required_balance: value,
      send_event: true,
      with_preview: true,
    },
    ...(key !== undefined && { idempotencyKey: key }),
  });
}

export async function statusOf(t: Engine, productId: string) {
  const { products } = await getCustomer(t);
  return products.find(({ id }) => id === productId)?.status;
}

/**
 * Every live balance that differs from its ledger; the entries of closed balances
 * must sum to 0.
 */
export async function ledgerGaps(t: Engine) {
  return await t.run(async (ctx) => {
    const sums = new Map<string, number>();
    for (const entry of await ctx.db.query("ledgerEntries").take(10_000)) {
      const key = `${entry.balance_id}:${entry.account}`;
      sums.set(key, (sums.get(key) ?? 0) + entry.amount);
    }
    for (const balanceRow of await ctx.db.query("balances").take(10_000)) {
      const rolledOver = balanceRow.rollovers.reduce((sum, { balance }) => sum + balance, 0);
      subtract(sums, `${balanceRow._id}:balance`, balanceRow.balance);
      subtract(sums, `${balanceRow._id}:rollover`, rolledOver);
    }
    return [...sums].filter(([, gap]) => gap !== 0);
  });
}

function subtract(sums: Map<string, number>, key: string, amount: number) {
  sums.set(key, (sums.get(key) ?? 0) - amount);
}
