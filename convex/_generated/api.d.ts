/* eslint-disable */
/**
 * Generated `api` utility.
 *
 * THIS CODE IS AUTOMATICALLY GENERATED.
 *
 * To regenerate, run `npx convex dev`.
 * @module
 */

import type * as accounts_credentials from "../accounts/credentials.js";
import type * as accounts_devices from "../accounts/devices.js";
import type * as accounts_guarded from "../accounts/guarded.js";
import type * as accounts_hashing from "../accounts/hashing.js";
import type * as accounts_network from "../accounts/network.js";
import type * as accounts_profile from "../accounts/profile.js";
import type * as accounts_rateLimits from "../accounts/rateLimits.js";
import type * as accounts_records from "../accounts/records.js";
import type * as accounts_refuse from "../accounts/refuse.js";
import type * as accounts_rotation from "../accounts/rotation.js";
import type * as accounts_sessions from "../accounts/sessions.js";
import type * as accounts_standing from "../accounts/standing.js";
import type * as accounts_tables from "../accounts/tables.js";
import type * as accounts_tokens from "../accounts/tokens.js";
import type * as accounts_usernames from "../accounts/usernames.js";
import type * as billing from "../billing.js";
import type * as community_artworks from "../community/artworks.js";
import type * as community_audience from "../community/audience.js";
import type * as community_boosts from "../community/boosts.js";
import type * as community_cards from "../community/cards.js";
import type * as community_collectionItems from "../community/collectionItems.js";
import type * as community_collectionLimit from "../community/collectionLimit.js";
import type * as community_collectionTables from "../community/collectionTables.js";
import type * as community_collections from "../community/collections.js";
import type * as community_commentRows from "../community/commentRows.js";
import type * as community_comments from "../community/comments.js";
import type * as community_countRules from "../community/countRules.js";
import type * as community_countTables from "../community/countTables.js";
import type * as community_counters from "../community/counters.js";
import type * as community_deletion from "../community/deletion.js";
import type * as community_delivery from "../community/delivery.js";
import type * as community_entitlements from "../community/entitlements.js";
import type * as community_erasure from "../community/erasure.js";
import type * as community_farewell from "../community/farewell.js";
import type * as community_feeds from "../community/feeds.js";
import type * as community_fileOwners from "../community/fileOwners.js";
import type * as community_follows from "../community/follows.js";
import type * as community_gallery from "../community/gallery.js";
import type * as community_galleryLife from "../community/galleryLife.js";
import type * as community_galleryNames from "../community/galleryNames.js";
import type * as community_galleryStudios from "../community/galleryStudios.js";
import type * as community_hanging from "../community/hanging.js";
import type * as community_insights from "../community/insights.js";
import type * as community_labels from "../community/labels.js";
import type * as community_light from "../community/light.js";
import type * as community_likes from "../community/likes.js";
import type * as community_members from "../community/members.js";
import type * as community_mentions from "../community/mentions.js";
import type * as community_newWork from "../community/newWork.js";
import type * as community_notices from "../community/notices.js";
import type * as community_notifications from "../community/notifications.js";
import type * as community_notifying from "../community/notifying.js";
import type * as community_ownership from "../community/ownership.js";
import type * as community_pages from "../community/pages.js";
import type * as community_paging from "../community/paging.js";
import type * as community_payer from "../community/payer.js";
import type * as community_people from "../community/people.js";
import type * as community_peopleTables from "../community/peopleTables.js";
import type * as community_pictures from "../community/pictures.js";
import type * as community_plans from "../community/plans.js";
import type * as community_prints from "../community/prints.js";
import type * as community_profileCounts from "../community/profileCounts.js";
import type * as community_profileTexts from "../community/profileTexts.js";
import type * as community_profiles from "../community/profiles.js";
import type * as community_publishing from "../community/publishing.js";
import type * as community_ranking from "../community/ranking.js";
import type * as community_refuse from "../community/refuse.js";
import type * as community_reports from "../community/reports.js";
import type * as community_reservations from "../community/reservations.js";
import type * as community_room from "../community/room.js";
import type * as community_search from "../community/search.js";
import type * as community_seatBalances from "../community/seatBalances.js";
import type * as community_seats from "../community/seats.js";
import type * as community_settings from "../community/settings.js";
import type * as community_shareCards from "../community/shareCards.js";
import type * as community_shownFile from "../community/shownFile.js";
import type * as community_silences from "../community/silences.js";
import type * as community_spentSeats from "../community/spentSeats.js";
import type * as community_spotlight from "../community/spotlight.js";
import type * as community_stills from "../community/stills.js";
import type * as community_storageSync from "../community/storageSync.js";
import type * as community_strays from "../community/strays.js";
import type * as community_studioAccess from "../community/studioAccess.js";
import type * as community_studioOffer from "../community/studioOffer.js";
import type * as community_studioOwners from "../community/studioOwners.js";
import type * as community_studioRoom from "../community/studioRoom.js";
import type * as community_studioTables from "../community/studioTables.js";
import type * as community_studios from "../community/studios.js";
import type * as community_suspensions from "../community/suspensions.js";
import type * as community_tables from "../community/tables.js";
import type * as community_tagIdeas from "../community/tagIdeas.js";
import type * as community_takedownRows from "../community/takedownRows.js";
import type * as community_takedowns from "../community/takedowns.js";
import type * as community_ties from "../community/ties.js";
import type * as community_told from "../community/told.js";
import type * as community_unclaimed from "../community/unclaimed.js";
import type * as community_unsentPrints from "../community/unsentPrints.js";
import type * as community_uploadTickets from "../community/uploadTickets.js";
import type * as community_uploads from "../community/uploads.js";
import type * as community_views from "../community/views.js";
import type * as community_workCounts from "../community/workCounts.js";
import type * as community_workFields from "../community/workFields.js";
import type * as community_workFiles from "../community/workFiles.js";
import type * as community_works from "../community/works.js";
import type * as contract_credentials from "../contract/credentials.js";
import type * as contract_files_binary from "../contract/files/binary.js";
import type * as contract_files_boxes from "../contract/files/boxes.js";
import type * as contract_files_dynamicRange from "../contract/files/dynamicRange.js";
import type * as contract_files_ebml from "../contract/files/ebml.js";
import type * as contract_files_filmPixels from "../contract/files/filmPixels.js";
import type * as contract_files_frames from "../contract/files/frames.js";
import type * as contract_files_inspect from "../contract/files/inspect.js";
import type * as contract_files_media from "../contract/files/media.js";
import type * as contract_files_parts from "../contract/files/parts.js";
import type * as contract_files_pixels from "../contract/files/pixels.js";
import type * as contract_files_place_block from "../contract/files/place/block.js";
import type * as contract_files_place_erasePlace from "../contract/files/place/erasePlace.js";
import type * as contract_files_place_exifPlace from "../contract/files/place/exifPlace.js";
import type * as contract_files_place_filmPlace from "../contract/files/place/filmPlace.js";
import type * as contract_files_place_heifMetadata from "../contract/files/place/heifMetadata.js";
import type * as contract_files_place_matroskaPlace from "../contract/files/place/matroskaPlace.js";
import type * as contract_files_place_metadata from "../contract/files/place/metadata.js";
import type * as contract_files_place_textPlace from "../contract/files/place/textPlace.js";
import type * as contract_files_segments from "../contract/files/segments.js";
import type * as contract_files_shown from "../contract/files/shown.js";
import type * as contract_files_sniff from "../contract/files/sniff.js";
import type * as contract_files_thumbhash from "../contract/files/thumbhash.js";
import type * as contract_medium from "../contract/medium.js";
import type * as contract_portraits from "../contract/portraits.js";
import type * as contract_studios from "../contract/studios.js";
import type * as contract_works from "../contract/works.js";
import type * as crons from "../crons.js";
import type * as devBilling from "../devBilling.js";
import type * as http from "../http.js";
import type * as migrations from "../migrations.js";
import type * as receiveUpload from "../receiveUpload.js";
import type * as seed from "../seed.js";
import type * as sharePages from "../sharePages.js";

