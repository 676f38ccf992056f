import type { Id } from "../../../convex/_generated/dataModel";
import type { DynamicRange } from "../../../convex/contract/files/dynamicRange";
import type { Media } from "../../../convex/contract/files/media";
import type { Focus, Visibility } from "../../../convex/contract/works";
import type { WorkMetadata } from "../work-form/work-metadata";

/** A file that can be sent, with its type and dimensions. */
export interface ReadMedia {
  type: Media["type"];
  width: number;
  height: number;
  dynamicRange: DynamicRange;
  /** The preview on its card; null if this browser can't show it. */
  thumbnailUrl: string | null;
  /** A blur of it, base64. */
  thumbhash: string | null;
  /**
   * A version that every browser can show; null if the original is one, or if none can be created.
   */
  preview: Blob | null;
  /** A small preview for grids; null if the original is small. */
  poster: Blob | null;
  /** Whether the file contains a location. */
  hasPlace: boolean;
}

/** The feature of which a file may need more. */
export type Need = "uploads" | "storage_gb" | "hd_upload";

/** The files that are sent for one: the original and its previews. */
export type PartName = "original" | "preview" | "poster";
export type SentParts = Partial<Record<PartName, Id<"_storage">>>;

/** The artist's metadata for a file and its work. */
export interface FileMetadata {
  title: string;
  alt: string;
  /** The square crop for grids; null: the whole picture. */
  focus: Focus | null;
  metadata: WorkMetadata;
  /** Whether the location is kept. */
  keepsPlace: boolean;
  /** The visibility of the work once its files have arrived. */
  publishesAs: Visibility;
  /** The artist's collection to add it to; null for none. */
  collectionId: Id<"collections"> | null;
}

/** The state of a file until it is published. */
export type UploadStep =
  | { status: "reading" }
  | { status: "converting" }
  /** It can never be published. */
  | { status: "refused"; message: string }
  | { status: "ready" }
  | { status: "queued" }
  | { status: "sending"; sentBytes: number; elapsedMs: number }
  /** It has arrived, but its work is not published yet. */
  | { status: "sent" }
  | { status: "publishing" }
  /** The plan does not allow it. */
  | { status: "denied"; need: Need }
  | { status: "signedOut" }
  | { status: "failed"; message: string; retryAfterMs?: number | undefined }
  | { status: "published"; artworkId: Id<"artworks"> };

export interface UploadItem extends FileMetadata {
  /** Identifies this upload to the server, across retries. */
  id: string;
  name: string;
  bytes: number;
  media: ReadMedia | null;
  /** The parts that have been sent: a retry does not send them again. */
  sent: SentParts;
  /** The file whose work it belongs to as another picture; null if it is a work of its own. */
  pageOf: string | null;
  /** Whether the artist has pressed Publish for the work. */
  isRequested: boolean;
  attempts: number;
  step: UploadStep;
}
