import type { Id } from "../../../convex/_generated/dataModel";
import type { DynamicRange } from "../../../convex/contract/files/dynamicRange";
import type { Media } from "../../../convex/contract/files/media";
import type { Focus, Visibility } from "../../../convex/contract/works";
import type { WorkMetadata } from "../work-form/work-metadata";

/** A file that can be sent: its type and its dimensions. */
export interface ReadMedia {
  type: Media["type"];
  width: number;
  height: number;
  dynamicRange: DynamicRange;
  /** The preview on its card; null when this browser can't show it. */
  thumbnailUrl: string | null;
  /** A blur of it, base64. */
  thumbhash: string | null;
  /**
   * A version that every browser shows; null when the original is one, or when none
   * can be made.
   */
  preview: Blob | null;
  /** A small preview for grids; null when the original is small. */
  poster: Blob | null;
  /** Whether the file contains a location. */
  hasPlace: boolean;
}

/** The feature that a file may need more of. */
export type Need = "uploads" | "storage_gb" | "hd_upload";

/** The files that are sent for one: the original and its previews. */
export type PartName = "original" | "preview" | "poster";
export type SentParts = Partial<Record<PartName, Id<"_storage">>>;

/** What an artist says of a file and of the work that it becomes. */
export interface FileMetadata {
  title: string;
  alt: string;
  /** The square part of it that grids show; null: all of it. */
  focus: Focus | null;
  metadata: WorkMetadata;
  /** Whether the location is kept. */
  keepsPlace: boolean;
  /** Who sees the work when its files have arrived. */
  publishesAs: Visibility;
  /** The artist's collection that it is added to; null: none. */
  collectionId: Id<"collections"> | null;
}

/** The state of a file on its way to being published. */
export type UploadStep =
  | { status: "reading" }
  | { status: "converting" }
  /** It can never be published. */
  | { status: "refused"; message: string }
  | { status: "ready" }
  | { status: "queued" }
  | { status: "sending"; sentBytes: number; elapsedMs: number }
  /** It has arrived; its work is not published yet. */
  | { status: "sent" }
  | { status: "publishing" }
  /** The plan does not allow it. */
  | { status: "denied"; need: Need }
  | { status: "signedOut" }
  | { status: "failed"; message: string; retryAfterMs?: number | undefined }
  | { status: "published"; artworkId: Id<"artworks"> };

export interface UploadItem extends FileMetadata {
  /** Names this upload to the server, across retries. */
  id: string;
  name: string;
  bytes: number;
  media: ReadMedia | null;
  /** What has been sent: a retry does not send it again. */
  sent: SentParts;
  /** The file whose work it is another picture of; null: it is a work of its own. */
  pageOf: string | null;
  /** Whether its artist has asked to publish the work. */
  isRequested: boolean;
  attempts: number;
  step: UploadStep;
}
