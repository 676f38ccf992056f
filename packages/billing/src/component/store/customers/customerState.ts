import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { loadCatalogue } from "../catalogue/catalog";
import type { Balance, Catalogue } from "../../rules/model";
import type { BalanceOwner } from "../../rules/entities/entityBalances";
import { payersOf } from "../../rules/balances/payers";
import { originOf } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { loadEverything, loadPart } from "./subscriptionRows";
import type { Actor } from "../../../contract/operatorResponses";
import type { Loaded, Owner } from "./subscriptionRows";

export type { Owner } from "./subscriptionRows";

/**
 * What rules need to know about one customer at one moment: subscriptions in force
 * or to come, no ended ones.
 */
export interface CustomerState extends Loaded {
  customer: Doc<"customers">;
  now: number;
  catalogue: Catalogue;
  /** Only this owner's part is loaded. Absent: everything of the customer. */
  owner?: Owner;
  /**
   * Only balances of these features are loaded; subscriptions are all there. Absent:
   * all balances.
   */
  features?: readonly string[];
  /** Live entities, oldest first. Absent: not loaded. */
  entities?: readonly BalanceOwner[];
  /** The actor of changes, for the ledger. Absent: the caller. */
  actor?: Actor;
}

/** The parts that are loaded already, and the required ones. */
interface Loading {
  catalogue?: Catalogue;
  /** Absent: everything of the customer and its entities. */
  owner?: Owner | undefined;
  /** Features that the call is about. Absent: all. With an owner, all balances of its part are loaded. */
  uses?: UsedFeatures | undefined;
}

/** The features that a call is about, of the catalogue that is in force. */
export type UsedFeatures = (catalogue: Catalogue) => readonly string[];

export async function findCustomer(ctx: QueryCtx, customerId: string) {
  return await ctx.db
    .query("customers")
    .withIndex("by_customer_id", (q) => q.eq("customer_id", customerId))
    .unique();
}

export async function loadCustomerState(
  ctx: QueryCtx,
  customer: Doc<"customers">,
  now: number,
  { catalogue: known, owner, uses }: Loading = {},
): Promise<CustomerState> {
  const catalogue = known ?? (await loadCatalogue(ctx));
  const about = { customer, now, catalogue };
  if (owner !== undefined) {
    return { ...about, ...(await loadPart(ctx, customer, catalogue, owner)), owner };
  }
  const features = uses && payersOf(catalogue.features, uses(catalogue));
  const loaded = await loadEverything(ctx, customer, catalogue, features);
  return { ...about, ...loaded, ...(features && { features }) };
}

/** The same customer, or the same part of it, with all balances, after something was stored. */
export async function reload(ctx: QueryCtx, customerState: CustomerState): Promise<CustomerState> {
  const { customer, now, catalogue, owner, actor } = customerState;
  const row = await ctx.db.get("customers", customer._id);
  if (!row) throw new Error(`Customer ${customer.customer_id} vanished`);
  return {
    ...(await loadCustomerState(ctx, row, now, { catalogue, owner })),
    ...(actor && { actor }),
  };
}

/** The balances that one subscription grants. */
export function balancesOf({ balanceRows }: CustomerState, row: { id: string }): Balance[] {
  return balanceRows.filter((balance) => balance.subscription_id === row.id);
}

/** The row of a subscription. */
export function subscriptionId(row: { id: string }): Id<"subscriptions"> {
  // loadSubscription took it from the row.
  return row.id as Id<"subscriptions">;
}

/** The row of the subscription that invoice lines name. */
export function lineSubscription(row: Pick<SubscriptionRow, "id" | "origin">): Id<"subscriptions"> {
  return subscriptionId({ id: originOf(row) });
}

/** The document of a balance. */
export function balanceId(balance: { id: string }): Id<"balances"> {
  // `loadCustomerState` took it from the document.
  return balance.id as Id<"balances">;
}
