import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { X } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { moveLabels } from "../../shared/move-labels";
import { MoveControls } from "../../../packages/ui/src/move-controls";
import { useReorder } from "../../../packages/ui/src/use-reorder";
import { VisuallyHidden } from "../../../packages/ui/src/visually-hidden";
import type { Card } from "../grid/card-data";
import { Picture } from "../grid/picture";
import { useSensitiveOverlay } from "../grid/use-sensitive-overlay";

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

interface ArrangementProps {
  collectionId: Id<"collections">;
  works: readonly Card[];
  /** Null once all works are loaded. */
  onMore: (() => void) | null;
}

/** The works of a collection as a list in which the owner can move or remove each. */
export function Arrangement({ collectionId, works, onMore }: ArrangementProps) {
  const move = useMutation(api.community.collections.items.move);
  const remove = useMutation(api.community.collections.items.remove);
  const [busy, run] = useRequest();
  const [announcement, setAnnouncement] = useState("");
  const isCovered = useSensitiveOverlay();

  const ids = works.map(({ id }) => id);
  const reorder = useReorder(ids, (id, to) => {
    const moved = works.find((work) => work.id === id);
    if (!moved) return;
    const after = ids.filter((other) => other !== id)[to - 1] ?? null;
    run(
      () => move({ collectionId, artworkId: moved.id, after }),
      () =>
        setAnnouncement(t("{title} is number {place} now", { title: moved.title, place: to + 1 })),
    );
  });

  return (
    <>
      <p role="status">
        <VisuallyHidden>{announcement}</VisuallyHidden>
      </p>
      <ol className="collection-list" aria-label={t("Order")}>
        {works.map((artwork) => (
          <li key={artwork.id} {...reorder.rowOf(artwork.id)}>
            <span
              className="collection-thumb"
              data-state={isCovered(artwork) ? "covered" : "shown"}
            >
              <Picture artwork={artwork} />
            </span>
            <span className="collection-name">{artwork.title}</span>
            <span className="collection-moves">
              <MoveControls
                id={artwork.id}
                labels={moveLabels(artwork.title)}
                reorder={reorder}
                busy={busy}
              />
            </span>
            <Button
              look="quiet"
              shape="round"
              busy={busy}
              aria-label={t("Remove {title} from the collection", { title: artwork.title })}
              onClick={() =>
                run(
                  () => remove({ collectionId, artworkId: artwork.id }),
                  () => setAnnouncement(t("{title} is removed", { title: artwork.title })),
                )
              }
            >
              <X {...ICON} />
            </Button>
          </li>
        ))}
      </ol>
      {onMore && <Button onClick={onMore}>{t("More works")}</Button>}
    </>
  );
}
