/** A part of a comment: plain text, or a mentioned username. */
export interface Part {
  kind: "words" | "person";
  text: string;
}

const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago something was, in the largest whole unit. */
export function describeAge(at: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  const found = UNITS.find(([, length]) => seconds >= length);
  if (!found) return "just now";
  const [unit, length] = found;
  const format = new Intl.RelativeTimeFormat("en-US", { numeric: "always", style: "short" });
  return format.format(-Math.floor(seconds / length), unit);
}

/** Splits a text at @mentions of known members. Other names stay plain text. */
export function partsOf(text: string, mentions: readonly string[]): Part[] {
  const known = new Set(mentions.map((name) => name.toLowerCase()));
  const parts: Part[] = [];
  for (const piece of text.split(/(?<![\w@.-])(@[A-Za-z0-9._-]{3,20})/)) {
    const name = piece.replace(/[.-]+$/, "");
    const isPerson = piece.startsWith("@") && known.has(name.slice(1).toLowerCase());
    if (isPerson) parts.push({ kind: "person", text: name });
    const rest = isPerson ? piece.slice(name.length) : piece;
    if (rest !== "") parts.push({ kind: "words", text: rest });
  }
  return parts;
}
