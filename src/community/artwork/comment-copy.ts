/** A part of a comment: plain text, or a mentioned username. */
export interface Part {
  kind: "words" | "person";
  text: string;
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
