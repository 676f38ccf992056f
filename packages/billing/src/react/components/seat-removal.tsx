import { useRef } from "react";
import type { EntitySummary } from "../../contract/expansions";
import { Button } from "../../../../ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../../ui/src/dialog";
import { useFormat } from "../hooks/use-format";
import type { DialogControl } from "../types";
import type { SeatsHandle } from "./use-seats";

interface SeatRemovalProps extends DialogControl, Pick<SeatsHandle, "remove" | "state"> {
  seat: EntitySummary;
}

/** Removes a seat after a confirmation: the products of the seat end with it. */
export function SeatRemoval({ seat, open, setOpen, remove, state }: SeatRemovalProps) {
  const { t } = useFormat();
  const wayOut = useRef<HTMLButtonElement>(null);
  const busy = state === "removing";

  async function confirm() {
    if ((await remove(seat.id)) === "done") setOpen(false);
  }
  return (
    <Dialog
      slot="seat-removal"
      role="alertdialog"
      open={open}
      onOpenChange={setOpen}
      locked={busy}
      initialFocus={wayOut}
    >
      <DialogBody>
        <DialogTitle>{t("seats.remove.title", { name: seat.name ?? seat.id })}</DialogTitle>
        <DialogDescription>{t("seats.remove.message")}</DialogDescription>
      </DialogBody>
      <DialogFooter>
        <Button
          ref={wayOut}
          look="outline"
          size="large"
          disabled={busy}
          onClick={() => setOpen(false)}
        >
          {t("seats.remove.keep")}
        </Button>
        <Button look="danger" size="large" busy={busy} onClick={() => void confirm()}>
          {t("seats.remove.confirm")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
