import type { PaymentMethod } from "../../../convex/contract/wire";
import { useCustomer } from "../../billing";
import { showToast } from "../../shell/toasts";
import { useRequest } from "../../shell/use-request";

/** The saved card, and the page in another tab where one is saved. */
export function CardMethod({ method }: { method: PaymentMethod | null }) {
  const { setupPayment } = useCustomer();
  const [busy, run] = useRequest();
  const open = () =>
    run(() => setupPayment({ openInNewTab: true, successUrl: "/settings/billing" }), tellOpened);
  return (
    <>
      <p>{method ? describeCard(method) : "No card yet"}</p>
      <button
        type="button"
        className="settings-link"
        aria-busy={busy}
        disabled={busy}
        onClick={open}
      >
        {method ? "Change card" : "Add card"}
      </button>
    </>
  );
}

function tellOpened() {
  showToast("info", {
    id: "card",
    title: "The card page is open in another tab",
    detail: "This page notices by itself when you are done.",
  });
}

/** "Visa ending in 4242, expires 12/2030" */
function describeCard({ card: { brand, last4, exp_month, exp_year } }: PaymentMethod): string {
  const shown = brand.charAt(0).toUpperCase() + brand.slice(1);
  return `${shown} ending in ${last4}, expires ${exp_month}/${exp_year}`;
}
