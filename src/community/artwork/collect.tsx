import { t } from "../../language/text";
import { useMutation, useQuery } from "convex/react";
import { FolderPlus } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useIdentity } from "../../identity/index";
import { withNextPath } from "../../shared/next-path";
import { showToast } from "../../shared/toasts";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { Skeleton } from "../../../packages/ui/src/skeleton";
import { CollectionForm } from "../collection/collection-form";
import type { CollectionTexts } from "../collection/collection-form";
import { usePaywalled } from "../paywalled";
import "./collect.css";

/** Adds a work to the user's collections. A visitor signs in first. */
export function Collect({ artworkId }: { artworkId: Id<"artworks"> }) {
  const { status } = useIdentity();
  const [path, navigate] = useLocation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        onClick={() =>
          status === "signedIn" ? setOpen(true) : navigate(withNextPath("/sign-in", path))
        }
      >
        <FolderPlus size={16} strokeWidth={1.75} aria-hidden />
        {t("Collect")}
      </Button>
      <Dialog slot="collect-dialog" open={open} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>{t("Add to a collection")}</DialogTitle>
          <DialogDescription>{t("A work can be in as many as you like.")}</DialogDescription>
          <Own artworkId={artworkId} />
          <h3 className="collect-new">{t("New collection")}</h3>
          <New artworkId={artworkId} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>{t("Done")}</Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}

/** Each step is a separate call, so that a retry of one never repeats the other. */
function New({ artworkId }: { artworkId: Id<"artworks"> }) {
  const create = useMutation(api.community.collections.functions.create);
  const add = useMutation(api.community.collections.items.add);
  const { paywall, busy, run } = usePaywalled("collections");
  const [isAdding, runAdd] = useRequest();
  const [made, setMade] = useState(0);

  function createAndAdd(texts: CollectionTexts) {
    let collectionId = "";
    const createOne = async () => {
      const answer = await create(texts);
      if (answer.data) collectionId = answer.data.id;
      return answer;
    };
    run(createOne, () => {
      setMade(made + 1);
      runAdd(
        () => add({ collectionId, artworkId }),
        () => showToast("success", { title: t("Added to {title}", { title: texts.title }) }),
      );
    });
  }

  return (
    <>
      <CollectionForm
        key={made}
        busy={busy || isAdding}
        commit={t("Create and add")}
        onSubmit={createAndAdd}
      />
      {paywall}
    </>
  );
}

function Own({ artworkId }: { artworkId: Id<"artworks"> }) {
  const own = useQuery(api.community.collections.items.listContaining, { artworkId });
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
  hasWork: boolean;
  isReadOnly: boolean;
}

function Choice({ artworkId, id: collectionId, title, hasWork, isReadOnly }: ChoiceProps) {
  const add = useMutation(api.community.collections.items.add);
  const remove = useMutation(api.community.collections.items.remove);
  const [busy, run] = useRequest();
  const args = { collectionId, artworkId };
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={hasWork}
          disabled={isReadOnly}
          aria-busy={busy || undefined}
          onChange={() => {
            if (!busy) run(() => (hasWork ? remove(args) : add(args)));
          }}
        />
        <span>
          {title}
          {isReadOnly && <small>{t("Read-only: your plan includes fewer collections")}</small>}
        </span>
      </label>
      <Link href={`/collections/${collectionId}`} aria-label={t("Open {title}", { title })}>
        {t("Open")}
      </Link>
    </>
  );
}
