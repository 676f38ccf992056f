import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { Dialog, DialogBody, DialogFooter, DialogTitle } from "../../ui/dialog";
import { Field, Input } from "../../ui/field";
import type { Card } from "../wall/card-data";
import type { Detail } from "./artwork-words";
import { TermsFields } from "./terms-fields";
import { tagsIn } from "./work-terms";

interface EditDialogProps {
  artwork: Card;
  detail: Detail;
  open: boolean;
  onClose: () => void;
}

/** Changes what the artist says of a work. */
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

const TITLE_MAX_LENGTH = 120;
const ALT_MAX_LENGTH = 1000;

function Editing({ artwork, detail, onClose }: Omit<EditDialogProps, "open">) {
  const edit = useMutation(api.community.works.edit);
  const [busy, run] = useRequest();
  const [said, setSaid] = useState(() => termsOf(artwork, detail));
  const say = (change: Partial<typeof said>) => setSaid({ ...said, ...change });
  const isNamed = said.title.trim() !== "";

  return (
    <>
      <DialogBody>
        <DialogTitle>Edit {artwork.title}</DialogTitle>
        <div className="work-form">
          <Field label="Title" error={isNamed ? undefined : "Give it a title."}>
            {(control) => (
              <Input
                {...control}
                voice="name"
                value={said.title}
                maxLength={TITLE_MAX_LENGTH}
                onChange={(event) => say({ title: event.target.value })}
              />
            )}
          </Field>
          <Field label="Alt text" hint="Describe the picture for someone who cannot see it">
            {(control) => (
              <Input
                {...control}
                value={said.alt}
                maxLength={ALT_MAX_LENGTH}
                onChange={(event) => say({ alt: event.target.value })}
              />
            )}
          </Field>
          <TermsFields words={`${said.title} ${said.alt}`} terms={said} onChange={say} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          busy={busy}
          disabled={!isNamed}
          onClick={() =>
            run(() => edit({ id: artwork.id, ...said, tags: tagsIn(said.tags) }), onClose)
          }
        >
          Save
        </Button>
      </DialogFooter>
    </>
  );
}

function termsOf({ title, alt, medium }: Card, detail: Detail) {
  const { description, licence, madeHow, sensitive, noAi } = detail;
  const tags = detail.tags.join(", ");
  return { title, alt, medium, description, tags, licence, madeHow, sensitive, noAi };
}
