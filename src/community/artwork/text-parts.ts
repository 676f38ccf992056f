import { tagOf } from "../../../convex/contract/works";

/** A part of a text that members wrote. */
export interface Part {
  kind: "words" | "person" | "tag" | "address";
  text: string;
}

const PERSON = String.raw`(?<![\w@.-])@[A-Za-z0-9._-]{3,20}`;
const TAG = String.raw`(?<![\p{L}\p{N}&#/])#[\p{L}\p{N}][\p{L}\p{N}_-]*`;
const ADDRESS = String.raw`\bhttps?:\/\/[^\s<>"]+`;
const LINKED = new RegExp(`(${ADDRESS}|${PERSON}|${TAG})`, "u");

/** Characters that end a sentence, not a URL. A closing bracket belongs to a URL that opens it. */
function withoutEnd(address: string): string {
  const plain = address.replace(/[.,:;!?'*_~]+$/, "");
  const isClosed = plain.endsWith(")") && !plain.includes("(");
  return isClosed ? withoutEnd(plain.slice(0, -1)) : plain;
}

function linkIn(piece: string, known: ReadonlySet<string>): Part | null {
  if (/^https?:/.test(piece)) {
    const text = withoutEnd(piece);
    return URL.canParse(text) ? { kind: "address", text } : null;
  }
  if (piece.startsWith("#")) {
    return tagOf(piece.slice(1)) === null ? null : { kind: "tag", text: piece };
  }
  if (!piece.startsWith("@")) return null;
  const text = piece.replace(/[.-]+$/, "");
  return known.has(text.slice(1).toLowerCase()) ? { kind: "person", text } : null;
}

/**
 * Splits a text at addresses, #tags and @mentions of known members. Everything
 * else stays plain text.
 */
export function partsOf(text: string, mentions: readonly string[]): Part[] {
  const known = new Set(mentions.map((name) => name.toLowerCase()));
  const parts: Part[] = [];
  for (const piece of text.split(LINKED)) {
    const link = linkIn(piece, known);
    if (link) parts.push(link);
    const rest = link ? piece.slice(link.text.length) : piece;
    if (rest !== "") parts.push({ kind: "words", text: rest });
  }
  return parts;
}
