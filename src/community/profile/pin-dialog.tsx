import { t } from "../../language/text";
import { useMutation, usePaginatedQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import type { Card } from "../grid/card-data";
import { stillOf } from "../grid/shown-file";
import type { Artist } from "./profile-data";

const PAGE_SIZE = 24;

interface PinDialogProps {
  artist: Artist;
  open: boolean;
  onClose: () => void;
}

/** Chooses the works at the top of the user's profile. */
export function PinDialog({ artist, open, onClose }: PinDialogProps) {
  return (
    <Dialog
      slot="pin-dialog"
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <DialogBody>
        <DialogTitle>{t("Pin works")}</DialogTitle>
        <DialogDescription>{t("Pin up to six works to the top of your page.")}</DialogDescription>
        <OwnWorks artist={artist} />
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function OwnWorks({ artist: { username, pinned } }: { artist: Artist }) {
  const works = usePaginatedQuery(
    api.community.artworks.functions.byProfile,
    { username },
    { initialNumItems: PAGE_SIZE },
  );
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const rest = works.results.filter(({ id }) => !pinnedIds.has(id));
  if (works.status === "Exhausted" && works.results.length === 0) {
    return <p className="profile-nobody">{t("You haven't published anything yet.")}</p>;
  }
  return (
    <>
      <ul className="profile-pins">
        {[...pinned, ...rest].map((artwork) => (
          <PinRow key={artwork.id} artwork={artwork} isPinned={pinnedIds.has(artwork.id)} />
        ))}
      </ul>
      {works.status === "CanLoadMore" && (
        <Button size="small" onClick={() => works.loadMore(PAGE_SIZE)}>
          {t("More works")}
        </Button>
      )}
    </>
  );
}

function PinRow({ artwork, isPinned }: { artwork: Card; isPinned: boolean }) {
  const { id, title } = artwork;
  const still = stillOf(artwork);
  const pin = useMutation(api.community.profiles.functions.pin);
  const [busy, run] = useRequest();
  return (
    <li>
      <span className="profile-pin-picture">
        {still !== null && <img src={still} alt="" loading="lazy" />}
      </span>
      <span className="profile-pin-name">{title}</span>
      <Button
        look={isPinned ? "quiet" : "outline"}
        busy={busy}
        aria-label={isPinned ? t("Unpin {title}", { title }) : t("Pin {title}", { title })}
        onClick={() => run(() => pin({ artworkId: id, pinned: !isPinned }))}
      >
        {isPinned ? t("Unpin") : t("Pin")}
      </Button>
    </li>
  );
}
