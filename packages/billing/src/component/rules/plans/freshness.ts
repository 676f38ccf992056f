import type { ChangeInput } from "../invoices/lines";
import type { CatalogueProduct } from "../model";
import { nextChargeAt } from "../renewals/schedule";

/** How long the amounts that a person was shown stay valid. */
const PREVIEW_LIFETIME_MS = 30 * 60 * 1000;

/**
 * Whether amounts shown a while ago may still be charged: they are not too old,
 * and no period or trial that they measure has ended since.
 *
 * @param change - The same change, decided now.
 * @param shownAt - When the amounts were planned.
 */
export function isFresh(change: ChangeInput, shownAt: number): boolean {
  const { now, current, target, anchor } = change;
  if (shownAt > now || now - shownAt > PREVIEW_LIFETIME_MS) return false;
  if (turnedSince(target, anchor, shownAt, now)) return false;
  if (current === null) return true;
  const { product, trial_ends_at: trialEnd, created_at: since } = current;
  const trialEnded = trialEnd !== null && trialEnd > shownAt && trialEnd <= now;
  return since <= shownAt && !trialEnded && !turnedSince(product, current.anchor, shownAt, now);
}

function turnedSince(product: CatalogueProduct, anchor: number, from: number, to: number): boolean {
  // Periods that count from a later moment had not begun.
  if (anchor > from) return false;
  const boundary = nextChargeAt(product, anchor, from);
  return boundary !== null && boundary <= to;
}
