import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

const crons = cronJobs();

crons.interval(
  "delete old rate limit counts",
  { hours: 24 },
  internal.accounts.rateLimits.deleteOld,
  {},
);
crons.interval(
  "delete unclaimed files",
  { hours: 1 },
  internal.community.uploads.publishing.deleteExpired,
  {},
);
crons.interval(
  "delete expired data exports",
  { hours: 1 },
  internal.community.dataExports.model.cleanUp,
  {},
);
crons.interval(
  "delete orphaned files",
  { hours: 1 },
  internal.community.uploads.orphanedFiles.deleteOrphaned,
  {},
);
crons.interval(
  "move hidden files away",
  { hours: 1 },
  internal.community.moderation.takedowns.retryMoves,
  {},
);
crons.interval("sync storage", { hours: 1 }, internal.community.storage.sync.syncAll, {
  cursor: null,
});
crons.interval(
  "update the current day",
  { minutes: 10 },
  internal.community.insights.dailyCounts.updateCurrentDay,
  {},
);
crons.interval("rotate the featured work", { minutes: 10 }, internal.community.featured.rotate, {});
crons.interval("delete old views", { hours: 1 }, internal.community.views.deleteOld, {});
crons.interval("send mails that wait", { minutes: 5 }, internal.mail.delivery.takeUp, {});
crons.interval("delete old mails", { hours: 1 }, internal.mail.delivery.deleteOld, {});
crons.interval("extend the sitemap", { hours: 1 }, internal.community.sitemap.pages.extend, {});

export default crons;
