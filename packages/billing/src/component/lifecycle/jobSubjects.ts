import type { JobKind } from "../../contract/jobResponses";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { oldestPending, skipOldest } from "../events/deliver";
import { forgetClosure } from "../payments/charges/closeAccounts";
import { declineMismatch } from "./charges/mismatches";
import type { JobSubjects } from "../store/jobs/runs";

export interface Subject {
  /** Null: the job has no customer, or one without a row here. */
  customer: Doc<"customers"> | null;
  /** Empty: unknown. */
  customerId: string;
  about: string | null;
}
type Described = Promise<Subject | null>;

/** Loads the subject of a job, by its kind; null if the row was deleted. */
const DESCRIBE: {
  [Kind in JobKind]: (ctx: QueryCtx, subject: JobSubjects[Kind]) => Described;
} = {
  process_due: async (ctx, customer) => await ofCustomer(ctx, customer, null),
  settle_charge: async (ctx, id) => {
    const charge = await ctx.db.get("charges", id);
    return charge && (await ofCustomer(ctx, charge.customer, charge.request_key));
  },
  process_report: async (ctx, id) => {
    const event = await ctx.db.get("paymentEvents", id);
    if (!event) return null;
    const about = `${event.status} ${event.event_id}`;
    // A dispute's customer is unknown until billing has fetched it from the processor.
    return (event.customer && (await ofCustomer(ctx, event.customer, about))) ?? named("", about);
  },
  close_account: async (ctx, id) => {
    const closure = await ctx.db.get("accountClosures", id);
    // The customer is deleted, so only the id is left.
    return closure && named(closure.customer_id, null);
  },
  backfill: async () => await Promise.resolve(named("", null)),
  deliver_events: async (ctx, customer) => {
    const event = await oldestPending(ctx, customer);
    return event && (await ofCustomer(ctx, customer, event.type));
  },
  report_use: async (ctx, id) => {
    const use = await ctx.db.get("outbox", id);
    return use && named(use.customer_id, use.feature_id);
  },
  send_call: async (ctx, id) => {
    const intent = await ctx.db.get("remoteIntents", id);
    return intent && named(intent.customer_id, intent.call.op);
  },
};

/** The subject that operators read; null if its row was deleted a moment ago. */
export async function describeSubject(
  ctx: QueryCtx,
  { kind, subject }: Doc<"jobs">,
): Promise<Subject | null> {
  // `jobs` stores only subjects of the job's kind.
  return await DESCRIBE[kind](ctx, subject as never);
}

async function ofCustomer(
  ctx: QueryCtx,
  customer: Id<"customers">,
  about: string | null,
): Promise<Subject | null> {
  const row = await ctx.db.get("customers", customer);
  return row && { customer: row, customerId: row.customer_id, about };
}

const named = (customerId: string, about: string | null): Subject => ({
  ...{ customer: null, customerId, about },
});

/** The work that follows when an operator dismisses a job, for the kinds that have any. */
const DROP: { [Kind in JobKind]?: (ctx: MutationCtx, id: JobSubjects[Kind]) => Promise<void> } = {
  settle_charge: declineMismatch,
  close_account: forgetClosure,
  deliver_events: skipOldest,
};

export async function dropSubject(ctx: MutationCtx, { kind, subject }: Doc<"jobs">): Promise<void> {
  // As above.
  await DROP[kind]?.(ctx, subject as never);
}
