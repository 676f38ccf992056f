import type { CheckPreview } from "../../../contract/responses";
import type { CustomerFeature, Product } from "../../../contract/wire";
import { serializeFeatures } from "../balances/aggregate";
import { serializeProduct } from "../products/display";
import { currentProducts } from "../subscriptions/currentProducts";
import type {
  Balance,
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  Subscription,
  ItemDefinition,
} from "../model";
import { isFree, isPlan, isOneOff, prepaidItems } from "../products/product";
import { isSoldAgain, refuseBeyondLimit } from "../products/purchaseLimit";
import { scenarioFor } from "./decideChange";
import { compareProducts } from "./scenario";
import { inSentence } from "../text";

/** A denied check, and the products on sale. */
export interface PreviewInput {
  featureId: string;
  /** The requested units. */
  required: number;
  catalogue: Catalogue;
  subscriptions: readonly Subscription[];
  /** The customer's stored balances of the feature, and of credits that pay for it. */
  balanceRows: readonly Balance[];
  /** Null: the customer. */
  entityId: string | null;
  env: Product["env"];
  now: number;
  isTrialAvailable: (product: CatalogueProduct) => boolean;
  /** How often the customer had the candidates, see {@link refuseBeyondLimit}. */
  priorPurchases: ReadonlyMap<string, number>;
}

type Unlocking = Omit<PreviewInput, "priorPurchases">;

/**
 * Plans what to offer after a denied check: the products of {@link listUnlocking} that
 * the customer may still buy, free ones first, then packs, plans and other add-ons,
 * and the cheaper one before the dearer one.
 *
 * @returns Title and message name the first candidate; without one they ask the
 *   customer to contact the seller.
 * @throws {RangeError} If the catalogue has no such feature.
 * @see Spec §2, "Paywall dialog"
 */
export function planPreview(input: PreviewInput): CheckPreview {
  const { featureId, catalogue, env } = input;
  const feature = catalogue.features.get(featureId);
  if (feature === undefined) throw new RangeError(`no feature ${featureId}`);
  const balances = balancesBeside(input, null);
  const hasSome = sourcesOf(feature, catalogue).some(({ id }) => Object.hasOwn(balances, id));
  const candidates = listUnlocking(input)
    .filter(({ product }) => !refuseBeyondLimit(product, input.priorPurchases.get(product.id) ?? 0))
    .sort((a, b) => compareOffers(a.product, b.product, catalogue));
  const first = candidates[0]?.product ?? null;
  return {
    scenario: hasSome ? "usage_limit" : "feature_flag",
    ...describeOffer(feature, first, hasSome, first !== null && input.isTrialAvailable(first)),
    feature_id: feature.id,
    feature_name: feature.name,
    products: candidates.map(({ product, scenario }) =>
      serializeProduct({
        product,
        scenario,
        features: catalogue.features,
        currency: catalogue.currency,
        env,
        trialAvailable: input.isTrialAvailable(product),
      }),
    ),
    upgrade_product_id: first?.id ?? null,
  };
}

/**
 * Lists the products on sale that are new to the customer or an upgrade, and that would
 * let the same use pass: they grant the feature, or a credit system that prices it,
 * and, where the customer already has some, enough more of it.
 *
 * @returns In the catalogue's order; none for an unknown feature.
 */
export function listUnlocking(input: Unlocking) {
  const { featureId, catalogue } = input;
  const feature = catalogue.features.get(featureId);
  const sources = feature ? sourcesOf(feature, catalogue) : [];
  const owned = balancesBeside(input, null);
  return [...catalogue.products.values()]
    .filter((product) => !product.archived)
    .filter((product) => sources.some((source) => unlocks(product, source, input, owned)))
    .map((product) => ({ product, scenario: scenarioOf(product, input) }))
    .filter(({ scenario }) => scenario === "new" || scenario === "upgrade");
}

type Balances = Readonly<Partial<Record<string, CustomerFeature>>>;

/** A feature that can pay for the requested one, and its price per unit. */
interface Source {
  id: string;
  cost: number;
  staysInUse: boolean;
}

function sourcesOf(feature: FeatureDefinition, { features }: Catalogue): Source[] {
  const systems = [...features.values()].flatMap(({ id, credit_schema: schema }) => {
    const row = schema?.find((price) => price.metered_feature_id === feature.id);
    return row ? [{ id, cost: row.credit_cost, staysInUse: false }] : [];
  });
  return [{ id: feature.id, cost: 1, staysInUse: feature.type === "continuous_use" }, ...systems];
}

