import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const { lifecycle, payments, platform, remote } = internal;

/** Billing's crons. Each task also happens lazily, so a missed run is harmless. */
const crons = cronJobs();

crons.interval("take missed steps", { minutes: 5 }, lifecycle.renewals.processMissed, {});
crons.interval(
  "delete old counts of rate limits",
  { hours: 24 },
  platform.rateLimits.deleteOld,
  {},
);
crons.interval("delete old keys", { hours: 1 }, lifecycle.retention.deleteOld, {});
crons.interval(
  "delete invoices after their period",
  { hours: 24 },
  lifecycle.keptInvoices.deleteOld,
  {},
);
crons.interval("store missed resets", { hours: 1 }, lifecycle.resets.resetDue, {});
crons.interval("tell of dates that are near", { hours: 1 }, lifecycle.notices.tellUpcoming, {});
crons.interval("tell of expiring cards", { hours: 24 }, lifecycle.notices.tellExpiring, {});
crons.interval("prove the ledger", { hours: 24 }, lifecycle.audit.round, {});
crons.interval("ask for lost payments", { minutes: 1 }, payments.remote.sendCharge.reconcile, {});
crons.interval("process failed payment reports", { minutes: 1 }, payments.remote.reports.retry, {});
crons.interval(
  "close accounts of deleted customers",
  { minutes: 1 },
  payments.remote.closeAccounts.retry,
  {},
);
crons.interval(
  "fetch payment reports that never came",
  { hours: 1 },
  payments.remote.missedReports.fetchMissed,
  {},
);
crons.interval(
  "take up what a provider did not answer",
  { minutes: 1 },
  remote.refreshAll.refreshAll,
  {},
);

export default crons;
