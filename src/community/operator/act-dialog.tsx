import { t } from "../../language/text";
import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { Field, Input } from "../../../packages/ui/src/field";

const REASON_MAX_LENGTH = 500;

export interface ActDialogProps {
  title: string;
  /** The effect of the action, with every amount. */
  description: string;
  /** Who reads the reason. Default: only operators. */
  reasonHint?: string;
  /** The label of the confirming button. */
  commit: string;
  look?: "primary" | "danger";
  /** Whether its own fields are filled. Default: it has none. */
  ready?: boolean;
  busy: boolean;
  onCommit: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Confirms an action on a customer: its effect, and the reason. */
export function ActDialog(props: ActDialogProps) {
  const { title, description, commit, look = "primary", ready = true, busy } = props;
  const [reason, setReason] = useState("");
  const said = reason.trim();
  return (
    <Dialog
      slot="operator-dialog"
      open
      locked={busy}
      onOpenChange={(next) => {
        if (!next) props.onClose();
      }}
    >
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{description}</DialogDescription>
        <div className="operator-fields">
          {props.children}
          <Field
            label={t("Reason")}
            hint={props.reasonHint ?? t("It stands in the timeline, for operators.")}
          >
            {(control) => (
              <Input
                {...control}
                required
                maxLength={REASON_MAX_LENGTH}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button look="text" disabled={busy} onClick={props.onClose}>
          {t("Cancel")}
        </Button>
        <Button
          look={look}
          busy={busy}
          disabled={!ready || said === ""}
          onClick={() => props.onCommit(said)}
        >
          {commit}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
