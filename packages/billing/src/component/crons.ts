import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const { events, lifecycle, payments, platform } = internal;

/**
 * Billing's crons. Due work is scheduled in advance, and also happens lazily. A cron
 * finds lost work, so a missed run does no harm.
 *
 * @see docs/adr/0102
 */
const crons = cronJobs();

crons.interval("start jobs that are due", { minutes: 10 }, lifecycle.jobs.sweep, {});
crons.interval("take missed steps", { hours: 1 }, lifecycle.renewals.processMissed, {});
crons.interval("store missed resets", { hours: 1 }, lifecycle.resets.resetDue, {});
crons.interval("deliver missed events", { hours: 1 }, events.missed.deliverMissed, {});
crons.interval(
  "emit events for trials that end soon",
  { hours: 1 },
  lifecycle.notices.emitUpcoming,
  {
    lead: "trial",
  },
);
crons.interval(
  "emit events for years that renew soon",
  { hours: 1 },
  lifecycle.notices.emitUpcoming,
  {
    lead: "year",
  },
);
crons.interval(
  "fetch payment reports that never came",
  { hours: 1 },
  payments.charges.missedReports.fetchMissed,
  {},
);
crons.interval(
  "delete old counts of rate limits",
  { hours: 24 },
  platform.rateLimits.deleteOld,
  {},
);
crons.interval("delete old keys", { hours: 24 }, lifecycle.retention.deleteOld, {});
crons.interval(
  "delete invoices after their period",
  { hours: 24 },
  lifecycle.keptInvoices.deleteOld,
  {},
);
crons.interval(
  "emit events for expiring cards",
  { hours: 24 },
  lifecycle.notices.emitExpiringCards,
  {},
);
crons.interval("prove the ledger", { hours: 24 }, lifecycle.audit.round, {});

export default crons;
