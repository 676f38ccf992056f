import { T, t } from "../../language/text";
import { isVisible } from "../../../convex/contract/texts";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Dialog, DialogBody, DialogFooter, DialogTitle } from "../../../packages/ui/src/dialog";
import { FocusField } from "../crop/focus-field";
import type { Card } from "../grid/card-data";
import { stillOf } from "../grid/shown-file";
import { MadeHowField, MetadataFields } from "../work-form/metadata-fields";
import { TitleFields } from "../work-form/title-fields";
import { tagsIn } from "../work-form/work-metadata";
import type { Detail } from "./artwork-copy";

interface EditDialogProps {
  artwork: Card;
  detail: Detail;
  open: boolean;
  onClose: () => void;
}

/** Edits a work's metadata. */
export function EditDialog({ open, onClose, ...work }: EditDialogProps) {
  return (
    <Dialog
      slot="edit-dialog"
      size="wide"
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Editing {...work} onClose={onClose} />
    </Dialog>
  );
}

function Editing({ artwork, detail, onClose }: Omit<EditDialogProps, "open">) {
  const edit = useMutation(api.community.artworks.functions.edit);
  const [busy, run] = useRequest();
  const [metadata, setMetadata] = useState(() => metadataOf(artwork, detail));
  const change = (change: Partial<typeof metadata>) => setMetadata({ ...metadata, ...change });
  const isNamed = isVisible(metadata.title);

  return (
    <>
      <DialogBody>
        <DialogTitle>
          <T text="Edit {title}" title={<cite>{artwork.title}</cite>} />
        </DialogTitle>
        <div className="work-form">
          <TitleFields
            title={metadata.title}
            alt={metadata.alt}
            error={isNamed ? undefined : t("Give it a title.")}
            onChange={change}
          />
          <FocusField
            url={stillOf(artwork)}
            mediaType={artwork.mediaType}
            width={artwork.width}
            height={artwork.height}
            focus={metadata.focus}
            onChange={(focus) => change({ focus })}
          />
          <MadeHowField madeHow={metadata.madeHow} onChange={(madeHow) => change({ madeHow })} />
          <MetadataFields
            words={`${metadata.title} ${metadata.alt}`}
            metadata={metadata}
            onChange={change}
          />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="text" disabled={busy} onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button
          look="primary"
          busy={busy}
          disabled={!isNamed}
          onClick={() =>
            run(() => edit({ id: artwork.id, ...metadata, tags: tagsIn(metadata.tags) }), onClose)
          }
        >
          {t("Save")}
        </Button>
      </DialogFooter>
    </>
  );
}

function metadataOf({ title, alt, medium, focus }: Card, detail: Detail) {
  const { description, licence, madeHow, sensitive, noAi } = detail;
  const tags = detail.tags.join(", ");
  return { title, alt, medium, focus, description, tags, licence, madeHow, sensitive, noAi };
}
