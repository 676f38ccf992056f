import { useRef, useState } from "react";
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
import type { SeatsHandle } from "../hooks/use-seats";
import { Failure } from "../components/failure";

export interface SeatRemovalProps
  extends DialogControl, Pick<SeatsHandle, "remove" | "removeFailure" | "state"> {
  seat: EntitySummary;
}

/** Removes a seat after a confirmation. The seat's products end with it. */
export function SeatRemoval(props: SeatRemovalProps) {
  const { seat, open, setOpen, remove, removeFailure, state } = props;
  const { t } = useFormat();
  const wayOut = useRef<HTMLButtonElement>(null);
  const busy = state === "removing";
  // The table knows one failure, which may be that of another seat.
  const [wasTried, setWasTried] = useState(false);

  async function confirm() {
    setWasTried(true);
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
        <Failure error={wasTried ? removeFailure : null} />
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
