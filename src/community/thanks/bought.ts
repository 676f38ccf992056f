import type { Customer } from "../../../convex/contract/wire";
import type { SpotlightIds } from "../billing-hooks";

/** Where what was bought is used. */
export interface NextStep {
  label: string;
  href: string;
}

const PUBLISH: NextStep = { label: "Publish a work", href: "/upload" };
const BILLING: NextStep = { label: "See your billing", href: "/settings/billing" };
const STUDIO: NextStep = { label: "Open your studio", href: "/studio/new" };

const STEPS: Partial<Record<SpotlightIds["productId"], NextStep>> = {
  creator: PUBLISH,
  creator_annual: PUBLISH,
  pro: PUBLISH,
  pro_annual: PUBLISH,
  studio: STUDIO,
  studio_quarter: STUDIO,
  storage_plus: PUBLISH,
};

/** The newest bill that is paid: what the thanks are for; undefined: there is none. */
export function lastPaid({ invoices = [] }: Customer) {
  return invoices.find(({ status, total }) => status === "paid" && total > 0);
}

/** What the thanks are for: what the newest paid bill was for, else the plan, unless everybody has it. */
export function boughtBy(customer: Customer): readonly string[] {
  const isPlan = ({ is_add_on, is_default, status }: Customer["products"][number]) =>
    !is_add_on && !is_default && status === "active";
  const plan = customer.products.find(isPlan);
  return lastPaid(customer)?.product_ids ?? (plan ? [plan.id] : []);
}

/**
 * Where somebody goes on who has bought something.
 *
 * @param studio - The slug of a studio that is open already; undefined: none is.
 */
export function nextStepFor(productId: string | undefined, studio: string | undefined): NextStep {
  const step = Object.entries(STEPS).find(([id]) => id === productId)?.[1] ?? BILLING;
  return step === STUDIO && studio !== undefined ? { ...STUDIO, href: `/studio/${studio}` } : step;
}
