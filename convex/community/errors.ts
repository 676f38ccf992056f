import { CONTROL_CHARACTERS } from "../contract/texts";
import type { Failure } from "../../packages/billing/src/contract";

/** Why a community call is refused. Branch on the code, never on the message. */
type CommunityErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "blocked"
  | "artwork_not_found"
  | "artist_not_found"
  | "comment_not_found"
  | "collection_not_found"
  | "file_not_found"
  | "studio_not_found"
  | "upload_not_found"
  | "mislabelled_file"
  | "wrong_size"
  | "taken_down"
  | "upload_url_expired"
  | "file_too_large"
  | "unsupported_media"
  | "not_yourself"
  | "invalid_title"
  | "invalid_alt"
  | "invalid_size"
  | "invalid_focus"
  | "invalid_id"
  | "invalid_thumbhash"
  | "insufficient_balance"
  | "storage_full"
  | "hd_only"
  | "invalid_text"
  | "invalid_tag"
  | "invalid_link"
  | "invalid_slug"
  | "invalid_order"
  | "too_many"
  | "report_not_found"
  | "read_only"
  | "already_boosted"
  | "sensitive_work"
  | "invalid_day"
  | "slug_taken"
  | "invalid_username"
  | "username_taken"
  | "no_seat"
  | "seat_spent"
  | "no_offer"
  | "no_plan"
  | "owns_studio";

function refuse(code: CommunityErrorCode, message: string, statusCode = 400): Failure {
  return { data: null, error: { code, message }, statusCode };
}

const missing = (code: CommunityErrorCode, message: string) => () => refuse(code, message, 404);

export const refusals = {
  signedOut: () => refuse("unauthenticated", "Sign in first", 401),
  notYours: () => refuse("forbidden", "Only the artist can do this", 403),
  hidden: () => refuse("forbidden", "An operator hid this work", 403),
  notManager: () => refuse("forbidden", "Only the studio's owner or a manager can do this", 403),
  notOperator: () => refuse("forbidden", "Only an operator can do this", 403),
  blocked: () => refuse("blocked", "You can't reach this artist", 403),
  badUsername: (rule: string) => refuse("invalid_username", rule),
  usernameTaken: () => refuse("username_taken", "That username is taken", 409),
  notYourself: () => refuse("not_yourself", "You can't do this to yourself"),
  noArtwork: missing("artwork_not_found", "This work isn't published here"),
  noArtist: missing("artist_not_found", "There is no artist with this name"),
  noComment: missing("comment_not_found", "This comment was deleted"),
  noCollection: missing("collection_not_found", "This collection doesn't exist"),
  noFile: missing("file_not_found", "This work has no such picture"),
  noReport: missing("report_not_found", "This report doesn't exist"),
  noStudio: missing("studio_not_found", "This studio doesn't exist"),
  noUpload: missing("upload_not_found", "The file did not arrive. Send it again."),
  mislabelled: () => refuse("mislabelled_file", "The file's content does not match its type."),
  otherSize: (bytes: number) =>
    refuse("wrong_size", `The file must have the ${bytes} bytes that its URL was created for.`),
  takenDown: () =>
    refuse("taken_down", "Operators took this file down. It can't be published again.", 403),
  usedUploadUrl: () =>
    refuse(
      "upload_url_expired",
      "This upload URL was used or has expired. Ask for a new one.",
      403,
    ),
  badId: (most: number) => refuse("invalid_id", `An upload's id has 1 to ${most} characters`),
  tooManyUnclaimed: (most: number) =>
    refuse(
      "too_many",
      `${most} of your files are waiting. Publish some, or try again tomorrow.`,
      409,
    ),
  tooManyReserved: (most: number) =>
    refuse("too_many", `${most} of your uploads are running. Wait until some have arrived.`, 409),
  tooHeavy: () => refuse("file_too_large", "Larger than 5 MB. Export a smaller picture."),
  noPicture: () => refuse("unsupported_media", "This must be a picture"),
  badTitle: () => refuse("invalid_title", "A title has 1 to 120 characters"),
  badAlt: () => refuse("invalid_alt", "A description has at most 1000 characters"),
  badSize: () => refuse("invalid_size", "A video needs its width and height in whole pixels"),
  badFocus: () =>
    refuse(
      "invalid_focus",
      "A part of a picture lies within it, and is at least half as wide as it can be",
    ),
  badThumbhash: () => refuse("invalid_thumbhash", "A thumbhash has 8 to 64 characters of base64"),
  badRendition: () =>
    refuse("unsupported_media", "A preview must be a format that every browser shows"),
  hugeRendition: () => refuse("unsupported_media", "A preview can't show more than its original"),
  noUploads: () => refuse("insufficient_balance", "No uploads left on this plan"),
  storageFull: () => refuse("storage_full", "No storage left on this plan for a file of this size"),
  hdOnly: () => refuse("hd_only", "Your plan has no uploads beyond 4096 pixels or in HDR"),
  badText: (most: number) => refuse("invalid_text", `Write 1 to ${most} characters`),
  controlCharacters: () => refuse("invalid_text", CONTROL_CHARACTERS.message),
  tooLong: (most: number) => refuse("invalid_text", `Write at most ${most} characters`),
  badTag: (tag: string) =>
    refuse("invalid_tag", `“${tag.slice(0, 40)}” can't be a tag: use letters, numbers and hyphens`),
  badLink: () => refuse("invalid_link", "A link must be a full address that begins with https://"),
  noSeat: () => refuse("no_seat", "You have no seat in this studio", 403),
  notSeated: () => refuse("no_seat", "They have no seat in this studio", 409),
  notSeatedYet: () =>
    refuse(
      "no_seat",
      "Your plan's uploads belong to its seats: assign yourself one in your studio",
      403,
    ),
  seatSpent: () => refuse("seat_spent", "Your seat has no uploads left this month", 403),
  noPlan: () => refuse("no_plan", "They need a Studio plan of their own to pay for it", 409),
  noPlanYet: () => refuse("no_plan", "You need a Studio plan of your own to pay for it", 409),
  noOffer: () => refuse("no_offer", "This studio is not offered to you", 409),
  badSlug: () => refuse("invalid_slug", "Use 3 to 30 lowercase letters, numbers and hyphens"),
  badOrder: () => refuse("invalid_order", "The order must name each one once"),
  tooMany: (what: string) => refuse("too_many", what, 409),
  exportRuns: () => refuse("too_many", "Your export is being made already", 409),
  readOnly: () =>
    refuse(
      "read_only",
      "Your plan includes fewer collections: you can view this one, not change it",
      403,
    ),
  alreadyBoosted: () => refuse("already_boosted", "This work is boosted already", 409),
  sensitiveWork: () => refuse("sensitive_work", "A sensitive work can't be in the spotlight"),
  badDay: () => refuse("invalid_day", "Name today or a later day, in the form 2026-11-24"),
  slugTaken: () => refuse("slug_taken", "This address is taken", 409),
  ownsStudio: () => refuse("owns_studio", "Hand your studio over or close it first", 409),
};
