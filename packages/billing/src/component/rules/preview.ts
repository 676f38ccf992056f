import type { CheckPreview } from "../../contract/responses";
import type { CustomerFeature, Product } from "../../contract/wire";
import { serializeProduct } from "./display";
import { currentProducts } from "./currentProducts";
import type {
  Catalogue,
  CatalogueProduct,
  FeatureDefinition,
  Subscription,
  ItemDefinition,
} from "./model";
import { isMain, prepaidItems } from "./product";
import { compareProducts, decideScenario } from "./scenario";
import { inSentence } from "./text";

/** A denied check, and the products on sale. */
export interface PreviewInput {
  featureId: string;
  /** Units that were asked for. */
  required: number;
  catalogue: Catalogue;
  subscriptions: readonly Subscription[];
  /** What the customer may use now. */
  balances: Readonly<Record<string, CustomerFeature>>;
  /** Null: the customer. */
  entityId: string | null;
  env: Product["env"];
  isTrialAvailable: (product: CatalogueProduct) => boolean;
}

/**
 * Plans what to offer after a denied check.
 *
 * Candidates are products that are new to the customer or an upgrade, and that
 * would let the same use pass: they grant the feature, or a credit system that
 * prices it, and, where the customer already has some, enough more of it. Plans
 * come before add-ons, cheaper before dearer.
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
  const sources = sourcesOf(feature, catalogue);
  const hasSome = sources.some(({ id }) => Object.hasOwn(input.balances, id));
  const candidates = [...catalogue.products.values()]
    .filter((product) => !product.archived)
    .filter((product) => sources.some((source) => unlocks(product, source, input)))
    .map((product) => ({ product, scenario: scenarioOf(product, input) }))
    .filter(({ scenario }) => scenario === "new" || scenario === "upgrade")
    .sort((a, b) => compareOffers(a.product, b.product));
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

/** A feature that can pay for the requested one, and what a unit of it costs there. */
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
function unlocks(product: CatalogueProduct, source: Source, input: PreviewInput): boolean {
  const items = product.items.filter((item) => item.feature_id === source.id);
  if (items.length === 0) return false;
  const type = input.catalogue.features.get(source.id)?.type;
  if (type === "boolean") return true;
  const most = items.reduce((sum, item) => sum + mostOf(item, product), 0);
  const balance = Object.hasOwn(input.balances, source.id) ? input.balances[source.id] : undefined;
  const needed = source.cost * input.required;
  if (balance === undefined) return most >= needed;
  if (!isMain(product) || replacesNothing(product, input)) {
    return most + Math.max(0, capacityOf(balance)) >= needed;
  }
  return most > limitOf(balance) && most >= needed + (source.staysInUse ? balance.usage : 0);
}

/** The most that may be used of a balance now. */
function limitOf({ unlimited, overage_allowed, usage_limit, included_usage }: CustomerFeature) {
  return unlimited || overage_allowed ? Infinity : (usage_limit ?? included_usage);
}

function capacityOf(balance: CustomerFeature): number {
  return balance.balance + limitOf(balance) - balance.included_usage;
}

function replacesNothing(
  product: CatalogueProduct,
  { subscriptions, entityId }: PreviewInput,
): boolean {
  return currentProducts(subscriptions, product, entityId).main === null;
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
  { subscriptions, entityId, catalogue }: PreviewInput,
) {
  return decideScenario({ target, subscriptions, entityId, features: catalogue.features });
}

/** Plans before add-ons, cheaper before dearer, whatever their group. */
function compareOffers(a: CatalogueProduct, b: CatalogueProduct): number {
  const ungrouped = { group: "" };
  return (
    Number(!isMain(a)) - Number(!isMain(b)) ||
    compareProducts({ ...a, ...ungrouped }, { ...b, ...ungrouped })
  );
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
  const title = isMain(product) ? `Upgrade to ${product.name}` : `Purchase ${product.name}`;
  return {
    title: product.free_trial !== null && hasTrial ? `Start trial for ${product.name}` : title,
    message: hasSome
      ? `${reached} ${title} to continue using this feature.`
      : `Your current plan does not include the ${name} feature. ${title} to use this feature.`,
  };
}
