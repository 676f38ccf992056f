import type { DialogCopy } from "./checkout-copy";
import type { Words } from "./words";

/** What ends, when, and what follows. Null: immediately, or nothing. */
interface Ending {
  product: string;
  until: number | null;
  next: string | null;
}

/** The title and text of a cancellation dialog. */
export function describeCancellation(
  { product, until, next }: Ending,
  { t, date }: Words,
): DialogCopy {
  return { title: t("cancel.title", { product }), message: describeEnd() };

  function describeEnd(): string {
    if (until === null) return t("cancel.now", { product });
    if (next === null) return t("cancel.until", { product, date: date(until) });
    return t("cancel.until.next", { product, date: date(until), next });
  }
}
