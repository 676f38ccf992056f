import { t } from "../../language/text";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useRequest } from "../../shared/use-request";
import { Button } from "../../../packages/ui/src/button";
import {
  Dialog,
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from "../../../packages/ui/src/dialog";
import { RadioGroup } from "../../../packages/ui/src/radio-group";
import type { Member } from "./studio-data";

interface SeatTransferProps {
  open: boolean;
  slug: string;
  /** The member whose seat it is. */
  from: Member;
  all: readonly Member[];
  onClose: () => void;
}

/** Asks who gets the seat. */
export function SeatTransfer({ open, slug, from, all, onClose }: SeatTransferProps) {
  const transfer = useMutation(api.community.studios.seats.transfer);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, run] = useRequest();
  const takers = all.filter(({ state }) => state === "joined");
  const to = chosen ?? takers[0]?.username ?? "";
  return (
    <Dialog
      slot="seat-transfer"
      open={open}
      locked={busy}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <DialogBody>
        <DialogTitle>{t("Transfer {name}’s seat", { name: from.name })}</DialogTitle>
        <DialogDescription>{t("The uploads left in it go with it.")}</DialogDescription>
        <RadioGroup
          legend={t("Who gets the seat")}
          value={to}
          onChange={setChosen}
          options={takers.map(({ username, name }) => ({ value: username, label: name }))}
        />
      </DialogBody>
      <DialogFooter>
        <Button disabled={busy} onClick={onClose}>
          {t("Leave it as it is")}
        </Button>
        <Button
          look="primary"
          busy={busy}
          onClick={() => run(() => transfer({ slug, from: from.username, to }), onClose)}
        >
          {t("Transfer the seat")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
