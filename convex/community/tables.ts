import { artworksTables } from "./artworks/tables";
import { commentsTables } from "./comments/tables";
import { dataExportsTables } from "./dataExports/tables";
import { feedTables } from "./feed/tables";
import { filesTables } from "./files/tables";
import { insightsTables } from "./insights/tables";
import { moderationTables } from "./moderation/tables";
import { notificationsTables } from "./notifications/tables";
import { printsTables } from "./prints/tables";
import { profilesTables } from "./profiles/tables";
import { relationshipsTables } from "./relationships/tables";
import { sitemapTables } from "./sitemap/tables";
import { storageTables } from "./storage/tables";
import { uploadsTables } from "./uploads/tables";
import { collectionTables } from "./collections/tables";
import { studioTables } from "./studios/tables";

/** The tables of the community, by the folder that owns them. */
export const communityTables = {
  ...artworksTables,
  ...collectionTables,
  ...commentsTables,
  ...dataExportsTables,
  ...feedTables,
  ...filesTables,
  ...insightsTables,
  ...moderationTables,
  ...notificationsTables,
  ...printsTables,
  ...profilesTables,
  ...relationshipsTables,
  ...sitemapTables,
  ...storageTables,
  ...studioTables,
  ...uploadsTables,
};
