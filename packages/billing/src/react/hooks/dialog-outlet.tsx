import type { ComponentType } from "react";
import type { BillingContextValue } from "../context";
import type { DialogControl } from "../types";
import type { DialogSlot } from "./use-dialog-slot";

/** A dialog that a caller supplied, with everything it needs but its control. */
export interface SuppliedDialog<Props extends DialogControl> {
  dialog: ComponentType<Props>;
  props: Omit<Props, keyof DialogControl>;
  /** Whose it is. */
  identityKey: BillingContextValue["identityKey"];
}

/** Draws what a slot holds, each opening afresh, and nothing of somebody who has left. */
export function DialogOutlet<Props extends DialogControl>({
  slot,
  identityKey,
}: {
  slot: DialogSlot<SuppliedDialog<Props>>;
  identityKey: BillingContextValue["identityKey"];
}) {
  if (!slot.content || slot.content.identityKey !== identityKey) return null;
  const { dialog: Dialog, props } = slot.content;
  // Together with its control below, these are all of its props.
  const own = props as Props & { key?: never };
  return <Dialog key={slot.opening} {...own} open={slot.open} setOpen={slot.setOpen} />;
}
