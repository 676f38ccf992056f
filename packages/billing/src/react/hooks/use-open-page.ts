import { useState } from "react";
import type { BillingError } from "../../contract/errors";
import { useBilling } from "../context";
import { openPage } from "../flows/navigate";

/**
 * Opens the page of a response in a new tab.
 *
 * @returns Why the last page was refused, to show next to the button, and the
 *   function that opens a page.
 */
export function useOpenPage() {
  const { navigator } = useBilling("useOpenPage");
  const [failure, setFailure] = useState<BillingError | null>(null);
  return [failure, (url: string) => setFailure(openPage(navigator, url))] as const;
}
