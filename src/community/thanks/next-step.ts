import type { Customer, Invoice } from "../../../packages/billing/src/contract";
import type { SpotlightIds } from "../billing-hooks";
import { msg } from "../../language/text";

/** Where to use the bought product. */
export interface NextStep {
  label: string;
  href: string;
}

interface Bought {
  productIds: readonly string[];
  paid?: Invoice | undefined;
}

const PUBLISH: NextStep = { label: msg("Publish a work"), href: "/upload" };
const BILLING: NextStep = { label: msg("See your billing"), href: "/settings/billing" };
const STUDIO: NextStep = { label: msg("Open your studio"), href: "/studio/new" };

const STEPS: Partial<Record<SpotlightIds["productId"], NextStep>> = {
  creator: PUBLISH,
  creator_annual: PUBLISH,
  pro: PUBLISH,
  pro_annual: PUBLISH,
  studio: STUDIO,
  studio_quarter: STUDIO,
  storage_plus: PUBLISH,
};

/**
 * The subject of the thank-you page: the newest paid invoice, or a plan without a
 * payment so far.
 */
export function boughtBy({ products, invoices = [] }: Customer): Bought {
  const paid = invoices.find(({ status, total }) => status === "paid" && total > 0);
  const plan = products.find(
    ({ status, is_add_on, is_default, trial_ends_at, started_at }) =>
      status === "active" &&
      !(is_add_on || is_default) &&
      (!paid || (trial_ends_at !== undefined && started_at > paid.created_at)),
  );
  return plan ? { productIds: [plan.id] } : { productIds: paid?.product_ids ?? [], paid };
}

/**
 * The next step after a purchase.
 *
 * @param studio - The slug of an existing studio; undefined: none.
 */
export function nextStepFor(productId: string | undefined, studio: string | undefined): NextStep {
  const step = Object.entries(STEPS).find(([id]) => id === productId)?.[1] ?? BILLING;
  return step === STUDIO && studio !== undefined ? { ...STUDIO, href: `/studio/${studio}` } : step;
}
