import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval("take missed steps", { minutes: 5 }, internal.engine.renewals.sweep, {});
crons.interval("delete old keys", { hours: 1 }, internal.engine.retention.sweep, {});
crons.interval("delete unclaimed files", { hours: 1 }, internal.community.publishing.sweep, {});

export default crons;
