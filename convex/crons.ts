import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("take missed steps", { minutes: 5 }, internal.engine.lifecycle.renewals.sweep, {});
crons.interval("delete old keys", { hours: 1 }, internal.engine.retention.sweep, {});
crons.interval("delete unclaimed files", { hours: 1 }, internal.community.publishing.sweep, {});
crons.interval("store missed resets", { hours: 1 }, internal.engine.balances.resets.sweep, {});
crons.interval("prove the ledger", { minutes: 10 }, internal.engine.ledger.audit.step, {});
crons.interval(
  "ask for lost payments",
  { minutes: 1 },
  internal.payments.remote.perform.reconcile,
  {},
);

export default crons;
