import { memo, useState } from "react";
import type { CSSProperties } from "react";
import { Link } from "wouter";
import { Button } from "../../../packages/ui/src/button";
import { Handle } from "../handle";
import type { Card } from "./card-data";
import { FROM_GRID } from "./from-grid";
import { LikeButton } from "./like-button";
import { Picture } from "./picture";
import type { Urgency } from "./picture";
import { isMoving } from "./shown-file";
import { useAttention } from "./use-attention";
import type { GridKind } from "./layout";

export interface ArtworkCardProps {
  artwork: Card;
  kind: GridKind;
  /** It hangs in the spotlight. */
  lit: boolean;
  urgency: Urgency;
  /** Blurred until the reader asks for it. */
  veiled: boolean;
}

/** A picture and its label. Nothing ever covers a picture that is shown. */
export const ArtworkCard = memo(function ArtworkCard(props: ArtworkCardProps) {
  const { artwork, kind, lit, urgency, veiled } = props;
  const [asked, setAsked] = useState(false);
  const { attended, listeners } = useAttention();
  const { id, title, artist } = artwork;
  const isVeiled = veiled && !asked;
  const marks = [...(lit ? ["In the spotlight today"] : []), ...badgesOf(artwork)];
  const name = [`${title} by ${artist.name}`, ...badgesOf(artwork)].join(", ");
  return (
    <article
      className="card"
      style={roomFor(artwork)}
      data-lit={lit || undefined}
      {...(isMoving(artwork.mediaType) && listeners)}
    >
      <Link className="card-link" href={`/a/${id}`} state={FROM_GRID} aria-label={name}>
        <span className="card-overlay" data-state={isVeiled ? "veiled" : "shown"}>
          <Picture artwork={artwork} urgency={urgency} playing={attended && !isVeiled} />
        </span>
        <span className="card-name">
          {lit && <span className="lamp-dot" />}
          {title}
          {kind === "profile" && <Badges marks={marks} />}
        </span>
        {kind !== "profile" && (
          <span className="card-artist">
            <span className="card-who">
              {artist.name} <Handle username={artist.username} />
            </span>
            <Badges marks={marks} />
          </span>
        )}
      </Link>
      {isVeiled && (
        <div className="card-reveal">
          <Button
            look="primary"
            size="small"
            aria-label={`Show ${title}, which is sensitive`}
            onClick={() => setAsked(true)}
          >
            Sensitive. Show
          </Button>
        </div>
      )}
      <LikeButton artwork={artwork} />
    </article>
  );
});

/** A name leaves room for the heart beside it, and for how many there are. */
function roomFor({ likes }: Card): CSSProperties {
  const digits = likes === 0 ? 0 : likes.toLocaleString("en-US").length;
  // A property of our own, which React does not know.
  return { "--like-digits": digits } as CSSProperties;
}

function Badges({ marks }: { marks: readonly string[] }) {
  return marks.map((mark) => (
    <span key={mark} className="card-badge">
      {" · "}
      {mark}
    </span>
  ));
}

/** What a label says of a work beside its title: that it is paid for, that a machine had a part. */
function badgesOf({ isBoosted, madeHow }: Card): string[] {
  const marks: string[] = [];
  if (isBoosted) marks.push("Boosted");
  if (madeHow === "ai_assisted") marks.push("AI-assisted");
  if (madeHow === "ai_generated") marks.push("AI-generated");
  return marks;
}
