import type { Failure } from "../contract/errors";

/** Why a call about works and artists is refused. Branch on the code, never on the message. */
type CommunityErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "artwork_not_found"
  | "upload_not_found"
  | "mislabelled_file"
  | "invalid_title"
  | "invalid_alt"
  | "invalid_size";

function refuse(code: CommunityErrorCode, message: string, statusCode = 400): Failure {
  return { data: null, error: { code, message }, statusCode };
}

export const refusals = {
  signedOut: () => refuse("unauthenticated", "Sign in first", 401),
  notYours: () => refuse("forbidden", "Only the artist can do this", 403),
  noArtwork: () => refuse("artwork_not_found", "This work does not hang here", 404),
  noUpload: () => refuse("upload_not_found", "The file did not arrive. Send it again.", 404),
  mislabelled: () => refuse("mislabelled_file", "The file is not what it was sent as."),
  badTitle: () => refuse("invalid_title", "A title has 1 to 120 characters"),
  badAlt: () => refuse("invalid_alt", "A description has at most 1000 characters"),
  badSize: () => refuse("invalid_size", "A video says its width and height in whole pixels"),
};
