import { cronJobs } from "convex/server";
import { internal } from "./_generated/api";

/** Each run is a billed call, even on an idle site. @see docs/adr/0102 */
const crons = cronJobs();

crons.hourly(
  "update the current day",
  { minuteUTC: 0 },
  internal.community.insights.dailyCounts.updateCurrentDay,
  {},
);
crons.hourly("rotate the featured work", { minuteUTC: 0 }, internal.community.featured.rotate, {});
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
  "move hidden files away",
  { hours: 1 },
  internal.community.moderation.takedowns.retryMoves,
  {},
);
crons.interval("send mails that wait", { hours: 1 }, internal.mail.delivery.takeUp, {});
crons.interval("extend the sitemap", { hours: 1 }, internal.community.sitemap.pages.extend, {});
crons.interval("sync storage", { hours: 24 }, internal.community.storage.sync.syncAll, {
  cursor: null,
});
crons.interval("delete old views", { hours: 24 }, internal.community.views.deleteOld, {});
crons.interval("delete old mails", { hours: 24 }, internal.mail.delivery.deleteOld, {});
crons.interval(
  "delete orphaned files",
  { hours: 24 },
  internal.community.uploads.orphanedFiles.deleteOrphaned,
  {},
);
crons.interval(
  "delete old rate limit counts",
  { hours: 24 },
  internal.accounts.rateLimits.deleteOld,
  {},
);

export default crons;