import type {
  ApiFromModules,
  FilterApi,
  FunctionReference,
} from "convex/server";

declare const fullApi: ApiFromModules<{
  "accounts/credentials": typeof accounts_credentials;
  "accounts/devices": typeof accounts_devices;
  "accounts/guarded": typeof accounts_guarded;
  "accounts/hashing": typeof accounts_hashing;
  "accounts/network": typeof accounts_network;
  "accounts/profile": typeof accounts_profile;
  "accounts/rateLimits": typeof accounts_rateLimits;
  "accounts/records": typeof accounts_records;
  "accounts/refuse": typeof accounts_refuse;
  "accounts/rotation": typeof accounts_rotation;
  "accounts/sessions": typeof accounts_sessions;
  "accounts/standing": typeof accounts_standing;
  "accounts/tables": typeof accounts_tables;
  "accounts/tokens": typeof accounts_tokens;
  "accounts/usernames": typeof accounts_usernames;
  billing: typeof billing;
  "community/artworks": typeof community_artworks;
  "community/audience": typeof community_audience;
  "community/boosts": typeof community_boosts;
  "community/cards": typeof community_cards;
  "community/collectionItems": typeof community_collectionItems;
  "community/collectionLimit": typeof community_collectionLimit;
  "community/collectionTables": typeof community_collectionTables;
  "community/collections": typeof community_collections;
  "community/commentRows": typeof community_commentRows;
  "community/comments": typeof community_comments;
  "community/countRules": typeof community_countRules;
  "community/countTables": typeof community_countTables;
  "community/counters": typeof community_counters;
  "community/deletion": typeof community_deletion;
  "community/delivery": typeof community_delivery;
  "community/entitlements": typeof community_entitlements;
  "community/erasure": typeof community_erasure;
  "community/farewell": typeof community_farewell;
  "community/feeds": typeof community_feeds;
  "community/fileOwners": typeof community_fileOwners;
  "community/follows": typeof community_follows;
  "community/gallery": typeof community_gallery;
  "community/galleryLife": typeof community_galleryLife;
  "community/galleryNames": typeof community_galleryNames;
  "community/galleryStudios": typeof community_galleryStudios;
  "community/hanging": typeof community_hanging;
  "community/insights": typeof community_insights;
  "community/labels": typeof community_labels;
  "community/light": typeof community_light;
  "community/likes": typeof community_likes;
  "community/members": typeof community_members;
  "community/mentions": typeof community_mentions;
  "community/newWork": typeof community_newWork;
  "community/notices": typeof community_notices;
  "community/notifications": typeof community_notifications;
  "community/notifying": typeof community_notifying;
  "community/ownership": typeof community_ownership;
  "community/pages": typeof community_pages;
  "community/paging": typeof community_paging;
  "community/payer": typeof community_payer;
  "community/people": typeof community_people;
  "community/peopleTables": typeof community_peopleTables;
  "community/pictures": typeof community_pictures;
  "community/plans": typeof community_plans;
  "community/prints": typeof community_prints;
  "community/profileCounts": typeof community_profileCounts;
  "community/profileTexts": typeof community_profileTexts;
  "community/profiles": typeof community_profiles;
  "community/publishing": typeof community_publishing;
  "community/ranking": typeof community_ranking;
  "community/refuse": typeof community_refuse;
  "community/reports": typeof community_reports;
  "community/reservations": typeof community_reservations;
  "community/room": typeof community_room;
  "community/search": typeof community_search;
  "community/seatBalances": typeof community_seatBalances;
  "community/seats": typeof community_seats;
  "community/settings": typeof community_settings;
  "community/shareCards": typeof community_shareCards;
  "community/shownFile": typeof community_shownFile;
  "community/silences": typeof community_silences;
  "community/spentSeats": typeof community_spentSeats;
  "community/spotlight": typeof community_spotlight;
  "community/stills": typeof community_stills;
  "community/storageSync": typeof community_storageSync;
  "community/strays": typeof community_strays;
  "community/studioAccess": typeof community_studioAccess;
  "community/studioOffer": typeof community_studioOffer;
  "community/studioOwners": typeof community_studioOwners;
  "community/studioRoom": typeof community_studioRoom;
  "community/studioTables": typeof community_studioTables;
  "community/studios": typeof community_studios;
  "community/suspensions": typeof community_suspensions;
  "community/tables": typeof community_tables;
  "community/tagIdeas": typeof community_tagIdeas;
  "community/takedownRows": typeof community_takedownRows;
  "community/takedowns": typeof community_takedowns;
  "community/ties": typeof community_ties;
  "community/told": typeof community_told;
  "community/unclaimed": typeof community_unclaimed;
  "community/unsentPrints": typeof community_unsentPrints;
  "community/uploadTickets": typeof community_uploadTickets;
  "community/uploads": typeof community_uploads;
  "community/views": typeof community_views;
  "community/workCounts": typeof community_workCounts;
  "community/workFields": typeof community_workFields;
  "community/workFiles": typeof community_workFiles;
  "community/works": typeof community_works;
  "contract/credentials": typeof contract_credentials;
  "contract/files/binary": typeof contract_files_binary;
  "contract/files/boxes": typeof contract_files_boxes;
  "contract/files/dynamicRange": typeof contract_files_dynamicRange;
  "contract/files/ebml": typeof contract_files_ebml;
  "contract/files/filmPixels": typeof contract_files_filmPixels;
  "contract/files/frames": typeof contract_files_frames;
  "contract/files/inspect": typeof contract_files_inspect;
  "contract/files/media": typeof contract_files_media;
  "contract/files/parts": typeof contract_files_parts;
  "contract/files/pixels": typeof contract_files_pixels;
  "contract/files/place/block": typeof contract_files_place_block;
  "contract/files/place/erasePlace": typeof contract_files_place_erasePlace;
  "contract/files/place/exifPlace": typeof contract_files_place_exifPlace;
  "contract/files/place/filmPlace": typeof contract_files_place_filmPlace;
  "contract/files/place/heifMetadata": typeof contract_files_place_heifMetadata;
  "contract/files/place/matroskaPlace": typeof contract_files_place_matroskaPlace;
  "contract/files/place/metadata": typeof contract_files_place_metadata;
  "contract/files/place/textPlace": typeof contract_files_place_textPlace;
  "contract/files/segments": typeof contract_files_segments;
  "contract/files/shown": typeof contract_files_shown;
  "contract/files/sniff": typeof contract_files_sniff;
  "contract/files/thumbhash": typeof contract_files_thumbhash;
  "contract/medium": typeof contract_medium;
  "contract/portraits": typeof contract_portraits;
  "contract/studios": typeof contract_studios;
  "contract/works": typeof contract_works;
  crons: typeof crons;
  devBilling: typeof devBilling;
  http: typeof http;
  migrations: typeof migrations;
  receiveUpload: typeof receiveUpload;
  seed: typeof seed;
  sharePages: typeof sharePages;
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
