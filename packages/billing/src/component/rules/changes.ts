import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Attach } from "../../contract/responses";
import type { Scenario } from "../../contract/wire";

/**
 * What attaching a product does to the customer's subscriptions. Open pages and
 * charges store it: renaming a kind after 1.0 sends their money back.
 */
export const vChangeKind = v.union(
  v.literal("one_off"),
  v.literal("one_off_owned"),
  v.literal("add_on"),
  v.literal("add_on_again"),
  v.literal("new"),
  v.literal("replace_free"),
  v.literal("replace_trial"),
  v.literal("upgrade"),
  v.literal("downgrade"),
  v.literal("renew"),
  v.literal("new_version"),
  v.literal("quantity"),
  v.literal("quantity_and_renew"),
  v.literal("already_active"),
  v.literal("already_scheduled"),
);
/** A kind of change. */
export type ChangeKind = Infer<typeof vChangeKind>;

/** A pair for a paid and for a free target. */
interface ByPrice<Value> {
  paid: Value;
  free: Value;
}

/** What one kind of change means. Code outside the rules asks a column, not the kind. */
export interface ChangeRow {
  /** The subscription that it starts from: the plan of the group, or one to the same product. */
  from: "none" | "plan" | "same";
  /** The version that applies: the newest, or the customer's own. */
  version: "newest" | "own";
  /** The stored rows. */
  effect:
    | "none"
    | "buy_once"
    | "add"
    | "replace"
    | "replace_at_end"
    | "keep"
    | "move"
    | "set_quantity";
  /** Whether it counts towards the most subscriptions. */
  adds: boolean;
  /** The billing cycle: a running one that it joins, the replaced one's, or the subscription's own. */
  cycle: "once" | "joins" | "keeps" | "at_end" | "own";
  /** The charges now. `quantity`: only quantities that differ. */
  charges: "all" | "quantity" | "nothing";
  /** The credits now. */
  credits: "all" | "quantity" | "nothing";
  /** Whether open use of the subscription before is billed now. */
  billsUse: boolean;
  /** Lines that wait on the subscription before: they are due now, or stay. */
  waitingLines: "due" | "stay" | "none";
  /** Whether a trial may begin. */
  beginsTrial: boolean;
  /** Whether it may be put off to the end of the cycle. */
  mayWait: boolean;
  /** Whether it may be bought together with others. */
  inCart: boolean;
  /** When a card is needed. `unless_trial`: not for a trial without one and without a charge. */
  card: "unless_trial" | "when_charged" | "never";
  /** When the customer loses items that the target lacks. `by_item`: each item's policy decides. */
  losses: "now" | "end" | "by_item";
  /** Whether the dialog speaks of proration. */
  prorates: boolean;
  /** Why its invoice is written. */
  reason: "purchase" | "subscription_update";
  /** Whether attach refuses this change: never, only attach, or attach and its preview. */
  refused: "never" | "in_attach" | "always";
  /** The scenario in the pricing table and the dialog. */
  scenario: ByPrice<Scenario>;
  /** What checkout calls it. Absent: the same. */
  checkoutScenario?: Scenario;
  /** What attach answers. Null: attach refuses it. */
  outcome: (ByPrice<Attach["code"]> & { message: OutcomeMessage }) | null;
  /**
   * The kind that a page or a preview counts it as: having a copy already, or having
   * canceled since, changes nothing that was shown.
   */
  shownAs: ChangeKind;
}

/** The sentence of an outcome. */
type OutcomeMessage = "added" | "bought" | "later" | "renewed" | "moved" | "quantities";

const always = <Value>(value: Value): ByPrice<Value> => ({ paid: value, free: value });

const ADDED = {
  paid: "new_product_attached",
  free: "free_product_attached",
  message: "added",
} as const;

/** Begins something new, paid from now on. */
const BEGINS = {
  version: "newest",
  adds: true,
  cycle: "joins",
  charges: "all",
  credits: "nothing",
  billsUse: false,
  waitingLines: "none",
  beginsTrial: true,
  mayWait: false,
  inCart: true,
  card: "unless_trial",
  losses: "now",
  prorates: false,
  reason: "purchase",
  refused: "never",
  outcome: ADDED,
} as const;

