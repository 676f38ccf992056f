/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as accounts_client from "../accounts/client.js";
import type * as accounts_codes from "../accounts/codes.js";
import type * as accounts_credentials from "../accounts/credentials.js";
import type * as accounts_devices from "../accounts/devices.js";
import type * as accounts_email from "../accounts/email.js";
import type * as accounts_emailLinks from "../accounts/emailLinks.js";
import type * as accounts_guarded from "../accounts/guarded.js";
import type * as accounts_hashing from "../accounts/hashing.js";
import type * as accounts_letters from "../accounts/letters.js";
import type * as accounts_model from "../accounts/model.js";
import type * as accounts_network from "../accounts/network.js";
import type * as accounts_ownPassword from "../accounts/ownPassword.js";
import type * as accounts_passwordReset from "../accounts/passwordReset.js";
import type * as accounts_profile from "../accounts/profile.js";
import type * as accounts_rateLimits from "../accounts/rateLimits.js";
import type * as accounts_refuse from "../accounts/refuse.js";
import type * as accounts_rotation from "../accounts/rotation.js";
import type * as accounts_secondStep from "../accounts/secondStep.js";
import type * as accounts_sessionList from "../accounts/sessionList.js";
import type * as accounts_sessions from "../accounts/sessions.js";
import type * as accounts_signInTickets from "../accounts/signInTickets.js";
import type * as accounts_standing from "../accounts/standing.js";
import type * as accounts_tables from "../accounts/tables.js";
import type * as accounts_tokens from "../accounts/tokens.js";
import type * as accounts_twoStep from "../accounts/twoStep.js";
import type * as accounts_twoStepRecords from "../accounts/twoStepRecords.js";
import type * as accounts_usernames from "../accounts/usernames.js";
import type * as billing from "../billing.js";
import type * as community_accountDeletion from "../community/accountDeletion.js";
import type * as community_artworks_bulkEdit from "../community/artworks/bulkEdit.js";
import type * as community_artworks_cards from "../community/artworks/cards.js";
import type * as community_artworks_countRules from "../community/artworks/countRules.js";
import type * as community_artworks_counts from "../community/artworks/counts.js";
import type * as community_artworks_deletion from "../community/artworks/deletion.js";
import type * as community_artworks_functions from "../community/artworks/functions.js";
import type * as community_artworks_metadata from "../community/artworks/metadata.js";
import type * as community_artworks_model from "../community/artworks/model.js";
import type * as community_artworks_ranking from "../community/artworks/ranking.js";
import type * as community_artworks_related from "../community/artworks/related.js";
import type * as community_artworks_searchIndex from "../community/artworks/searchIndex.js";
import type * as community_artworks_tables from "../community/artworks/tables.js";
import type * as community_artworks_tagSuggestions from "../community/artworks/tagSuggestions.js";
import type * as community_artworks_visibility from "../community/artworks/visibility.js";
import type * as community_boosts from "../community/boosts.js";
import type * as community_collections_functions from "../community/collections/functions.js";
import type * as community_collections_items from "../community/collections/items.js";
import type * as community_collections_model from "../community/collections/model.js";
import type * as community_collections_tables from "../community/collections/tables.js";
import type * as community_comments_functions from "../community/comments/functions.js";
import type * as community_comments_likes from "../community/comments/likes.js";
import type * as community_comments_mentions from "../community/comments/mentions.js";
import type * as community_comments_model from "../community/comments/model.js";
import type * as community_comments_tables from "../community/comments/tables.js";
import type * as community_dataExports_archive from "../community/dataExports/archive.js";
import type * as community_dataExports_contents from "../community/dataExports/contents.js";
import type * as community_dataExports_functions from "../community/dataExports/functions.js";
import type * as community_dataExports_model from "../community/dataExports/model.js";
import type * as community_dataExports_page from "../community/dataExports/page.js";
import type * as community_dataExports_read from "../community/dataExports/read.js";
import type * as community_dataExports_tables from "../community/dataExports/tables.js";
import type * as community_demo_activity from "../community/demo/activity.js";
import type * as community_demo_artworks from "../community/demo/artworks.js";
import type * as community_demo_model from "../community/demo/model.js";
import type * as community_demo_studios from "../community/demo/studios.js";
import type * as community_entitlements from "../community/entitlements.js";
import type * as community_errors from "../community/errors.js";
import type * as community_featured from "../community/featured.js";
import type * as community_feed_fanOut from "../community/feed/fanOut.js";
import type * as community_feed_functions from "../community/feed/functions.js";
import type * as community_feed_tables from "../community/feed/tables.js";
import type * as community_files_functions from "../community/files/functions.js";
import type * as community_files_model from "../community/files/model.js";
import type * as community_files_owners from "../community/files/owners.js";
import type * as community_files_renditions from "../community/files/renditions.js";
import type * as community_files_tables from "../community/files/tables.js";
import type * as community_insights_dailyCounts from "../community/insights/dailyCounts.js";
import type * as community_insights_functions from "../community/insights/functions.js";
import type * as community_insights_tables from "../community/insights/tables.js";
import type * as community_likes from "../community/likes.js";
import type * as community_moderation_model from "../community/moderation/model.js";
import type * as community_moderation_reports from "../community/moderation/reports.js";
import type * as community_moderation_suspensions from "../community/moderation/suspensions.js";
import type * as community_moderation_tables from "../community/moderation/tables.js";
import type * as community_moderation_takedowns from "../community/moderation/takedowns.js";
import type * as community_newWorks from "../community/newWorks.js";
import type * as community_notifications_choices from "../community/notifications/choices.js";
import type * as community_notifications_digests from "../community/notifications/digests.js";
import type * as community_notifications_functions from "../community/notifications/functions.js";
import type * as community_notifications_model from "../community/notifications/model.js";
import type * as community_notifications_settings from "../community/notifications/settings.js";
import type * as community_notifications_tables from "../community/notifications/tables.js";
import type * as community_paging from "../community/paging.js";
import type * as community_payer from "../community/payer.js";
import type * as community_plans from "../community/plans.js";
import type * as community_prints_functions from "../community/prints/functions.js";
import type * as community_prints_model from "../community/prints/model.js";
import type * as community_prints_tables from "../community/prints/tables.js";
import type * as community_profiles_functions from "../community/profiles/functions.js";
import type * as community_profiles_model from "../community/profiles/model.js";
import type * as community_profiles_settings from "../community/profiles/settings.js";
import type * as community_profiles_tables from "../community/profiles/tables.js";
import type * as community_profiles_usernames from "../community/profiles/usernames.js";
import type * as community_relationships_blocks from "../community/relationships/blocks.js";
import type * as community_relationships_followCounts from "../community/relationships/followCounts.js";
import type * as community_relationships_follows from "../community/relationships/follows.js";
import type * as community_relationships_model from "../community/relationships/model.js";
import type * as community_relationships_tables from "../community/relationships/tables.js";
import type * as community_relationships_viewer from "../community/relationships/viewer.js";
import type * as community_search from "../community/search.js";
import type * as community_shareCards from "../community/shareCards.js";
import type * as community_sitemap_pages from "../community/sitemap/pages.js";
import type * as community_sitemap_tables from "../community/sitemap/tables.js";
import type * as community_storage_quota from "../community/storage/quota.js";
import type * as community_storage_sync from "../community/storage/sync.js";
import type * as community_storage_tables from "../community/storage/tables.js";
import type * as community_studios_functions from "../community/studios/functions.js";
import type * as community_studios_members from "../community/studios/members.js";
import type * as community_studios_model from "../community/studios/model.js";
import type * as community_studios_offers from "../community/studios/offers.js";
import type * as community_studios_ownership from "../community/studios/ownership.js";
import type * as community_studios_seatBalances from "../community/studios/seatBalances.js";
import type * as community_studios_seatCarryOver from "../community/studios/seatCarryOver.js";
import type * as community_studios_seats from "../community/studios/seats.js";
import type * as community_studios_storage from "../community/studios/storage.js";
import type * as community_studios_tables from "../community/studios/tables.js";
import type * as community_tables from "../community/tables.js";
import type * as community_uploads_functions from "../community/uploads/functions.js";
import type * as community_uploads_orphanedFiles from "../community/uploads/orphanedFiles.js";
import type * as community_uploads_pending from "../community/uploads/pending.js";
import type * as community_uploads_publishing from "../community/uploads/publishing.js";
import type * as community_uploads_reservations from "../community/uploads/reservations.js";
import type * as community_uploads_tables from "../community/uploads/tables.js";
import type * as community_uploads_tickets from "../community/uploads/tickets.js";
import type * as community_uploads_unclaimed from "../community/uploads/unclaimed.js";
import type * as community_views from "../community/views.js";
import type * as contract_credentials from "../contract/credentials.js";
import type * as contract_files_binary from "../contract/files/binary.js";
import type * as contract_files_boxes from "../contract/files/boxes.js";
import type * as contract_files_dynamicRange from "../contract/files/dynamicRange.js";
import type * as contract_files_ebml from "../contract/files/ebml.js";
import type * as contract_files_filmPixels from "../contract/files/filmPixels.js";
import type * as contract_files_frames from "../contract/files/frames.js";
import type * as contract_files_inspect from "../contract/files/inspect.js";
import type * as contract_files_location_block from "../contract/files/location/block.js";
import type * as contract_files_location_eraseLocation from "../contract/files/location/eraseLocation.js";
import type * as contract_files_location_exifLocation from "../contract/files/location/exifLocation.js";
import type * as contract_files_location_filmLocation from "../contract/files/location/filmLocation.js";
import type * as contract_files_location_heifMetadata from "../contract/files/location/heifMetadata.js";
import type * as contract_files_location_matroskaLocation from "../contract/files/location/matroskaLocation.js";
import type * as contract_files_location_metadata from "../contract/files/location/metadata.js";
import type * as contract_files_location_xmpLocation from "../contract/files/location/xmpLocation.js";
import type * as contract_files_media from "../contract/files/media.js";
import type * as contract_files_parts from "../contract/files/parts.js";
import type * as contract_files_pixels from "../contract/files/pixels.js";
import type * as contract_files_segments from "../contract/files/segments.js";
import type * as contract_files_shown from "../contract/files/shown.js";
import type * as contract_files_sniff from "../contract/files/sniff.js";
import type * as contract_files_thumbhash from "../contract/files/thumbhash.js";
import type * as contract_medium from "../contract/medium.js";
import type * as contract_portraits from "../contract/portraits.js";
import type * as contract_studios from "../contract/studios.js";
import type * as contract_viewSource from "../contract/viewSource.js";
import type * as contract_works from "../contract/works.js";
import type * as crons from "../crons.js";
import type * as devBilling from "../devBilling.js";
import type * as feeds from "../feeds.js";
import type * as http from "../http.js";
import type * as mail_delivery from "../mail/delivery.js";
import type * as mail_devMail from "../mail/devMail.js";
import type * as mail_letter from "../mail/letter.js";
import type * as mail_outbox from "../mail/outbox.js";
import type * as mail_retries from "../mail/retries.js";
import type * as mail_settings from "../mail/settings.js";
import type * as mail_smtp from "../mail/smtp.js";
import type * as mail_tables from "../mail/tables.js";
import type * as migrations from "../migrations.js";
import type * as receiveUpload from "../receiveUpload.js";
import type * as seed from "../seed.js";
import type * as sharePages from "../sharePages.js";
import type * as siteAddress from "../siteAddress.js";
import type * as sitemaps from "../sitemaps.js";
import type * as unsubscribe from "../unsubscribe.js";
import type * as xml from "../xml.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "accounts/client": typeof accounts_client;
  "accounts/codes": typeof accounts_codes;
  "accounts/credentials": typeof accounts_credentials;
  "accounts/devices": typeof accounts_devices;
  "accounts/email": typeof accounts_email;
  "accounts/emailLinks": typeof accounts_emailLinks;
  "accounts/guarded": typeof accounts_guarded;
  "accounts/hashing": typeof accounts_hashing;
  "accounts/letters": typeof accounts_letters;
  "accounts/model": typeof accounts_model;
  "accounts/network": typeof accounts_network;
  "accounts/ownPassword": typeof accounts_ownPassword;
  "accounts/passwordReset": typeof accounts_passwordReset;
  "accounts/profile": typeof accounts_profile;
  "accounts/rateLimits": typeof accounts_rateLimits;
  "accounts/refuse": typeof accounts_refuse;
  "accounts/rotation": typeof accounts_rotation;
  "accounts/secondStep": typeof accounts_secondStep;
  "accounts/sessionList": typeof accounts_sessionList;
  "accounts/sessions": typeof accounts_sessions;
  "accounts/signInTickets": typeof accounts_signInTickets;
  "accounts/standing": typeof accounts_standing;
  "accounts/tables": typeof accounts_tables;
  "accounts/tokens": typeof accounts_tokens;
  "accounts/twoStep": typeof accounts_twoStep;
  "accounts/twoStepRecords": typeof accounts_twoStepRecords;
  "accounts/usernames": typeof accounts_usernames;
  billing: typeof billing;
  "community/accountDeletion": typeof community_accountDeletion;
  "community/artworks/bulkEdit": typeof community_artworks_bulkEdit;
  "community/artworks/cards": typeof community_artworks_cards;
  "community/artworks/countRules": typeof community_artworks_countRules;
  "community/artworks/counts": typeof community_artworks_counts;
  "community/artworks/deletion": typeof community_artworks_deletion;
  "community/artworks/functions": typeof community_artworks_functions;
  "community/artworks/metadata": typeof community_artworks_metadata;
  "community/artworks/model": typeof community_artworks_model;
  "community/artworks/ranking": typeof community_artworks_ranking;
  "community/artworks/related": typeof community_artworks_related;
  "community/artworks/searchIndex": typeof community_artworks_searchIndex;
  "community/artworks/tables": typeof community_artworks_tables;
  "community/artworks/tagSuggestions": typeof community_artworks_tagSuggestions;
  "community/artworks/visibility": typeof community_artworks_visibility;
  "community/boosts": typeof community_boosts;
  "community/collections/functions": typeof community_collections_functions;
  "community/collections/items": typeof community_collections_items;
  "community/collections/model": typeof community_collections_model;
  "community/collections/tables": typeof community_collections_tables;
  "community/comments/functions": typeof community_comments_functions;
  "community/comments/likes": typeof community_comments_likes;
  "community/comments/mentions": typeof community_comments_mentions;
  "community/comments/model": typeof community_comments_model;
  "community/comments/tables": typeof community_comments_tables;
  "community/dataExports/archive": typeof community_dataExports_archive;
  "community/dataExports/contents": typeof community_dataExports_contents;
  "community/dataExports/functions": typeof community_dataExports_functions;
  "community/dataExports/model": typeof community_dataExports_model;
  "community/dataExports/page": typeof community_dataExports_page;
  "community/dataExports/read": typeof community_dataExports_read;
  "community/dataExports/tables": typeof community_dataExports_tables;
  "community/demo/activity": typeof community_demo_activity;
  "community/demo/artworks": typeof community_demo_artworks;
  "community/demo/model": typeof community_demo_model;
  "community/demo/studios": typeof community_demo_studios;
  "community/entitlements": typeof community_entitlements;
  "community/errors": typeof community_errors;
  "community/featured": typeof community_featured;
  "community/feed/fanOut": typeof community_feed_fanOut;
  "community/feed/functions": typeof community_feed_functions;
  "community/feed/tables": typeof community_feed_tables;
  "community/files/functions": typeof community_files_functions;
  "community/files/model": typeof community_files_model;
  "community/files/owners": typeof community_files_owners;
  "community/files/renditions": typeof community_files_renditions;
  "community/files/tables": typeof community_files_tables;
  "community/insights/dailyCounts": typeof community_insights_dailyCounts;
  "community/insights/functions": typeof community_insights_functions;
  "community/insights/tables": typeof community_insights_tables;
  "community/likes": typeof community_likes;
  "community/moderation/model": typeof community_moderation_model;
  "community/moderation/reports": typeof community_moderation_reports;
  "community/moderation/suspensions": typeof community_moderation_suspensions;
  "community/moderation/tables": typeof community_moderation_tables;
  "community/moderation/takedowns": typeof community_moderation_takedowns;
  "community/newWorks": typeof community_newWorks;
  "community/notifications/choices": typeof community_notifications_choices;
  "community/notifications/digests": typeof community_notifications_digests;
  "community/notifications/functions": typeof community_notifications_functions;
  "community/notifications/model": typeof community_notifications_model;
  "community/notifications/settings": typeof community_notifications_settings;
  "community/notifications/tables": typeof community_notifications_tables;
  "community/paging": typeof community_paging;
  "community/payer": typeof community_payer;
  "community/plans": typeof community_plans;
  "community/prints/functions": typeof community_prints_functions;
  "community/prints/model": typeof community_prints_model;
  "community/prints/tables": typeof community_prints_tables;
  "community/profiles/functions": typeof community_profiles_functions;
  "community/profiles/model": typeof community_profiles_model;
  "community/profiles/settings": typeof community_profiles_settings;
  "community/profiles/tables": typeof community_profiles_tables;
  "community/profiles/usernames": typeof community_profiles_usernames;
  "community/relationships/blocks": typeof community_relationships_blocks;
  "community/relationships/followCounts": typeof community_relationships_followCounts;
  "community/relationships/follows": typeof community_relationships_follows;
  "community/relationships/model": typeof community_relationships_model;
  "community/relationships/tables": typeof community_relationships_tables;
  "community/relationships/viewer": typeof community_relationships_viewer;
  "community/search": typeof community_search;
  "community/shareCards": typeof community_shareCards;
  "community/sitemap/pages": typeof community_sitemap_pages;
  "community/sitemap/tables": typeof community_sitemap_tables;
  "community/storage/quota": typeof community_storage_quota;
  "community/storage/sync": typeof community_storage_sync;
  "community/storage/tables": typeof community_storage_tables;
  "community/studios/functions": typeof community_studios_functions;
  "community/studios/members": typeof community_studios_members;
  "community/studios/model": typeof community_studios_model;
  "community/studios/offers": typeof community_studios_offers;
  "community/studios/ownership": typeof community_studios_ownership;
  "community/studios/seatBalances": typeof community_studios_seatBalances;
  "community/studios/seatCarryOver": typeof community_studios_seatCarryOver;
  "community/studios/seats": typeof community_studios_seats;
  "community/studios/storage": typeof community_studios_storage;
  "community/studios/tables": typeof community_studios_tables;
  "community/tables": typeof community_tables;
  "community/uploads/functions": typeof community_uploads_functions;
  "community/uploads/orphanedFiles": typeof community_uploads_orphanedFiles;
  "community/uploads/pending": typeof community_uploads_pending;
  "community/uploads/publishing": typeof community_uploads_publishing;
  "community/uploads/reservations": typeof community_uploads_reservations;
  "community/uploads/tables": typeof community_uploads_tables;
  "community/uploads/tickets": typeof community_uploads_tickets;
  "community/uploads/unclaimed": typeof community_uploads_unclaimed;
  "community/views": typeof community_views;
  "contract/credentials": typeof contract_credentials;
  "contract/files/binary": typeof contract_files_binary;
  "contract/files/boxes": typeof contract_files_boxes;
  "contract/files/dynamicRange": typeof contract_files_dynamicRange;
  "contract/files/ebml": typeof contract_files_ebml;
  "contract/files/filmPixels": typeof contract_files_filmPixels;
  "contract/files/frames": typeof contract_files_frames;
  "contract/files/inspect": typeof contract_files_inspect;
  "contract/files/location/block": typeof contract_files_location_block;
  "contract/files/location/eraseLocation": typeof contract_files_location_eraseLocation;
  "contract/files/location/exifLocation": typeof contract_files_location_exifLocation;
  "contract/files/location/filmLocation": typeof contract_files_location_filmLocation;
  "contract/files/location/heifMetadata": typeof contract_files_location_heifMetadata;
  "contract/files/location/matroskaLocation": typeof contract_files_location_matroskaLocation;
  "contract/files/location/metadata": typeof contract_files_location_metadata;
  "contract/files/location/xmpLocation": typeof contract_files_location_xmpLocation;
  "contract/files/media": typeof contract_files_media;
  "contract/files/parts": typeof contract_files_parts;
  "contract/files/pixels": typeof contract_files_pixels;
  "contract/files/segments": typeof contract_files_segments;
  "contract/files/shown": typeof contract_files_shown;
  "contract/files/sniff": typeof contract_files_sniff;
  "contract/files/thumbhash": typeof contract_files_thumbhash;
  "contract/medium": typeof contract_medium;
  "contract/portraits": typeof contract_portraits;
  "contract/studios": typeof contract_studios;
  "contract/viewSource": typeof contract_viewSource;
  "contract/works": typeof contract_works;
  crons: typeof crons;
  devBilling: typeof devBilling;
  feeds: typeof feeds;
  http: typeof http;
  "mail/delivery": typeof mail_delivery;
  "mail/devMail": typeof mail_devMail;
  "mail/letter": typeof mail_letter;
  "mail/outbox": typeof mail_outbox;
  "mail/retries": typeof mail_retries;
  "mail/settings": typeof mail_settings;
  "mail/smtp": typeof mail_smtp;
  "mail/tables": typeof mail_tables;
  migrations: typeof migrations;
  receiveUpload: typeof receiveUpload;
  seed: typeof seed;
  sharePages: typeof sharePages;
  siteAddress: typeof siteAddress;
  sitemaps: typeof sitemaps;
  unsubscribe: typeof unsubscribe;
  xml: typeof xml;
}>;

/**
 * A utility for referencing Convex functions in your app's public API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = api.myModule.myFunction;
 * ```
 */
export declare const api: FilterApi<
  typeof fullApi,
  FunctionReference<any, "public">
>;

/**
 * A utility for referencing Convex functions in your app's internal API.
 *
 * Usage:
 * ```js
 * const myFunctionReference = internal.myModule.myFunction;
 * ```
 */
export declare const internal: FilterApi<
  typeof fullApi,
  FunctionReference<any, "internal">
>;

export declare const components: {
  rateLimiter: import("@convex-dev/rate-limiter/_generated/component.js").ComponentApi<"rateLimiter">;
  billing: import("../../packages/billing/src/component/_generated/component.js").ComponentApi<"billing">;
  migrations: import("@convex-dev/migrations/_generated/component.js").ComponentApi<"migrations">;
};
