import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shell/use-request";
import { Button } from "../../ui/button";
import { Dialog, DialogBody, DialogFooter, DialogTitle } from "../../ui/dialog";
import { Field, Input } from "../../ui/field";
import type { Card } from "../wall/card-data";
import { LICENCES, MADE_HOW, MEDIA } from "./artwork-words";
import type { Detail } from "./artwork-words";
import { Choice, Tick } from "./edit-fields";
import "./edit-dialog.css";

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
const DESCRIPTION_MAX_LENGTH = 4000;

function Editing({ artwork, detail, onClose }: Omit<EditDialogProps, "open">) {
  const edit = useMutation(api.community.works.edit);
  const [busy, run] = useRequest();
  const [said, setSaid] = useState(() => termsOf(artwork, detail));
  const say = (change: Partial<typeof said>) => setSaid({ ...said, ...change });
  const tags = said.tags.split(",").filter((tag) => tag.trim() !== "");
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
          <Field label="Description">
            {(control) => (
              <textarea
                {...control}
                className="ui-input"
                rows={4}
                value={said.description}
                maxLength={DESCRIPTION_MAX_LENGTH}
                onChange={(event) => say({ description: event.target.value })}
              />
            )}
          </Field>
          <Field label="Tags" hint="Up to 15, with commas between">
            {(control) => (
              <Input
                {...control}
                value={said.tags}
                onChange={(event) => say({ tags: event.target.value })}
              />
            )}
          </Field>
          <Choices said={said} say={say} />
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
          onClick={() => run(() => edit({ id: artwork.id, ...said, tags }), onClose)}
        >
          Save
        </Button>
      </DialogFooter>
    </>
  );
}

type Said = ReturnType<typeof termsOf>;

function Choices({ said, say }: { said: Said; say: (change: Partial<Said>) => void }) {
  return (
    <>
      <Choice
        label="Medium"
        options={MEDIA}
        value={said.medium}
        onChange={(medium) => say({ medium })}
      />
      <Choice
        label="Made"
        options={MADE_HOW}
        value={said.madeHow}
        none="I do not say"
        onChange={(madeHow) => say({ madeHow })}
        onNone={() => say({ madeHow: null })}
      />
      <Choice
        label="Licence"
        options={LICENCES}
        value={said.licence}
        onChange={(licence) => say({ licence })}
      />
      <Tick
        label="Sensitive: blurred until somebody asks for it"
        checked={said.sensitive}
        onChange={(sensitive) => say({ sensitive })}
      />
      <Tick
        label="Ask machines not to learn from it"
        checked={said.noAi}
        onChange={(noAi) => say({ noAi })}
      />
    </>
  );
}

function termsOf({ title, alt, medium }: Card, detail: Detail) {
  const { description, licence, madeHow, sensitive, noAi } = detail;
  const tags = detail.tags.join(", ");
  return { title, alt, medium, description, tags, licence, madeHow, sensitive, noAi };
}
