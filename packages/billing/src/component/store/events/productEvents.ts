import type { MutationCtx } from "../../_generated/server";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import type { CustomerState } from "../customers/customerState";
import { emit } from "./emit";

type Named = Pick<SubscriptionRow, "id" | "entity_id" | "product">;

const namesOf = ({ product, entity_id }: Named) => ({ product_id: product.id, entity_id });

/** A subscription is in force from now on. */
export async function emitAttached(
  ctx: MutationCtx,
  { customer, now: at }: CustomerState,
  row: Named & Pick<SubscriptionRow, "trial_ends_at">,
): Promise<void> {
  const fields = { ...namesOf(row), trial_ends_at: row.trial_ends_at };
  await emit(ctx, customer._id, { type: "product.attached", fields, at, cause: row.id });
}

/** A subscription will start later. */
export async function emitScheduled(
  ctx: MutationCtx,
  { customer, now: at }: CustomerState,
  row: Named & Pick<SubscriptionRow, "starts_at">,
): Promise<void> {
  const fields = { ...namesOf(row), starts_at: row.starts_at };
  await emit(ctx, customer._id, { type: "product.scheduled", fields, at, cause: row.id });
}

/** A subscription will end, or ends now, because it was canceled. */
export async function emitCancelled(
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
export async function emitExpired(
  ctx: MutationCtx,
  { customer }: CustomerState,
  row: Named,
  at: number,
): Promise<void> {
  const fields = namesOf(row);
  await emit(ctx, customer._id, { type: "product.expired", fields, at, cause: row.id });
}
