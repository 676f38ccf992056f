import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "delete old counts of limits",
  { hours: 24 },
  internal.accounts.rateLimits.sweep,
  {},
);
crons.interval(
  "delete unclaimed files",
  { hours: 1 },
  internal.community.uploads.publishing.sweep,
  {},
);
crons.interval(
  "delete files that nobody used",
  { hours: 1 },
  internal.community.uploads.orphanedFiles.sweep,
  {},
);
crons.interval(
  "move hidden files away",
  { hours: 1 },
  internal.community.moderation.takedowns.sweep,
  {},
);
crons.interval("sync storage", { hours: 1 }, internal.community.storage.sync.sweep, {
  cursor: null,
});
crons.interval(
  "turn the day",
  { minutes: 10 },
  internal.community.insights.dailyCounts.turnDay,
  {},
);
crons.interval("light a work", { minutes: 10 }, internal.community.featured.turn, {});
crons.interval("forget old views", { hours: 1 }, internal.community.views.sweep, {});

export default crons;
