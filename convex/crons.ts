import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "delete old counts of limits",
  { hours: 24 },
  internal.accounts.rateLimits.sweep,
  {},
);
crons.interval("delete unclaimed files", { hours: 1 }, internal.community.publishing.sweep, {});
crons.interval("delete files that nobody used", { hours: 1 }, internal.community.strays.sweep, {});
crons.interval("move hidden files away", { hours: 1 }, internal.community.takedowns.sweep, {});
crons.interval("sync storage", { hours: 1 }, internal.community.storageSync.sweep, {
  cursor: null,
});
crons.interval("turn the day", { minutes: 10 }, internal.community.counters.turnDay, {});
crons.interval("light a work", { minutes: 10 }, internal.community.spotlight.turn, {});
crons.interval("forget old views", { hours: 1 }, internal.community.views.sweep, {});

export default crons;
