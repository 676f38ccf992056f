import { t } from "../../language/text";
import { useAction } from "convex/react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import {
  OwnProofFields,
  PROOF_FIELDS,
  useForm,
  useHasLocalAccount,
  useOwnProof,
} from "../../identity/index";
import { Refusal } from "../../identity/refusal";
import { showToast } from "../../shared/toasts";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { Field, Input } from "../../../packages/ui/src/field";

const FORM_ID = "delete-account";

interface DeleteAccountProps {
  signOut: () => Promise<void>;
}

/** Account deletion, with a confirmation dialog. */
export function DeleteAccount({ signOut }: DeleteAccountProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <p>
        {t("This deletes everything you shared, for good. Export what you want to keep first.")}
      </p>
      <Button look="danger" onClick={() => setOpen(true)}>
        {t("Delete account…")}
      </Button>
      <DeleteDialog open={open} setOpen={setOpen} signOut={signOut} />
    </>
  );
}

interface DeleteDialogProps extends DeleteAccountProps {
  open: boolean;
  setOpen: (open: boolean) => void;
}

function DeleteDialog({ open, setOpen, signOut }: DeleteDialogProps) {
  const [, navigate] = useLocation();
  const deletion = useDeletion(() => {
    setOpen(false);
    navigate("/");
    // Deleting the account dismisses the user's toasts, so this one comes afterwards.
    const say = () => showToast("success", { title: t("Your account is deleted") });
    signOut().then(say, say);
  });
  const { isTyped } = deletion;
  const isBusy = deletion.form.state === "busy";

  /** The confirmation is valid for one opening of the dialog. */
  function ask(next: boolean) {
    setOpen(next);
    deletion.clear();
  }

  return (
    <Dialog
      slot="delete-account-dialog"
      role="alertdialog"
      open={open}
      onOpenChange={ask}
      locked={isBusy}
    >
      <DialogBody inert={isBusy}>
        <DialogTitle>{t("Delete your account?")}</DialogTitle>
        <DialogDescription>{t("This can't be undone. It deletes, for good:")}</DialogDescription>
        <Losses />
        <Confirmation {...deletion} />
      </DialogBody>
      <DialogFooter>
        <Button look="outline" size="large" disabled={isBusy} onClick={() => ask(false)}>
          {t("Keep my account")}
        </Button>
        <Button
          type="submit"
          form={FORM_ID}
          look="danger"
          size="large"
          busy={isBusy}
          disabled={!isTyped}
        >
          {t("Delete everything")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** The confirmation form: the password of a local account, or else the username. */
function useDeletion(onDeleted: () => void) {
  const remove = useAction(api.community.accountDeletion.removeAccount);
  const isLocal = useHasLocalAccount();
  const [username, setUsername] = useState("");
  const proof = useOwnProof();
  const isTyped = (isLocal ? proof.current.value : username.trim()) !== "";
  const form = useForm({
    fields: isLocal ? PROOF_FIELDS : {},
    check: () => (isLocal ? proof.check() : isTyped),
    send: async () => {
      const confirmation = isLocal ? proof.value : { username: username.trim() };
      const { error } = await remove({ confirmation });
      if (!error) onDeleted();
      return proof.note(error);
    },
  });
  function clear() {
    setUsername("");
    proof.clear();
    form.forget();
  }
  return { form, proof, isLocal, username, setUsername, isTyped, clear };
}

function Confirmation({
  form,
  proof,
  isLocal,
  username,
  setUsername,
}: ReturnType<typeof useDeletion>) {
  return (
    <form
      id={FORM_ID}
      className="identity-form"
      noValidate
      onSubmit={form.submit}
      onChange={form.forget}
    >
      <Refusal of={form.refusal} />
      {isLocal ? (
        <OwnProofFields proof={proof} refusalOf={form.refusalOf} label={t("Your password")} />
      ) : (
        <Field label={t("Type your username to confirm")}>
          {(control) => (
            <Input
              {...control}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
    </form>
  );
}

function Losses() {
  return (
    <>
      <ul className="settings-losses">
        <li>{t("your page and your username, which others can take after 30 days")}</li>
        <li>{t("all your works, drafts and files")}</li>
        <li>{t("your collections, comments, likes and follows")}</li>
        <li>
          {t(
            "your plan and credits, immediately and without a refund, and your other billing data",
          )}
        </li>
        <li>{t("your sign-in")}</li>
      </ul>
      <p className="settings-kept">
        {t(
          "Your invoices stay, with the name or e-mail address on them, until ten years after the end of the year they were issued: we have to be able to show what we sold. Then they are deleted too.",
        )}
      </p>
    </>
  );
}
