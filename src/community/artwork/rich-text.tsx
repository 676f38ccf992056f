import { Link } from "wouter";
import { tagOf } from "../../../convex/contract/works";
import { partsOf } from "./text-parts";
import type { Part } from "./text-parts";

interface RichTextProps {
  className: string;
  text: string;
  /** The usernames that become links. */
  mentions: readonly string[];
}

/** A member's text, with its URLs, tags and mentions as links. */
export function RichText({ className, text, mentions }: RichTextProps) {
  return (
    <p className={className}>
      {partsOf(text, mentions).map((part, place) => (
        <TextPart key={place} {...part} />
      ))}
    </p>
  );
}

function TextPart({ kind, text }: Part) {
  switch (kind) {
    case "words":
      return text;
    case "person":
      return <Link href={`/u/${text.slice(1)}`}>{text}</Link>;
    case "tag":
      return <Link href={`/explore?tag=${encodeURIComponent(tagOf(text) ?? "")}`}>{text}</Link>;
    case "address":
      return (
        <a href={text} rel="ugc nofollow noopener noreferrer" target="_blank">
          {text.replace(/^https?:\/\//, "")}
        </a>
      );
  }
}
