import { decideFeatureAccess } from "../../packages/billing/src/contract/access";
import { SPOTLIGHT_CATALOGUE } from "../../convex/community/plans";
import { serializeFeatures } from "../../packages/billing/src/component/rules/balances/aggregate";
import { planBalances } from "../../packages/billing/src/component/rules/balances/balances";
import { planDeduction } from "../../packages/billing/src/component/rules/balances/deduction";
import { planLines } from "../../packages/billing/src/component/rules/invoices/lines";
import type {
  Balance,
  CatalogueProduct,
  Subscription,
} from "../../packages/billing/src/component/rules/model";

/** Calls per second of one rule. */
interface RuleRate {
  name: string;
  perSecond: number;
}

const MEASURE_MS = 500;
const NOW = Date.UTC(2025, 3, 16);
const APRIL_1 = Date.UTC(2025, 3, 1);

const features = new Map(SPOTLIGHT_CATALOGUE.features.map((feature) => [feature.id, feature]));

/** The speed of the rules alone, with Spotlight's own plans. */
export function measureRules(): RuleRate[] {
  const creator = holding("creator");
  const subscriptions = [creator];
  const balanceRows = planBalances({ subscription: creator, features, trialEndsAt: null }).map(
    (balanceRow, index): Balance => ({ ...balanceRow, id: String(index) }),
  );
  const asker = { balanceRows, features, entityId: null, now: NOW };
  const balances = serializeFeatures({ ...asker, subscriptions });
  const use = { ...asker, featureId: "boost", amount: 1_000_000, mode: "cap" as const };
  const upgrade = {
    kind: "upgrade" as const,
    target: holding("pro").product,
    options: [],
    current: creator,
    features,
    currency: "usd",
    now: NOW,
    anchor: APRIL_1,
    trialEndsAt: null,
  };
  return [
    rate("access rule, through credits", () => decideFeatureAccess(balances, "boost", 1)),
    rate("balances of a customer", () => serializeFeatures({ ...asker, subscriptions })),
    rate("deduction of one use", () => planDeduction(use)),
    rate("lines of an upgrade", () => planLines(upgrade)),
  ];
}

function rate(name: string, rule: () => unknown): RuleRate {
  const start = performance.now();
  let done = 0;
  while (performance.now() - start < MEASURE_MS) {
    for (let i = 0; i < 100; i += 1) rule();
    done += 100;
  }
  return { name, perSecond: (done * 1_000) / (performance.now() - start) };
}

function holding(id: string): Subscription {
  const definition = SPOTLIGHT_CATALOGUE.products.find((product) => product.id === id);
  if (!definition) throw new Error(`${id} is not on sale`);
  const product: CatalogueProduct = { ...definition, version: 1, created_at: 0 };
  return {
    id,
    product,
    entity_id: null,
    status: "active",
    canceled_at: null,
    starts_at: APRIL_1,
    ended_at: null,
    trial_ends_at: null,
    anchor: APRIL_1,
    quantity: 1,
    options: [],
    created_at: APRIL_1,
  };
}
