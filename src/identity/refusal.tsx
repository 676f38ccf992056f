import type { BillingError } from "../../convex/contract/errors";
import { Notice } from "../ui/notice";

/** What the server said no to, above the fields that it may be about. */
export function Refusal({ of }: { of: BillingError | null }) {
  return of && <Notice tone="danger" title={`${of.message}.`} />;
}
