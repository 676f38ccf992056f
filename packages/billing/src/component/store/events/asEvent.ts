import type { BillingEvent } from "../../../contract/events";
import type { Doc } from "../../_generated/dataModel";

/** A stored event, as hosts read it. */
export function asEvent(
  { _id: id, type, fields, at }: Doc<"events">,
  customer_id: string,
): BillingEvent {
  // `emit` has typed the fields by the event's type.
  return { id, customer_id, at, type, ...(fields as object) } as BillingEvent;
}
