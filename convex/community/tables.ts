import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vMedium } from "../contract/medium";
import { vMediaType } from "../contract/sniff";

/** What an artist says of a work. */
export const workLabel = {
  title: v.string(),
  /** What someone who cannot see it is told; empty when the artist said nothing. */
  alt: v.string(),
  medium: vMedium,
};

/** A file that is stored, and its size in pixels. */
export const workFile = {
  storageId: v.id("_storage"),
  width: v.number(),
  height: v.number(),
};

export const communityTables = {
  // Artists. Written by profiles on a person's first visit, and by gallery for
  // the works that the site opens with. Read by every screen. Deleted with the account.
  profiles: defineTable({
    /** Issuer and subject, as Convex joins them. Unique. */
    tokenIdentifier: v.string(),
    username: v.string(),
    /** The username as it is compared. Unique. */
    usernameKey: v.string(),
    name: v.string(),
    bio: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_usernameKey", ["usernameKey"]),

  // What hangs. Written by uploads and gallery; `likes` by likes. Read by every
  // screen. Deleted by its owner, file and likes included.
  artworks: defineTable({
    profileId: v.id("profiles"),
    /** One try to publish, named by the browser. Unique for a profile: a second try is the first. */
    clientUploadId: v.string(),
    ...workLabel,
    ...workFile,
    mediaType: vMediaType,
    bytes: v.number(),
    /** How many rows of `likes` name it. */
    likes: v.number(),
  })
    .index("by_profileId", ["profileId"])
    .index("by_clientUploadId_and_profileId", ["clientUploadId", "profileId"])
    .index("by_storageId", ["storageId"]),

  // Who likes what. Written and deleted by likes. Read by the cards.
  likes: defineTable({ profileId: v.id("profiles"), artworkId: v.id("artworks") })
    .index("by_profileId_and_artworkId", ["profileId", "artworkId"])
    .index("by_artworkId", ["artworkId"]),

  // Files that were sent and do not hang yet, each bound to who sent it.
  // Written by uploads. Deleted when published or refused, and by its sweep after a day.
  pendingUploads: defineTable({
    profileId: v.id("profiles"),
    storageId: v.id("_storage"),
  }).index("by_storageId", ["storageId"]),
};
