import { t } from "../../language/text";
import { MEMBER_TEXTS } from "../../../convex/contract/texts";
import { useMutation } from "convex/react";
import { useState } from "react";
import type { ReactNode, SubmitEvent } from "react";
import { api } from "../../../convex/_generated/api";
import { showToast } from "../../shared/toasts";
import { describeFailure, failureOf } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import { Dialog, DialogBody, DialogFooter, DialogTitle } from "../../../packages/ui/src/dialog";
import { Field, Input } from "../../../packages/ui/src/field";
import { ProfileImageField } from "./profile-image-field";
import type { Artist } from "./profile-data";

interface EditDialogProps {
  artist: Artist;
  open: boolean;
  onClose: () => void;
}

/** Edits the user's profile. Pictures are saved immediately, texts on Save. */
export function EditDialog({ artist, open, onClose }: EditDialogProps) {
  return (
    <Dialog
      slot="edit-dialog"
      size="wide"
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <EditForm artist={artist} onClose={onClose} />
    </Dialog>
  );
}

function EditForm({ artist, onClose }: Omit<EditDialogProps, "open">) {
  const { state, change, save } = useWords(artist, onClose);
  return (
    <form className="edit-form" onSubmit={save}>
      <DialogBody>
        <DialogTitle>{t("Edit your page")}</DialogTitle>
        <div className="edit-fields">
          <ProfileImageField kind="avatar" label={t("Your picture")} url={artist.avatarUrl} />
          <ProfileImageField kind="cover" label={t("Cover")} url={artist.coverUrl} />
          <Field label={t("Name")}>
            {(control) => (
              <Input
                {...control}
                value={state.name}
                maxLength={MEMBER_TEXTS.displayName.most}
                required
                onChange={(event) => change({ name: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={t("About you")}
            hint={t("Up to {most} characters.", { most: MEMBER_TEXTS.bio.most })}
          >
            {(control) => (
              <textarea
                {...control}
                className="billing-input"
                rows={4}
                value={state.bio}
                maxLength={MEMBER_TEXTS.bio.most}
                onChange={(event) => change({ bio: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={t("Links")}
            hint={t("One per line, up to five. Each begins with https://")}
            error={state.error ?? undefined}
          >
            {(control) => (
              <textarea
                {...control}
                className="billing-input"
                rows={3}
                inputMode="url"
                value={state.links}
                onChange={(event) => change({ links: event.target.value })}
              />
            )}
          </Field>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="text" onClick={onClose}>
          {t("Cancel")}
        </Button>
        <Button look="primary" type="submit" busy={state.busy}>
          {t("Save")}
        </Button>
      </DialogFooter>
    </form>
  );
}

function useWords({ name, bio, links }: Artist, onSaved: () => void) {
  const edit = useMutation(api.community.profiles.functions.edit);
  const [state, setState] = useState({
    ...{ name, bio, links: links.join("\n") },
    ...{ busy: false, error: null as ReactNode },
  });
  const change = (next: Partial<typeof state>) => setState((now) => ({ ...now, ...next }));

  async function store() {
    change({ busy: true, error: null });
    const { name, bio } = state;
    const failure = await failureOf(() => edit({ name, bio, links: linesOf(state.links) }));
    change({ busy: false, error: describeFailure(failure) });
    if (failure) return;
    showToast("success", { title: t("Your page is saved") });
    onSaved();
  }

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void store();
  }

  return { state, change, save };
}

function linesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
