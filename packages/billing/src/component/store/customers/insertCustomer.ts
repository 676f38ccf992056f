import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { CustomerData } from "../../../contract/params";
import { nowFor } from "../../platform/clock";
import { commit } from "../commit";
import { countCustomer } from "./customerCount";
import { addSubscription } from "./subscriptions";
import { loadCustomerState } from "./customerState";
import type { CustomerState } from "./customerState";
import { emit } from "../events/emit";
import { chooseDefaults } from "../../rules/defaults";
import type { CatalogueProduct } from "../../rules/model";
import { decideTrial } from "../../rules/trial";
import { loadTrials } from "./trials";
import type { TrialHistory } from "./trials";

interface NewCustomer {
  /** Null: the customer has no id from a caller yet, and is found by its e-mail address. */
  customerId: string | null;
  customerData?: CustomerData | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** Creates a customer, with the default products of every group, in one transaction. */
export async function insertCustomer(
  ctx: MutationCtx,
  newCustomer: NewCustomer,
): Promise<CustomerState> {
  const now = nowFor(null);
  const customer = await insertRow(ctx, newCustomer, now);
  await countCustomer(ctx, customer._id, 1);
  const created = { type: "customer.created", fields: {}, at: now, cause: "" } as const;
  await emit(ctx, customer._id, created);
  const customerState = await loadCustomerState(ctx, customer, now);
  const trials = await loadTrials(ctx, customer);
  const trialEnd = (product: CatalogueProduct) => newCustomerTrialEnd(product, trials, now);
  const { products } = customerState.catalogue;
  for (const product of chooseDefaults(products.values(), (row) => trialEnd(row) !== null)) {
    const trialEndsAt = trialEnd(product);
    const input = { product, entityId: null, packs: [], startsAt: now, trialEndsAt };
    await addSubscription(ctx, customerState, { ...input, anchor: trialEndsAt ?? now });
  }
  return await commit(ctx, customerState);
}

/** The customer of this address without an id from a caller; null: there is none. */
export async function findUnnamed(ctx: QueryCtx, email: string): Promise<Doc<"customers"> | null> {
  return await ctx.db
    .query("customers")
    .withIndex("by_unnamed_and_email", (q) => q.eq("unnamed", true).eq("email", email))
    .first();
}

async function insertRow(ctx: MutationCtx, newCustomer: NewCustomer, now: number) {
  const { customerId, customerData, metadata = {} } = newCustomer;
  const { name, email, fingerprint } = customerData ?? {};
  const id = await ctx.db.insert("customers", {
    customer_id: customerId ?? "",
    name: name ?? null,
    email: email ?? null,
    fingerprint: fingerprint ?? null,
    metadata,
    created_at: now,
    credit_minor: 0,
    revision: 0,
    next_change_at: null,
    next_due_at: null,
  });
  // Until a caller names it, a customer has an id of ours.
  if (customerId === null) {
    await ctx.db.patch("customers", id, { customer_id: id, unnamed: true });
  }
  const customer = await ctx.db.get("customers", id);
  if (!customer) throw new Error("A customer vanished in its own transaction");
  return customer;
}

/**
 * When a new customer's trial of the product would end; null: it has none, or this
 * device had it.
 */
function newCustomerTrialEnd(
  target: CatalogueProduct,
  { used: trialsUsed, byFingerprint }: TrialHistory,
  now: number,
): number | null {
  const fingerprintUsed = byFingerprint.has(target.id);
  const about = { target, branch: "new" as const, entityId: null };
  const trial = decideTrial({ ...about, trialsUsed, fingerprintUsed, now });
  return trial.available ? trial.endsAt : null;
}
