import { t } from "../../language/text";
import { Download } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { Avatar } from "../../shared/avatar";
import { useDateFormat } from "../../shared/use-date-format";
import { FollowButton } from "../follow-button";
import { Handle } from "../handle";
import type { Card } from "../grid/card-data";
import { LikeButton } from "../grid/like-button";
import { countFollowers, factsOf } from "./artwork-copy";
import type { Detail } from "./artwork-copy";
import { Collect } from "./collect";
import { Comments } from "./comments";
import { Composer } from "./composer";
import { OwnerActions, VisibilityButton } from "./owner-actions";
import { PictureStrip } from "./picture-strip";
import { Report } from "./report";
import { RichText } from "./rich-text";
import { Share } from "./share";
import "./caption.css";

type WorkFile = Detail["pages"][number];

interface CaptionProps {
  artwork: Card;
  mine: boolean;
  detail: Detail | null;
  /** The current picture; null: the work's own. */
  shown: WorkFile | null;
  onShow: (file: WorkFile | null) => void;
}

/** The artist, the work's details, and its comments. */
export const Caption = memo(function Caption({
  artwork,
  mine,
  detail,
  shown,
  onShow,
}: CaptionProps) {
  const { title, alt, artist, url } = artwork;
  const formatDate = useDateFormat();
  // The artist's own page waits for the response, so that no controls for visitors appear and
  // disappear.
  const isDraft = mine && (detail === null || detail.state === "draft");
  return (
    <section className="viewer-caption" aria-label={t("Caption")}>
      <Artist artist={artist} mine={mine} detail={detail} />
      <h1>{title}</h1>
      {alt !== "" && <p>{alt}</p>}
      {detail && detail.description !== "" && (
        <RichText
          className="viewer-description"
          text={detail.description}
          mentions={detail.mentions}
        />
      )}
      {detail && <Tags tags={detail.tags} />}
      <div className="viewer-actions">
        {isDraft && detail && <VisibilityButton artwork={artwork} detail={detail} to="published" />}
        {!isDraft && (
          <>
            <LikeButton artwork={artwork} />
            <Collect artworkId={artwork.id} />
          </>
        )}
        <div className="viewer-more">
          {!isDraft && <Share artworkId={artwork.id} />}
          {url !== null && <Original url={url} title={title} />}
          {!mine && <Report subject={{ kind: "artwork", id: artwork.id }} what={title} />}
        </div>
      </div>
      <dl className="viewer-facts">
        {factsOf(artwork, detail, formatDate).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {detail && <Strips artwork={artwork} detail={detail} shown={shown} onShow={onShow} />}
      {mine && detail && <OwnerActions artwork={artwork} detail={detail} />}
      {!isDraft && <Comments artworkId={artwork.id} count={artwork.comments} />}
      {!isDraft && <Composer artworkId={artwork.id} />}
    </section>
  );
});

function Artist({
  artist,
  mine,
  detail,
}: Pick<CaptionProps, "mine" | "detail"> & Pick<Card, "artist">) {
  const { username, name, avatarUrl } = artist;
  return (
    <div className="viewer-artist">
      <Link href={`/u/${username}`}>
        <Avatar name={name} imageUrl={avatarUrl ?? undefined} />
        <span>
          {name} <Handle username={username} />
          {/* Its line is reserved while it loads. */}
          <small>{detail ? countFollowers(detail.followers) : "\u00a0"}</small>
        </span>
      </Link>
      {detail && !mine && (
        <FollowButton artist={{ ...artist, isFollowed: detail.isFollowed }} look="outline" />
      )}
    </div>
  );
}

function Original({ url, title }: { url: string; title: string }) {
  return (
    <a
      className="billing-button"
      data-look="quiet"
      data-shape="round"
      href={url}
      download={title}
      aria-label={t("Original")}
      title={t("Original")}
    >
      <Download size={16} strokeWidth={1.75} aria-hidden />
    </a>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="viewer-tags" aria-label={t("Tags")}>
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={`/explore?tag=${encodeURIComponent(tag)}`}>{tag}</Link>
        </li>
      ))}
    </ul>
  );
}

function Strips({
  artwork,
  detail: { pages, steps },
  shown,
  onShow,
}: Pick<CaptionProps, "artwork" | "shown" | "onShow"> & { detail: Detail }) {
  /** The work's own picture comes first; it has no row of its own. */
  const pictures = [null, ...pages];
  const placeOf = (files: readonly (WorkFile | null)[]) =>
    files.findIndex((file) => file?.id === shown?.id);
  const hasMore = pages.length + steps.length > 0;
  return (
    <>
      {hasMore && (
        <PictureStrip
          label={t("Pictures")}
          unit="Picture"
          files={pictures.map((page) => page ?? { ...artwork, caption: artwork.alt })}
          shown={placeOf(pictures)}
          onShow={(place) => onShow(pictures[place] ?? null)}
        />
      )}
      {steps.length > 0 && (
        <PictureStrip
          label={t("Process")}
          unit="Step"
          files={steps}
          shown={placeOf(steps)}
          onShow={(place) => onShow(steps[place] ?? null)}
        />
      )}
    </>
  );
}
