import type { BillingError } from "../../packages/billing/src/contract/errors";
import { Notice } from "../../packages/ui/src/notice";

/** What the server said no to, above the fields that it may be about. */
export function Refusal({ of }: { of: BillingError | null }) {
  return of && <Notice tone="danger" title={`${of.message}.`} />;
}
