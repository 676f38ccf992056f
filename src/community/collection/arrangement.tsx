import { useMutation } from "convex/react";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { VisuallyHidden } from "../../ui/visually-hidden";
import type { Card } from "../wall/card-data";
import { Picture } from "../wall/picture";
import { useVeil } from "../wall/use-veil";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ArrangementProps {
  collectionId: Id<"collections">;
  works: readonly Card[];
  /** Null: all of them are here. */
  onMore: (() => void) | null;
}

/** The works of a collection as a list, in which each can be moved or taken out. */
export function Arrangement({ collectionId, works, onMore }: ArrangementProps) {
  const move = useMutation(api.community.collectionItems.move);
  const remove = useMutation(api.community.collectionItems.remove);
  const [busy, run] = useRequest();
  const [told, setTold] = useState("");
  const isVeiled = useVeil();

  /** Moves a work before the one that is at `target`, or behind the last. */
  function moveTo({ id: artworkId, title }: Card, target: number, place: number) {
    const before = works[target]?.id ?? null;
    run(
      () => move({ collectionId, artworkId, before }),
      () => setTold(`${title} is number ${place} now`),
    );
  }

  return (
    <>
      <p role="status">
        <VisuallyHidden>{told}</VisuallyHidden>
      </p>
      <ol className="collection-list" aria-label="Order">
        {works.map((artwork, at) => (
          <li key={artwork.id}>
            <span className="collection-thumb" data-state={isVeiled(artwork) ? "veiled" : "shown"}>
              <Picture artwork={artwork} />
            </span>
            <span className="collection-name">{artwork.title}</span>
            <Button
              look="quiet"
              shape="round"
              busy={busy}
              aria-disabled={at === 0}
              aria-label={`Move ${artwork.title} up`}
              onClick={() => moveTo(artwork, at - 1, at)}
            >
              <ArrowUp {...ICON} />
            </Button>
            <Button
              look="quiet"
              shape="round"
              busy={busy}
              aria-disabled={at === works.length - 1}
              aria-label={`Move ${artwork.title} down`}
              onClick={() => moveTo(artwork, at + 2, at + 2)}
            >
              <ArrowDown {...ICON} />
            </Button>
            <Button
              look="quiet"
              shape="round"
              busy={busy}
              aria-label={`Take ${artwork.title} out`}
              onClick={() =>
                run(
                  () => remove({ collectionId, artworkId: artwork.id }),
                  () => setTold(`${artwork.title} is out`),
                )
              }
            >
              <X {...ICON} />
            </Button>
          </li>
        ))}
      </ol>
      {onMore && <Button onClick={onMore}>More works</Button>}
    </>
  );
}
