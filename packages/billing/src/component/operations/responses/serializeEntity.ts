import type { Entity } from "../../../contract/accountResponses";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { serializeSubscriptionsFor, featuresOf } from "./serializeCustomer";
import { serializeEntitySummary } from "../../store/entities/entityRows";
import type { CustomerState } from "../../store/customers/customerState";
import { listInvoices } from "./invoiceViews";

/** An entity: its own subscriptions and features, and those of its customer for all. */
export async function serializeEntity(
  ctx: QueryCtx,
  customerState: CustomerState,
  entity: Doc<"entities">,
  expand: readonly "invoices"[],
): Promise<Entity> {
  const { entity_id: id } = entity;
  return {
    ...serializeEntitySummary(customerState, entity),
    products: serializeSubscriptionsFor(customerState, id),
    features: featuresOf(customerState, id),
    ...(expand.includes("invoices") && {
      invoices: await listInvoices(ctx, customerState.customer._id, customerState.now),
    }),
  };
}
