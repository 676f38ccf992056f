import { Link } from "wouter";
import type { Card } from "./card-data";
import { LikeButton } from "./like-button";
import { Picture } from "./picture";

export interface ArtworkCardProps {
  artwork: Card;
  kind: "gallery" | "profile";
  /** It hangs in the spotlight. */
  lit: boolean;
  eager: boolean;
}

/** A picture and its label. Nothing ever covers the picture. */
export function ArtworkCard({ artwork, kind, lit, eager }: ArtworkCardProps) {
  const { id, title, artist } = artwork;
  return (
    <article className="card" data-lit={lit || undefined}>
      <Link className="card-link" href={`/a/${id}`} aria-label={`${title} by ${artist.name}`}>
        <Picture artwork={artwork} eager={eager} />
        <span className="card-name">
          {lit && <span className="lamp-dot" />}
          {title}
        </span>
        {kind === "gallery" && (
          <span className="card-artist">
            {artist.name}
            {lit && " · In the spotlight today"}
          </span>
        )}
      </Link>
      <LikeButton artwork={artwork} />
    </article>
  );
}