/** The customer keeps the product, at no cost. */
const KEEPS = {
  from: "same",
  version: "own",
  adds: false,
  cycle: "own",
  charges: "nothing",
  credits: "nothing",
  billsUse: false,
  waitingLines: "stay",
  beginsTrial: false,
  mayWait: false,
  inCart: false,
  card: "never",
  losses: "now",
  prorates: false,
  reason: "purchase",
} as const;

const UNCHANGED = { ...KEEPS, effect: "none", outcome: null } as const;

/** Changes quantities: charges and credits those that differ. */
const COUNTS = {
  ...KEEPS,
  effect: "set_quantity",
  charges: "quantity",
  credits: "quantity",
  mayWait: true,
  card: "when_charged",
  losses: "by_item",
  prorates: true,
  reason: "subscription_update",
  refused: "never",
  outcome: { ...always("features_updated" as const), message: "quantities" },
  shownAs: "quantity",
} as const;

/**
 * The table of changes: everything that differs between the kinds.
 *
 * @see Spec §4, "Product scenarios"
 */
export const CHANGES: Readonly<Record<ChangeKind, ChangeRow>> = {
  one_off: {
    ...BEGINS,
    from: "none",
    effect: "buy_once",
    cycle: "once",
    beginsTrial: false,
    scenario: always("new"),
    outcome: { ...always("one_off_product_attached" as const), message: "bought" },
    shownAs: "one_off",
  },
  one_off_owned: {
    ...UNCHANGED,
    refused: "always",
    scenario: always("active"),
    shownAs: "one_off_owned",
  },
  add_on: { ...BEGINS, from: "none", effect: "add", scenario: always("new"), shownAs: "add_on" },
  add_on_again: {
    ...BEGINS,
    from: "none",
    effect: "add",
    scenario: always("active"),
    checkoutScenario: "new",
    shownAs: "add_on",
  },
  new: { ...BEGINS, from: "plan", effect: "replace", scenario: always("new"), shownAs: "new" },
  replace_free: {
    ...BEGINS,
    from: "plan",
    effect: "replace",
    adds: false,
    scenario: { paid: "upgrade", free: "new" },
    shownAs: "replace_free",
  },
  replace_trial: {
    ...BEGINS,
    from: "plan",
    effect: "replace",
    adds: false,
    credits: "all",
    waitingLines: "due",
    inCart: false,
    scenario: always("upgrade"),
    shownAs: "replace_trial",
  },
  upgrade: {
    ...BEGINS,
    from: "plan",
    effect: "replace",
    adds: false,
    cycle: "keeps",
    credits: "all",
    billsUse: true,
    waitingLines: "due",
    inCart: false,
    card: "when_charged",
    prorates: true,
    reason: "subscription_update",
    scenario: always("upgrade"),
    outcome: { ...always("upgraded_to_new_product" as const), message: "added" },
    shownAs: "upgrade",
  },
  downgrade: {
    ...KEEPS,
    from: "plan",
    version: "newest",
    effect: "replace_at_end",
    cycle: "at_end",
    waitingLines: "none",
    mayWait: true,
    losses: "end",
    refused: "never",
    scenario: { paid: "downgrade", free: "cancel" },
    outcome: { ...always("downgrade_scheduled" as const), message: "later" },
    shownAs: "downgrade",
  },
  renew: {
    ...KEEPS,
    effect: "keep",
    refused: "never",
    scenario: always("renew"),
    outcome: { ...always("renewed_product" as const), message: "renewed" },
    shownAs: "renew",
  },
  new_version: {
    ...KEEPS,
    version: "newest",
    effect: "move",
    refused: "never",
    scenario: always("active"),
    outcome: { ...always("upgraded_to_new_product" as const), message: "moved" },
    shownAs: "new_version",
  },
  quantity: { ...COUNTS, scenario: always("active") },
  quantity_and_renew: { ...COUNTS, scenario: always("renew") },
  already_active: {
    ...UNCHANGED,
    refused: "in_attach",
    scenario: always("active"),
    shownAs: "already_active",
  },
  already_scheduled: {
    ...UNCHANGED,
    refused: "in_attach",
    scenario: always("scheduled"),
    shownAs: "already_scheduled",
  },
};
