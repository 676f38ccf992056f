import { t } from "../../language/text";
import { useAction } from "convex/react";
import { useState } from "react";
import type { SubmitEvent } from "react";
import { useLocation } from "wouter";
import { api } from "../../../convex/_generated/api";
import { useHasLocalAccount } from "../../identity/index";
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
  const remove = useAction(api.community.accountDeletion.removeAccount);
  const [, navigate] = useLocation();
  const isLocal = useHasLocalAccount();
  const [typed, setTyped] = useState("");
  const [busy, run] = useRequest();

  /** The confirmation is valid for one dialog. */
  function ask(next: boolean) {
    setOpen(next);
    setTyped("");
  }

  function leave() {
    setOpen(false);
    navigate("/");
    // The toasts of a user go with them, so this one comes after.
    const say = () => showToast("success", { title: t("Your account is deleted") });
    signOut().then(say, say);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const confirmation = isLocal ? { password: typed } : { username: typed.trim() };
    if (!busy && typed !== "") run(() => remove({ confirmation }), leave);
  }

  return (
    <Dialog
      slot="delete-account-dialog"
      role="alertdialog"
      open={open}
      onOpenChange={ask}
      locked={busy}
    >
      <DialogBody inert={busy}>
        <DialogTitle>{t("Delete your account?")}</DialogTitle>
        <DialogDescription>{t("This can't be undone. It deletes, for good:")}</DialogDescription>
        <Losses />
        <form id={FORM_ID} onSubmit={submit}>
          <Field label={isLocal ? t("Your password") : t("Type your username to confirm")}>
            {(control) => (
              <Input
                {...control}
                type={isLocal ? "password" : "text"}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete={isLocal ? "current-password" : "off"}
                autoCapitalize="none"
                spellCheck={false}
              />
            )}
          </Field>
        </form>
      </DialogBody>
      <DialogFooter>
        <Button look="outline" size="large" disabled={busy} onClick={() => ask(false)}>
          {t("Keep my account")}
        </Button>
        <Button
          type="submit"
          form={FORM_ID}
          look="danger"
          size="large"
          busy={busy}
          disabled={typed.trim() === ""}
        >
          {t("Delete everything")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Losses() {
  return (
    <>
      <ul className="settings-losses">
        <li>{t("your page and username, which others may then take")}</li>
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
