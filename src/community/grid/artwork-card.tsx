import { formatNumber } from "../../language/format";
import { t } from "../../language/text";
import { memo, useState } from "react";
import type { CSSProperties } from "react";
import { Link } from "wouter";
import { Button } from "../../../packages/ui/src/button";
import { useTranslation } from "../../language/translation";
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
  /** Whether it is the featured work. */
  isFeatured: boolean;
  urgency: Urgency;
  /** Blurred until the viewer reveals it. */
  covered: boolean;
}

/** A picture and its caption. Nothing overlaps a visible picture. */
export const ArtworkCard = memo(function ArtworkCard(props: ArtworkCardProps) {
  useTranslation();
  const { artwork, kind, isFeatured, urgency, covered } = props;
  const [revealed, setRevealed] = useState(false);
  const { attended, listeners } = useAttention();
  const { id, title, artist } = artwork;
  const isCovered = covered && !revealed;
  const badges = [...(isFeatured ? [t("In the spotlight today")] : []), ...badgesOf(artwork)];
  const name = [
    t("{title} by {artist}", { title, artist: artist.name }),
    ...badgesOf(artwork),
  ].join(", ");
  return (
    <article
      className="card"
      style={likeDigits(artwork)}
      data-featured={isFeatured || undefined}
      {...(isMoving(artwork.mediaType) && listeners)}
    >
      <Link className="card-link" href={`/a/${id}`} state={FROM_GRID} aria-label={name}>
        <span className="card-overlay" data-state={isCovered ? "covered" : "shown"}>
          <Picture artwork={artwork} urgency={urgency} playing={attended && !isCovered} />
        </span>
        <span className="card-name">
          {isFeatured && <span className="featured-dot" />}
          {title}
          {kind === "profile" && <Badges badges={badges} />}
        </span>
        {kind !== "profile" && (
          <span className="card-artist">
            <span className="card-who">
              {artist.name} <Handle username={artist.username} />
            </span>
            <Badges badges={badges} />
          </span>
        )}
      </Link>
      {isCovered && (
        <div className="card-reveal">
          <Button
            look="primary"
            size="small"
            aria-label={t("Show {title}, which is sensitive", { title })}
            onClick={() => setRevealed(true)}
          >
            {t("Sensitive. Show")}
          </Button>
        </div>
      )}
      <LikeButton artwork={artwork} />
    </article>
  );
});

/** Reserves space for the heart and its count beside the name. */
function likeDigits({ likes }: Card): CSSProperties {
  const digits = likes === 0 ? 0 : formatNumber(likes).length;
  // React's style type has no custom properties.
  return { "--like-digits": digits } as CSSProperties;
}

function Badges({ badges }: { badges: readonly string[] }) {
  return badges.map((badge) => (
    <span key={badge} className="card-badge">
      {" · "}
      {badge}
    </span>
  ));
}

/** The badges of a caption: boosted, made with AI. */
function badgesOf({ isBoosted, madeHow }: Card): string[] {
  const badges: string[] = [];
  if (isBoosted) badges.push(t("Boosted"));
  if (madeHow === "ai_assisted") badges.push("AI-assisted");
  if (madeHow === "ai_generated") badges.push("AI-generated");
  return badges;
}
