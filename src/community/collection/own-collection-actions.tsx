import { T, t } from "../../language/text";
import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { ConfirmDialog } from "../../../packages/ui/src/confirm-dialog";
import { Dialog, DialogBody, DialogFooter, DialogTitle } from "../../../packages/ui/src/dialog";
import { CollectionForm } from "./collection-form";
import type { Collection } from "./collection-data";

interface OwnCollectionActionsProps {
  collection: Collection;
  mode: "grid" | "arranging";
  onMode: (mode: "grid" | "arranging") => void;
}

/** The owner's actions on a collection. */
export function OwnCollectionActions({ collection, mode, onMode }: OwnCollectionActionsProps) {
  const { isReadOnly, items } = collection;
  return (
    <div className="collection-actions">
      {!isReadOnly && items > 0 && (
        <Button
          aria-pressed={mode === "arranging"}
          look={mode === "arranging" ? "primary" : "outline"}
          onClick={() => onMode(mode === "arranging" ? "grid" : "arranging")}
        >
          {t("Arrange")}
        </Button>
      )}
      {!isReadOnly && <Edit collection={collection} />}
      <Remove collection={collection} />
    </div>
  );
}

function Edit({ collection }: { collection: Collection }) {
  const { id, title, description, visibility } = collection;
  const [open, setOpen] = useState(false);
  const edit = useMutation(api.community.collections.functions.edit);
  const [busy, run] = useRequest();
  const form = useId();
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("Edit")}</Button>
      <Dialog slot="collection-dialog" open={open} locked={busy} onOpenChange={setOpen}>
        <DialogBody>
          <DialogTitle>
            <T text="Edit {title}" title={<cite>{title}</cite>} />
          </DialogTitle>
          <CollectionForm
            id={form}
            texts={{ title, description, visibility }}
            busy={busy}
            onSubmit={(texts) => run(() => edit({ id, ...texts }), close)}
          />
        </DialogBody>
        <DialogFooter>
          <Button look="text" disabled={busy} onClick={close}>
            {t("Cancel")}
          </Button>
          <Button type="submit" form={form} look="primary" size="large" busy={busy}>
            {t("Save")}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}

function Remove({ collection: { id, title, owner } }: { collection: Collection }) {
  const [open, setOpen] = useState(false);
  const remove = useMutation(api.community.collections.functions.remove);
  const [, navigate] = useLocation();
  const [busy, run] = useRequest();
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t("Remove")}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("Remove {title}?", { title })}
        keep={t("Keep it")}
        commit={t("Remove it")}
        busy={busy}
        onCommit={() =>
          run(
            () => remove({ id }),
            () => navigate(`/u/${owner.username}`),
          )
        }
      >
        {t("The collection is deleted for good. Its works stay where they are.")}
      </ConfirmDialog>
    </>
  );
}
