import type { GenericValidator } from "convex/values";
import { vAttach, vCheckProduct, vProductPreview } from "../../contract/responses";
import {
  vCustomer,
  vCustomerFeature,
  vCustomerProduct,
  vProduct,
  vProductItem,
} from "../../contract/wire";
import type { Attach } from "../../contract/responses";
import type { Scenario } from "../../contract/wire";

/** An object of a provider's answer. */
type Said = Readonly<Record<string, unknown>>;

const ACTIVE = { status: "active" };
/** Any status in force is `active`. Unknown words grant nothing. */
const HELD = new Map<string, Said>([
  ["active", ACTIVE],
  ["trialing", ACTIVE],
  ["past_due", { ...ACTIVE, past_due: true }],
  ["scheduled", { status: "scheduled" }],
]);
/** In a check, `canceled` means that the end is scheduled. */
const CHECKED = new Map<string, Said>([...HELD, ["canceled", ACTIVE]]);
const UNKNOWN_STATUS = { status: "expired" };

const SCENARIOS = new Map<string, Scenario>([
  ["new", "new"],
  ["expired", "new"],
  ["active", "active"],
  ["past_due", "active"],
  ["update_prepaid_quantity", "active"],
  ["scheduled", "scheduled"],
  ["renew", "renew"],
  ["upgrade", "upgrade"],
  ["downgrade", "downgrade"],
  ["cancel", "cancel"],
]);

const ATTACHED: readonly Attach["code"][] = vAttach.fields.code.members.map(({ value }) => value);

/** By the shape that it is read as. */
const READINGS = new Map<GenericValidator, (said: Said) => Said>([
  [vCustomer, readCustomer],
  [vCustomerProduct, (said) => ({ quantity: 1, ...named(said), ...statusOf(said, HELD) })],
  [vCustomerFeature, (said) => ({ ...named(said), balance: said.balance ?? 0 })],
  [vCheckProduct, (said) => ({ ...said, ...statusOf(said, CHECKED) })],
  [vProduct, readProduct],
  [vProductPreview, (said) => ({ ...said, scenario: scenarioOf(said) ?? "upgrade" })],
  [vProductItem, (said) => ({ interval_count: 1, ...said })],
  [vAttach, readAttached],
]);

/**
 * Translates an object of a hosted provider's response into the contract's terms:
 * servers of version 1.2 have statuses, scenarios and gaps that the contract lacks.
 *
 * @param shape - The expected kind of object.
 */
export function adapt(shape: GenericValidator, said: Said): Said {
  return READINGS.get(shape)?.(said) ?? said;
}

function statusOf({ status }: Said, known: ReadonlyMap<string, Said>): Said {
  return typeof status === "string" ? (known.get(status) ?? UNKNOWN_STATUS) : {};
}

function scenarioOf({ scenario }: Said): Scenario | undefined {
  return typeof scenario === "string" ? SCENARIOS.get(scenario) : undefined;
}

/** An object without a name is called by its id. */
function named(said: Said): Said {
  return { ...said, name: said.name ?? said.id };
}

/** An unknown scenario is left out: the dialog then says that something changes. */
function readProduct(said: Said): Said {
  const { free_trial: trial } = said;
  if (!isSaid(trial)) return { ...said, scenario: scenarioOf(said) };
  const free_trial = { ...trial, trial_available: trial.trial_available ?? true };
  return { ...said, free_trial, scenario: scenarioOf(said) };
}

/** Metadata values are strings here, and a payment method is a card. */
function readCustomer({ metadata, payment_method: method, ...said }: Said): Said {
  const texts = Object.entries(isSaid(metadata) ? metadata : {}).filter(
    ([, value]) => typeof value === "string",
  );
  const isCard = isSaid(method) && method.type === "card";
  return {
    ...said,
    metadata: Object.fromEntries(texts),
    payment_method: isCard || !isSaid(method) ? method : undefined,
  };
}

/** A sold product is sold, whatever the word for it. */
function readAttached(said: Said): Said {
  const isKnown = typeof said.code !== "string" || ATTACHED.some((code) => code === said.code);
  if (isKnown || said.success !== true) return said;
  const isPage = typeof said.checkout_url === "string";
  return { ...said, code: isPage ? "checkout_created" : "new_product_attached" };
}

function isSaid(value: unknown): value is Said {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
