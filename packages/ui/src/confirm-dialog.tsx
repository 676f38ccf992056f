import { useRef } from "react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog, DialogBody, DialogDescription, DialogFooter, DialogTitle } from "./dialog";

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** The consequences of confirming. */
  children: ReactNode;
  /** The label of the cancelling button, which has the focus at first. */
  keep: string;
  commit: string;
  busy: boolean;
  onCommit: () => void;
}

/** Asks for confirmation before a permanent deletion. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, children, keep, commit, busy, onCommit } = props;
  const keepButton = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      slot="confirm-dialog"
      role="alertdialog"
      open={open}
      locked={busy}
      initialFocus={keepButton}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <DialogBody>
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription>{children}</DialogDescription>
      </DialogBody>
      <DialogFooter>
        <Button ref={keepButton} disabled={busy} onClick={onClose}>
          {keep}
        </Button>
        <Button look="danger" busy={busy} onClick={onCommit}>
          {commit}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
