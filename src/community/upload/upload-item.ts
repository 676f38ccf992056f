import type { Id } from "../../../convex/_generated/dataModel";
import type { DynamicRange } from "../../../convex/contract/files/dynamicRange";
import type { Media } from "../../../convex/contract/files/media";
import type { WorkMetadata } from "../work-form/work-metadata";

/** A file that can be sent: what it is and what it measures. */
export interface ReadMedia {
  type: Media["type"];
  width: number;
  height: number;
  dynamicRange: DynamicRange;
  /** What stands for it on its card; null when this browser can't show it. */
  thumbnailUrl: string | null;
  /** A blur of it, base64. */
  thumbhash: string | null;
  /** What every browser shows in its place; null where it is shown itself, or nothing can be. */
  preview: Blob | null;
  /** A small still of it, for walls; null where it is small itself. */
  poster: Blob | null;
  /** Whether it says where it was taken. */
  hasPlace: boolean;
}

/** What of a plan a file may need more of. */
export type Need = "uploads" | "storage_gb" | "hd_upload";

/** The files that are sent for one: itself, and what stands in for it. */
export type PartName = "original" | "preview" | "poster";
export type SentParts = Partial<Record<PartName, Id<"_storage">>>;

/** What an artist says of a file: under it when it hangs, and about sending it. */
export interface FileMetadata {
  title: string;
  alt: string;
  metadata: WorkMetadata;
  /** Whether it may say where it was taken. */
  keepsPlace: boolean;
}

/** Where a file is on its way to the wall. */
export type UploadStep =
  | { status: "reading" }
  | { status: "converting" }
  /** It can never hang. */
  | { status: "refused"; message: string }
  | { status: "ready" }
  | { status: "queued" }
  | { status: "sending"; sentBytes: number; elapsedMs: number }
  | { status: "publishing" }
  /** The plan has not enough. */
  | { status: "denied"; need: Need }
  | { status: "signedOut" }
  | { status: "failed"; message: string; retryAfterMs?: number | undefined }
  | { status: "published"; artworkId: Id<"artworks"> };

export interface UploadItem extends FileMetadata {
  /** Names this upload to the server, however often it is tried. */
  id: string;
  name: string;
  bytes: number;
  media: ReadMedia | null;
  /** What has been sent: a later try need not send it again. */
  sent: SentParts;
  /** What it becomes when it has arrived. */
  publishesAs: PublishedState;
  attempts: number;
  step: UploadStep;
}

/** What a work becomes when its file has arrived. */
export type PublishedState = "published" | "draft";
