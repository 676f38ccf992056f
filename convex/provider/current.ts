import type { BillingProvider } from "./billingProvider";
import { embedded } from "./embedded";
import { isRemote } from "./remote/client";
import { remote } from "./remote/remote";

/** Who keeps the books: a provider elsewhere once its key is set, else this deployment's engine. */
export function currentProvider(): BillingProvider {
  return isRemote() ? remote : embedded;
}
