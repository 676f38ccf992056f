import type { Entity } from "../../../contract/accountAnswers";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { describeHeldFor, featuresOf } from "../customers/describe";
import { describeEntitySummary } from "./entityRows";
import type { Holdings } from "../customers/holdings";
import { listInvoices } from "../invoices/invoiceViews";

/** An entity: what it has itself, and what its customer has for everyone. */
export async function describeEntity(
  ctx: QueryCtx,
  holdings: Holdings,
  entity: Doc<"entities">,
  expand: readonly "invoices"[],
): Promise<Entity> {
  const { entity_id: id } = entity;
  return {
    ...describeEntitySummary(holdings, entity),
    products: describeHeldFor(holdings, id),
    features: featuresOf(holdings, id),
    ...(expand.includes("invoices") && {
      invoices: await listInvoices(ctx, holdings.customer._id, holdings.now),
    }),
  };
}
