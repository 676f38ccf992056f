import type { DialogCopy } from "./checkout-copy";
import type { Words } from "./words";

/** What ends, when, and what follows; null: nothing does, or at once. */
interface Ending {
  product: string;
  until: number | null;
  next: string | null;
}

/** The title and sentence of a cancellation dialog. */
export function describeCancellation(
  { product, until, next }: Ending,
  { say, date }: Words,
): DialogCopy {
  return { title: say("cancel.title", { product }), message: describeEnd() };

  function describeEnd(): string {
    if (until === null) return say("cancel.now", { product });
    if (next === null) return say("cancel.until", { product, date: date(until) });
    return say("cancel.until.next", { product, date: date(until), next });
  }
}
