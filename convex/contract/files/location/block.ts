/** A range of a file that holds metadata. */
export interface Block {
  kind: "exif" | "xmp";
  start: number;
  end: number;
}
