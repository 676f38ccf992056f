import { useMutation, useQuery } from "convex/react";
import { FolderPlus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shell/next-path";
import { showToast } from "../../shell/toasts";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { Dialog, DialogBody, DialogDescription, DialogFooter, DialogTitle } from "../../ui/dialog";
import { Skeleton } from "../../ui/skeleton";
import { CollectionForm } from "../collection/collection-form";
import { usePaywalled } from "../paywalled";

/** Puts a work into one's collections. Strangers sign in first. */
export function Collect({ artworkId }: { artworkId: Id<"artworks"> }) {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  const { paywall, busy, run } = usePaywalled("collections");
  const create = useMutation(api.community.collections.create);
  const add = useMutation(api.community.collectionItems.add);

  return (
    <>
      <Button
        look="quiet"
        onClick={() =>
          status === "signedIn" ? setOpen(true) : navigate(withNextPath("/sign-in", path))
        }
      >
        <FolderPlus size={16} strokeWidth={1.75} aria-hidden />
        Collect
      </Button>
      <Dialog slot="collect-dialog" open={open} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>Add to a collection</DialogTitle>
          <DialogDescription>A work can be in as many as you like.</DialogDescription>
          <Own artworkId={artworkId} />
          <h3 className="collect-new">New collection</h3>
          <CollectionForm
            busy={busy}
            commit="Create and add"
            onSubmit={(texts) =>
              run(
                async () => {
                  const made = await create(texts);
                  if (made.error) return made;
                  return await add({ collectionId: made.data.id, artworkId });
                },
                () => showToast("success", { title: `Added to ${texts.title}` }),
              )
            }
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Done</Button>
        </DialogFooter>
      </Dialog>
      {paywall}
    </>
  );
}

function Own({ artworkId }: { artworkId: Id<"artworks"> }) {
  const own = useQuery(api.community.collectionItems.holding, { artworkId });
  if (own === undefined) return <Skeleton width="100%" height="44px" />;
  return (
    <ul className="collect-list">
      {own.map((collection) => (
        <li key={collection.id}>
          <Choice artworkId={artworkId} {...collection} />
        </li>
      ))}
    </ul>
  );
}

interface ChoiceProps {
  artworkId: Id<"artworks">;
  id: Id<"collections">;
  title: string;
  isHolding: boolean;
}

function Choice({ artworkId, id: collectionId, title, isHolding }: ChoiceProps) {
  const add = useMutation(api.community.collectionItems.add);
  const remove = useMutation(api.community.collectionItems.remove);
  const [busy, run] = useRequest();
  const args = { collectionId, artworkId };
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={isHolding}
          disabled={busy}
          onChange={() => run(() => (isHolding ? remove(args) : add(args)))}
        />
        {title}
      </label>
      <Link href={`/collections/${collectionId}`} aria-label={`Open ${title}`}>
        Open
      </Link>
    </>
  );
}
