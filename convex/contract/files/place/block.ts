/** A part of a file that tells of the file. */
export interface Block {
  kind: "exif" | "xmp";
  start: number;
  end: number;
}
