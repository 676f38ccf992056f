import type { PartCount } from "../parts";
import type { Position } from "./position";

/** The cleaned file, and the location that the original contained. */
export interface Cleaned {
  /** Pieces of the stored file, in order. They may be views of the original. */
  pieces: Uint8Array<ArrayBuffer>[];
  /** The location in the original; null if it has none in a format that we read. */
  position: Position | null;
}

export interface CleanOptions {
  /** Whether the location stays in the file. */
  keepsPosition: boolean;
  parts: PartCount;
}

export type Clean = (file: Uint8Array<ArrayBuffer>, options: CleanOptions) => Cleaned;