/** Whether, with the product attached, the source would cover the use. */
function unlocks(
  product: CatalogueProduct,
  source: Source,
  input: Unlocking,
  balances: Balances,
): boolean {
  const items = product.items.filter((item) => item.feature_id === source.id);
  if (items.length === 0) return false;
  const type = input.catalogue.features.get(source.id)?.type;
  if (type === "boolean") return true;
  const most = items.reduce((sum, item) => sum + mostOf(item, product), 0);
  const needed = source.cost * input.required;
  const owned = balances[source.id];
  const replaced = planReplacedBy(product, input);
  if (owned === undefined || replaced === null) return most + leftOf(owned) >= needed;
  const kept = balancesBeside(input, replaced)[source.id];
  const carries =
    source.staysInUse || items.some((item) => item.reset_usage_when_enabled === false);
  const carried = carries ? owned.usage - (kept?.usage ?? 0) : 0;
  return (
    most > limitOf(owned) - limitOf(kept) && Math.max(0, most - carried) + leftOf(kept) >= needed
  );
}

/** What the customer may use now, without what one of the subscriptions grants. */
function balancesBeside(
  { balanceRows, subscriptions, catalogue, entityId, now }: Unlocking,
  left: Subscription | null,
): Balances {
  const others = subscriptions.filter((row) => row !== left);
  const { features } = catalogue;
  return serializeFeatures({ balanceRows, features, subscriptions: others, entityId, now });
}

/** The most that may be used of a balance now. */
function limitOf(balance: CustomerFeature | undefined): number {
  if (balance === undefined) return 0;
  const { unlimited, overage_allowed, usage_limit, included_usage } = balance;
  return unlimited || overage_allowed ? Infinity : (usage_limit ?? included_usage);
}

function leftOf(balance: CustomerFeature | undefined): number {
  if (balance === undefined) return 0;
  return Math.max(0, balance.balance + limitOf(balance) - balance.included_usage);
}

function planReplacedBy(
  product: CatalogueProduct,
  { subscriptions, entityId }: Unlocking,
): Subscription | null {
  return isPlan(product) ? currentProducts(subscriptions, product, entityId).main : null;
}

/** The most units that the item allows. */
function mostOf(item: ItemDefinition, product: CatalogueProduct): number {
  if (item.included_usage === "inf") return Infinity;
  const buysMore = prepaidItems(product).some((prepaid) => prepaid === item);
  if (buysMore || item.usage_model === "pay_per_use") return item.usage_limit ?? Infinity;
  return item.included_usage ?? 0;
}

function scenarioOf(
  target: CatalogueProduct,
  { subscriptions, entityId, catalogue, now }: Unlocking,
) {
  return scenarioFor({ target, subscriptions, entityId, features: catalogue.features, now });
}

/** Sorts by effort for the customer (free, pack, plan, other add-on), then by price, across groups. */
function compareOffers(a: CatalogueProduct, b: CatalogueProduct, catalogue: Catalogue): number {
  const ungrouped = { group: "" };
  return (
    rankOf(a, catalogue) - rankOf(b, catalogue) ||
    compareProducts({ ...a, ...ungrouped }, { ...b, ...ungrouped })
  );
}

/** A free grant costs nothing, and a pack is paid once: neither begins a subscription. */
function rankOf(product: CatalogueProduct, { features }: Catalogue): number {
  if (isFree(product)) return 0;
  if (isOneOff(product) && isSoldAgain(product, features)) return 1;
  return isPlan(product) ? 2 : 3;
}

function describeOffer(
  feature: FeatureDefinition,
  product: CatalogueProduct | null,
  hasSome: boolean,
  hasTrial: boolean,
): Pick<CheckPreview, "title" | "message"> {
  const name = inSentence(feature.name);
  const reached = `You have reached the usage limit for ${name}.`;
  if (product === null) {
    return {
      title: "Feature Unavailable",
      message: hasSome
        ? `${reached} Please contact us to increase your limit.`
        : `The ${name} feature is not available for your account. Please contact us to enable it.`,
    };
  }
  const title = offerTitle(product);
  return {
    title: product.free_trial !== null && hasTrial ? `Start trial for ${product.name}` : title,
    message: hasSome
      ? `${reached} ${title} to continue using this feature.`
      : `Your current plan does not include the ${name} feature. ${title} to use this feature.`,
  };
}

function offerTitle(product: CatalogueProduct): string {
  if (isFree(product)) return `Enable ${product.name}`;
  return isPlan(product) ? `Upgrade to ${product.name}` : `Purchase ${product.name}`;
}
