import { asciiAt } from "../binary";

/** Where a picture or video was made: degrees, north and east positive. */
export interface Position {
  latitude: number;
  longitude: number;
}

const DECIMALS = 4;
/**
 * The form in videos: "+37.7749-122.4194/". An altitude and the name of the coordinate system may
 * follow.
 */
const ISO_6709 = /([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)/;
/** "37,46.4940N", "37,46,29.64N", "37.7749". */
const COORDINATE =
  /^\s*([+-]?\d{1,3}(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?(?:,(\d+(?:\.\d+)?))?\s*([NSEW]?)/i;
/** The maximum length of a packet that we read. */
const MAX_PACKET = 1_048_576;

/** A position on Earth; null: the numbers are out of range. */
export function positionOf(latitude: number, longitude: number): Position | null {
  const is = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return is ? { latitude, longitude } : null;
}

/** The position in a text of a video's metadata; null if there is none. */
export function positionInText(text: string): Position | null {
  const [, latitude, longitude] = ISO_6709.exec(text) ?? [];
  return latitude === undefined ? null : positionOf(Number(latitude), Number(longitude));
}

/**
 * A position in the form that videos use, with a precision of about ten metres, like that of
 * cameras.
 */
export function textOf({ latitude, longitude }: Position): string {
  const signed = (degrees: number, digits: number) =>
    (degrees < 0 ? "-" : "+") +
    Math.abs(degrees)
      .toFixed(DECIMALS)
      .padStart(digits + 5, "0");
  return `${signed(latitude, 2)}${signed(longitude, 3)}/`;
}

/** The position in an XMP packet; null if there is none in a format that programs write. */
export function positionInXmp(packet: Uint8Array): Position | null {
  const text = asciiAt(packet, 0, Math.min(packet.length, MAX_PACKET));
  const latitude = coordinateIn(text, /GPSLatitude\s*(?:=\s*["']|>)([^"'<]{1,40})/i);
  const longitude = coordinateIn(text, /GPSLongitude\s*(?:=\s*["']|>)([^"'<]{1,40})/i);
  return latitude === null || longitude === null ? null : positionOf(latitude, longitude);
}

function coordinateIn(text: string, name: RegExp): number | null {
  const said = COORDINATE.exec(name.exec(text)?.[1] ?? "");
  if (!said) return null;
  const [, degrees = "0", minutes = "0", seconds = "0", side = ""] = said;
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return /[SW]/i.test(side) ? -value : value;
}
