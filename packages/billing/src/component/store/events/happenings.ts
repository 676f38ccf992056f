import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { graceEnd, nextRetryAt } from "../../rules/dunning";
import { toMajor } from "../../rules/money";
import type { SubscriptionRow } from "../../rules/schedule";
import type { CustomerState } from "../customers/customerState";
import { emit, emitOnce } from "./emit";

type Named = Pick<SubscriptionRow, "id" | "entity_id" | "product">;

const namesOf = ({ product, entity_id }: Named) => ({ product_id: product.id, entity_id });

/** A subscription is in force from now on. */
export async function tellAttached(
  ctx: MutationCtx,
  { customer, now: at }: CustomerState,
  row: Named & Pick<SubscriptionRow, "trial_ends_at">,
): Promise<void> {
  const fields = { ...namesOf(row), trial_ends_at: row.trial_ends_at };
  await emit(ctx, customer._id, { type: "product.attached", fields, at, cause: row.id });
}

/** A subscription will start later. */
export async function tellScheduled(
  ctx: MutationCtx,
  { customer, now: at }: CustomerState,
  row: Named & Pick<SubscriptionRow, "starts_at">,
): Promise<void> {
  const fields = { ...namesOf(row), starts_at: row.starts_at };
  await emit(ctx, customer._id, { type: "product.scheduled", fields, at, cause: row.id });
}

/** A subscription will end, or ends now, because it was canceled. */
export async function tellCancelled(
  ctx: MutationCtx,
  { customer, now: at }: CustomerState,
  row: Named,
  ends_at: number | null,
): Promise<void> {
  const fields = { ...namesOf(row), ends_at };
  const cause = `${row.id}:${at}`;
  await emit(ctx, customer._id, { type: "product.cancelled", fields, at, cause });
}

/** A subscription has ended. */
export async function tellExpired(
  ctx: MutationCtx,
  { customer }: CustomerState,
  row: Named,
  at: number,
): Promise<void> {
  const fields = namesOf(row);
  await emit(ctx, customer._id, { type: "product.expired", fields, at, cause: row.id });
}

/** An invoice was issued or paid. */
export async function tellInvoice(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  type: "invoice.issued" | "invoice.paid",
  at: number,
): Promise<void> {
  await emit(ctx, invoice.customer, { type, fields: fieldsOf(invoice), at, cause: invoice.key });
}

/** A charge of an issued invoice was declined, or needs the customer's approval. */
export async function tellFailed(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  const retries: number[] = [];
  const end = graceEnd(invoice.created_at);
  for (let next = nextRetryAt(end, at); next !== null; next = nextRetryAt(end, next)) {
    retries.push(next);
  }
  const fields = { ...fieldsOf(invoice), reason, retries };
  const cause = `${invoice.key}:${at}`;
  await emitOnce(ctx, invoice.customer, { type: "invoice.failed", fields, at, cause });
}

function fieldsOf({ number = "", product_ids, total_minor, currency }: Doc<"invoices">) {
  return { invoice: number, product_ids, total: toMajor(total_minor, currency), currency };
}

/**
 * A customer disputes a payment. For processors, which know of it.
 *
 * @param dispute - `id`: the processor's, so that its report makes one event.
 *   `minor`: minor units. `invoice`: the disputed one; null: it is not known.
 */
export async function tellDisputed(
  ctx: MutationCtx,
  customer: Id<"customers">,
  dispute: {
    id: string;
    invoice: Doc<"invoices"> | null;
    minor: number;
    currency: string;
    reason: string;
    at: number;
  },
): Promise<void> {
  const { id, invoice, minor, currency, reason, at } = dispute;
  const amount = toMajor(minor, currency);
  const fields = { invoice: invoice?.number ?? null, amount, currency, reason };
  await emitOnce(ctx, customer, { type: "payment.disputed", fields, at, cause: id });
}
