import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { JobKind } from "../../../contract/jobResponses";

/** The subject of each kind of job. */
export interface JobSubjects {
  process_due: Id<"customers">;
  settle_charge: Id<"charges">;
  process_report: Id<"paymentEvents">;
  close_account: Id<"accountClosures">;
  /** The kind has only one job. */
  backfill: "";
  deliver_events: Id<"customers">;
  report_use: Id<"outbox">;
  send_call: Id<"remoteIntents">;
}

type Run<Kind extends JobKind> = (ctx: MutationCtx, subject: JobSubjects[Kind]) => Promise<unknown>;

/** Schedules the work of each kind. Each may run twice. */
const RUNS: { [Kind in JobKind]: Run<Kind> } = {
  process_due: async ({ scheduler }, customer) =>
    await scheduler.runAfter(0, internal.lifecycle.renewals.retryDue, { customer }),
  settle_charge: async ({ scheduler }, charge) =>
    await scheduler.runAfter(0, internal.payments.charges.sendCharge.sendCharge, { charge }),
  process_report: async ({ scheduler }, event) =>
    await scheduler.runAfter(0, internal.payments.charges.reports.process, { event }),
  close_account: async ({ scheduler }, closure) =>
    await scheduler.runAfter(0, internal.payments.charges.closeAccounts.close, { closure }),
  backfill: async ({ scheduler }) =>
    await scheduler.runAfter(0, internal.payments.charges.missedReports.fetchMissed, {}),
  deliver_events: async ({ scheduler }, customer) =>
    await scheduler.runAfter(0, internal.events.deliver.redeliver, { customer }),
  report_use: async ({ scheduler }, id) =>
    await scheduler.runAfter(0, internal.hostedProvider.outbox.deliver, { id }),
  send_call: async ({ scheduler }, id) =>
    await scheduler.runAfter(0, internal.hostedProvider.intents.resend, { id }),
};

/** @param subject - A subject of this kind, because `jobs` stores no others. */
export async function scheduleRun(ctx: MutationCtx, kind: JobKind, subject: string): Promise<void> {
  await RUNS[kind](ctx, subject as never);
}
