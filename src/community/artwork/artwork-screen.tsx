import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Link, useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { initialsOf } from "../../shell/avatar";
import { showToast } from "../../shell/toasts";
import { Button } from "../../ui/button";
import type { Card } from "../wall/card-data";
import { Frames } from "../wall/frames";
import { LikeButton } from "../wall/like-button";
import { Picture } from "../wall/picture";
import { ScreenBoundary } from "../wall/screen-boundary";
import { useViewerKeys } from "./use-viewer-keys";
import { VIEWER_WALLS, useViewerWall } from "./use-viewer-wall";
import "../wall/wall.css";
import "./artwork-screen.css";

type Found = NonNullable<FunctionReturnType<typeof api.community.artworks.get>>;

const ICON = { size: 20, strokeWidth: 1.75, "aria-hidden": true } as const;

/** One work on a wall of its own, its label beside it. */
export function ArtworkScreen({ id }: { id: string }) {
  return (
    <ScreenBoundary title="This work did not load">
      <Artwork id={id} />
    </ScreenBoundary>
  );
}

function Artwork({ id }: { id: string }) {
  const found = useQuery(api.community.artworks.get, { id });
  if (found === undefined) return <div className="viewer" role="status" aria-busy="true" />;
  if (found) return <Viewer {...found} />;
  return (
    <Frames
      look="error"
      title="Nothing hangs here"
      action={
        <Link className="ui-button" data-look="primary" data-size="large" href="/">
          See the gallery
        </Link>
      }
    >
      This work was taken down, or the address has a typo.
    </Frames>
  );
}

function Viewer({ artwork, mine, newer, older }: Found) {
  const { wall, setWall } = useViewerWall();
  const [, navigate] = useLocation();
  useViewerKeys({
    close: () => navigate("/"),
    newer: newer && (() => navigate(`/a/${newer}`)),
    older: older && (() => navigate(`/a/${older}`)),
  });

  return (
    <div className="viewer">
      <section className="viewer-wall" data-wall={wall} aria-label="Picture">
        <Link className="viewer-disc viewer-close" href="/" aria-label="Close">
          <X {...ICON} />
        </Link>
        {newer && (
          <Link className="viewer-disc viewer-newer" href={`/a/${newer}`} aria-label="Newer work">
            <ChevronLeft {...ICON} />
          </Link>
        )}
        <Picture key={artwork.id} artwork={artwork} look="open" eager />
        {older && (
          <Link className="viewer-disc viewer-older" href={`/a/${older}`} aria-label="Older work">
            <ChevronRight {...ICON} />
          </Link>
        )}
        <div className="viewer-walls" role="group" aria-label="Wall">
          {VIEWER_WALLS.map((shade) => (
            <button
              key={shade}
              type="button"
              data-wall={shade}
              aria-label={`${shade} wall`}
              aria-pressed={shade === wall}
              onClick={() => setWall(shade)}
            />
          ))}
        </div>
      </section>
      <Label artwork={artwork} mine={mine} />
    </div>
  );
}

function Label({ artwork, mine }: { artwork: Card; mine: boolean }) {
  const { title, alt, artist } = artwork;
  return (
    <section className="viewer-label" aria-label="Label">
      <Link className="viewer-artist" href={`/u/${artist.username}`}>
        <span aria-hidden="true">{initialsOf(artist.name)}</span>
        {artist.name}
      </Link>
      <h1>{title}</h1>
      {alt !== "" && <p>{alt}</p>}
      <LikeButton artwork={artwork} />
      <dl className="viewer-facts">
        {factsOf(artwork).map(([name, fact]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      {mine && <TakeDown artwork={artwork} />}
    </section>
  );
}

function TakeDown({ artwork: { id, title } }: { artwork: Card }) {
  const remove = useMutation(api.community.artworks.remove);
  const [, navigate] = useLocation();

  async function takeDown() {
    if (!window.confirm(`Take "${title}" down for good? Its file is deleted.`)) return;
    const { error } = await remove({ id });
    if (error) showToast("error", { title: "It still hangs", detail: error.message });
    else navigate("/");
  }

  return (
    <Button look="danger" onClick={() => void takeDown()}>
      Take it down
    </Button>
  );
}

const MADE: Record<Card["medium"], string | null> = {
  painting: "Painting",
  ink: "Ink",
  pixel: "Pixel art",
  "3d": "3D",
  generative: "Generative",
  photography: "Photography",
  other: null,
};

function factsOf({ medium, createdAt, width, height }: Card): [string, string][] {
  const made = MADE[medium];
  const shared = new Intl.DateTimeFormat(undefined, { dateStyle: "long" }).format(createdAt);
  return [
    ...(made === null ? [] : ([["Made", made]] satisfies [string, string][])),
    ["Shared", shared],
    ["Original", `${width} × ${height}`],
  ];
}
