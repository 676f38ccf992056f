import { t } from "../../language/text";
import { Pencil, Pin } from "lucide-react";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { Button } from "../../../packages/ui/src/button";
import { EditDialog } from "./edit-dialog";
import { PinDialog } from "./pin-dialog";
import type { Artist } from "./profile-data";

/** The edit button of the user's own profile. */
export function OwnActions({ artist }: { artist: Artist }) {
  // The link in the settings that opens the dialog.
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState<"edit" | "pin" | null>(() =>
    search.has("edit") ? "edit" : null,
  );
  const close = () => {
    setOpen(null);
    if (!search.has("edit")) return;
    setSearch(
      (current) => {
        current.delete("edit");
        return current;
      },
      { replace: true },
    );
  };
  return (
    <>
      <Button look="primary" onClick={() => setOpen("edit")}>
        <Pencil size={16} strokeWidth={1.75} aria-hidden />
        {t("Edit page")}
      </Button>
      <Button onClick={() => setOpen("pin")}>
        <Pin size={16} strokeWidth={1.75} aria-hidden />
        {t("Pin works")}
      </Button>
      <EditDialog artist={artist} open={open === "edit"} onClose={close} />
      <PinDialog artist={artist} open={open === "pin"} onClose={close} />
    </>
  );
}
