/** How many bytes tell a picture or video from anything else. */
export const SNIFF_BYTES = 16;

const SIGNATURES: readonly (readonly [mediaType: string, pattern: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF[^]{4}WEBP/],
  ["image/avif", /^[^]{4}ftypavi[fs]/],
  ["video/quicktime", /^[^]{4}ftypqt /],
  ["video/mp4", /^[^]{4}ftyp(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|f4v )/],
  ["video/webm", /^\x1a\x45\xdf\xa3/],
];

/** The media type that the first bytes show, whatever the uploader said; null for all others. */
export function sniffMediaType(head: Buffer): string | null {
  const text = head.toString("latin1");
  return SIGNATURES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
